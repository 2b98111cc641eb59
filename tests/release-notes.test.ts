import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { checkCited, releaseNotes, versionOf, withWholeLinks } from "../scripts/release-notes.ts";

const text = (name: string) => readFileSync(resolve(import.meta.dirname, "..", name), "utf8");

const LOG =
  "# Change log\n\n## Unreleased\n\n- later\n\n## 1.2.0\n\n- new: `## not a heading`\n\n## 1.1.0\n\n## 1.0.0\n\n- first\n";

test("the notes are exactly what is under the version's heading", () => {
  expect(releaseNotes(LOG, "1.2.0")).toBe("- new: `## not a heading`\n");
  expect(releaseNotes(LOG, "1.0.0")).toBe("- first\n");
});

test("a version without a heading, with two, or with nothing below it is refused", () => {
  expect(() => releaseNotes(LOG, "1.3.0")).toThrow(
    'CHANGELOG.md has no heading "## 1.3.0"; its headings are Unreleased, 1.2.0, 1.1.0, 1.0.0',
  );
  expect(() => releaseNotes(`${LOG}\n## 1.2.0\n\n- again\n`, "1.2.0")).toThrow("several headings");
  expect(() => releaseNotes(LOG, "1.1.0")).toThrow('CHANGELOG.md says nothing under "## 1.1.0"');
});

test("a tag names the version of the package", () => {
  expect(versionOf("v1.2.0", "1.2.0")).toBe("1.2.0");
  expect(versionOf("v1.2.0-rc.1", "1.2.0-rc.1")).toBe("1.2.0-rc.1");
  expect(() => versionOf("v1.2.1", "1.2.0")).toThrow(
    "the tag is v1.2.1, but package.json says version 1.2.0",
  );
  for (const tag of ["1.2.0", "v1.2", "v1.2.0; rm -rf /", ""])
    expect(() => versionOf(tag, "1.2.0")).toThrow("a release is tagged like v1.2.3");
});

test("the cited version is the released one", () => {
  expect(() => checkCited("title: a\nversion: 1.2.0\n", "1.2.0")).not.toThrow();
  expect(() => checkCited("title: a\nversion: 1.1.0\n", "1.2.0")).toThrow(
    "the version is 1.2.0, but CITATION.cff says 1.1.0",
  );
  expect(() => checkCited("title: a\n", "1.2.0")).toThrow("CITATION.cff says none");
});

test("links to files become absolute; other links stay", () => {
  const notes = "[a](docs/a.md#b), [c](https://example.org/c), [d](#d)";
  expect(withWholeLinks(notes, "https://example.org/us/it", "v1.2.0")).toBe(
    "[a](https://example.org/us/it/blob/v1.2.0/docs/a.md#b), [c](https://example.org/c), [d](#d)",
  );
});

test("every version of the change log has notes", () => {
  const log = text("CHANGELOG.md");
  const versions = [...log.matchAll(/^## (\d.*)$/gm)].map((match) => match[1]);
  expect(versions).toContain("0.6.0");
  for (const version of versions) expect(releaseNotes(log, version)).toContain("- ");
});
