import { expect, test } from "vitest";
import { version } from "../../../../package.json";
import { bibtex, citation } from "../../../../src/ui/features/share/CiteRun.tsx";

const cited = {
  link: "https://example.org/#v=2&rtt=50ms",
  digest: "ece02e165d0faea1",
  on: new Date("2026-11-23T12:00:00Z"),
};

test("a citation names program, version, run and day", () => {
  for (const text of [citation(cited), bibtex(cited)])
    for (const part of [`Sawtooth ${version}`, version, cited.digest, cited.link, "2026", "2026-11-23"])
      expect(text).toContain(part);
});

test("BibTeX is one entry with its own key and balanced braces", () => {
  const text = bibtex(cited);
  expect(text).toMatch(/^@software\{sawtooth-ece02e165d0faea1,\n( {2}\w+ = \{.+\},\n)+\}$/);
  expect(text.split("{").length).toBe(text.split("}").length);
});
