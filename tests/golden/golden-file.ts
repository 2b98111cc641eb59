/**
 * Golden files: checked-in text that a test must reproduce exactly. After an intended change of the engine, write the files
 * again and review the differences:
 *
 *     UPDATE_GOLDEN=1 npx vitest run tests/golden
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";

/** File for all presets: their digests, and the costs of runs. */
export const DIGESTS = "digests";
export const COSTS = "costs";

const isUpdate = process.env.UPDATE_GOLDEN === "1";

/** Message of a test that finds another digest than the stored one. */
export const DIGEST_DIFFERS =
  "if a setting was added whose default keeps the old behaviour, add it to LEFT_OUT of src/engine/scenario/format-versions.ts; if results change as intended, run UPDATE_GOLDEN=1 npx vitest run --project unit tests/golden";

export function expectGolden(name: string, text: string, folder: string = import.meta.dirname): void {
  if (isUpdate) writeFileSync(join(folder, `${name}.txt`), text);
  expect(text).toBe(goldenText(name, folder));
}

/** Compares the digest of one preset. Another test compares and writes the whole file. */
export function expectGoldenDigest(digest: string, id: string): void {
  if (!isUpdate) expect(goldenText(DIGESTS).split("\n"), DIGEST_DIFFERS).toContain(`${digest}  ${id}`);
}

export function goldenText(name: string, folder: string = import.meta.dirname): string {
  const file = join(folder, `${name}.txt`);
  expect(existsSync(file), `${name}.txt is missing: run with UPDATE_GOLDEN=1 once`).toBe(true);
  return readFileSync(file, "utf8").replaceAll("\r\n", "\n");
}

export function goldenNames(): string[] {
  return readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith(".txt"))
    .map((name) => name.slice(0, -".txt".length));
}
