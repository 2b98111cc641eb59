/**
 * Tests that the faults of `npm run mutate` can be applied. When sources change, the faults for them must change too.
 */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { mutations, withFault } from "../scripts/mutations.ts";

const root = resolve(import.meta.dirname, "..");

test("the text of each mutation occurs exactly once in its file, and no two mutations are equal", () => {
  const lost = mutations.filter((one) => withFault(readFileSync(join(root, one.file), "utf8"), one) === null);
  expect(lost.map(({ file, text }) => `${file}: ${text}`)).toEqual([]);
  expect(new Set(mutations.map(({ breaks }) => breaks)).size).toBe(mutations.length);
});
