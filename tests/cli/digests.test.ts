import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { digestsOf } from "../../src/cli/digests.ts";
import { presets, scenarioToUrl } from "../../src/engine/index.ts";
import { expectGoldenDigest } from "../golden/golden-file.ts";
import { outcomeOf, sim } from "./command-line.ts";
import { scratchFolder } from "./scratch-folder.ts";

function fileWith(name: string, text: string): string {
  const file = join(scratchFolder(), name);
  writeFileSync(file, text);
  return file;
}

test("prints one line per preset with the stored digests, and its output can be checked", async () => {
  // The curves of all presets and their digests are in tests/golden/presets.test.ts.
  const first = presets.slice(0, 3);
  const { status, out } = await outcomeOf(["digests"], [digestsOf(first.map(({ scenario }) => scenario))]);
  expect(status).toBe(0);
  const lines = out.split("\n");
  expect(lines).toHaveLength(first.length);
  for (const [i, { id, scenario }] of first.entries()) {
    const [digest, link] = lines[i].split(" ");
    expect(link).toBe(`#${scenarioToUrl(scenario)}`);
    expectGoldenDigest(digest, id);
  }
  expect(await sim("digests", "--check", fileWith("digests.txt", `${out}\n`))).toEqual({
    status: 0,
    out: "3 of 3 digests agree",
    notes: [],
  });
});

test("a different digest fails with status 1", async () => {
  const file = fileWith("wrong.txt", "0000000000000000 #v=2&duration=5s\n");
  const { status, out } = await sim("digests", "--check", file);
  expect(status).toBe(1);
  expect(out).toMatch(
    /^0000000000000000 in the file, [0-9a-f]{16} now {2}#v=2&duration=5s\n0 of 1 digests agree$/,
  );
});

test("an invalid file or link is a usage error", async () => {
  expect((await sim("digests", "--check", join(scratchFolder(), "missing"))).status).toBe(2);
  expect((await sim("digests", "--check", fileWith("text.txt", "hello\n"))).notes[0]).toMatch(
    /line 1 is not "DIGEST #LINK"/,
  );
  const bad = fileWith("bad.txt", "0000000000000000 #v=2&rtt=9s\n");
  expect(await sim("digests", "--check", bad)).toMatchObject({ status: 2, out: "" });
});

test("an empty file is refused", async () => {
  const { status, notes } = await sim("digests", "--check", fileWith("empty.txt", "\n\n"));
  expect(status).toBe(2);
  expect(notes[0]).toContain("the file is empty");
});
