import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { sim } from "./command-line.ts";
import { scratchFolder } from "./scratch-folder.ts";

const BUNDLED = join(import.meta.dirname, "../../lessons/pairs-of-cuts.md");
const text = readFileSync(BUNDLED, "utf8");

let file = "";
beforeEach(() => {
  file = join(scratchFolder(), "own.md");
});

test("every statement of a true lesson holds", async () => {
  const { status, out } = await sim("lesson", BUNDLED);
  expect(out).toMatch(/^\d+ steps, \d+ claims: (\d+) true, 0 not true\.$/);
  expect(status).toBe(0);
});

test("a claim that no run confirms is named with its line", async () => {
  const line = text.split("\n").findIndex((one) => one.startsWith("holds: ")) + 1;
  writeFileSync(file, text.replace(/^holds: .*$/m, "holds: utilisation > 101 %"));
  const { status, out } = await sim("lesson", file);
  expect(out.split("\n")[0]).toBe(`line ${line}: not true: utilisation > 101 %`);
  expect(status).toBe(1);
  const json = JSON.parse((await sim("lesson", file, "--json")).out);
  expect(json.claims.filter((one: { isTrue: boolean }) => !one.isTrue)).toMatchObject([{ line }]);
});

test("a file that is not a lesson is refused with the faulty lines", async () => {
  writeFileSync(file, text.replace("step: predict", "step: guess"));
  const { status, notes } = await sim("lesson", file);
  expect(status).toBe(2);
  expect(notes.join(" ")).toContain('got "guess"');
});
