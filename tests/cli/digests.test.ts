import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { presets, scenarioToUrl } from "../../src/engine/index.ts";
import { expectGoldenLine } from "../golden/golden-file.ts";
import { sim } from "./command-line.ts";

const folder = mkdtempSync(join(tmpdir(), "sawtooth-digests-"));
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

test("one line a preset, with the digests that are written down; what was printed can be checked", async () => {
  const { status, out } = await sim("digests");
  expect(status).toBe(0);
  const lines = out.split("\n");
  expect(lines).toHaveLength(presets.length);
  for (const [i, { id, scenario }] of presets.entries()) {
    const [digest, link] = lines[i].split(" ");
    expect(link).toBe(`#${scenarioToUrl(scenario)}`);
    expectGoldenLine("digests", `${digest}  ${id}`);
  }
  const file = fileWith("digests.txt", `${lines.slice(0, 3).join("\n")}\n`);
  expect(await sim("digests", "--check", file)).toEqual({
    status: 0,
    out: "3 of 3 digests agree",
    notes: [],
  });
});

test("another digest fails with status 1", async () => {
  const file = fileWith("wrong.txt", "0000000000000000 #v=2&duration=5s\n");
  const { status, out } = await sim("digests", "--check", file);
  expect(status).toBe(1);
  expect(out).toMatch(
    /^0000000000000000 in the file, [0-9a-f]{16} now {2}#v=2&duration=5s\n0 of 1 digests agree$/,
  );
});

test("a file that is not one, or a link that is not valid, is a wrong request", async () => {
  expect((await sim("digests", "--check", join(folder, "missing"))).status).toBe(2);
  expect((await sim("digests", "--check", fileWith("text.txt", "hello\n"))).notes[0]).toMatch(
    /line 1 is not "DIGEST #LINK"/,
  );
  const bad = fileWith("bad.txt", "0000000000000000 #v=2&rtt=9s\n");
  expect(await sim("digests", "--check", bad)).toMatchObject({ status: 2, out: "" });
});

test("an empty file is refused: there is nothing to check", async () => {
  const { status, notes } = await sim("digests", "--check", fileWith("empty.txt", "\n\n"));
  expect(status).toBe(2);
  expect(notes[0]).toContain("the file has no lines");
});
