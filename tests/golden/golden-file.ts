/**
 * Checked-in text that a test must give again to the letter. Where a change of the engine is wanted, write the files anew
 * and read what has changed:
 *
 *     UPDATE_GOLDEN=1 npx vitest run tests/golden tests/determinism.test.ts
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";

const isUpdate = process.env.UPDATE_GOLDEN === "1";

export function expectGolden(name: string, text: string, folder: string = import.meta.dirname): void {
  const file = join(folder, `${name}.txt`);
  if (isUpdate) writeFileSync(file, text);
  expect(existsSync(file), `${name}.txt is missing: run with UPDATE_GOLDEN=1 once`).toBe(true);
  expect(text).toBe(readFileSync(file, "utf8").replaceAll("\r\n", "\n"));
}

export function goldenNames(): string[] {
  return readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith(".txt"))
    .map((name) => name.slice(0, -".txt".length));
}
