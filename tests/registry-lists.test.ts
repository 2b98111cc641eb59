import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { registryLists } from "../scripts/registry-lists.ts";

test("the lists of algorithms match the registries; if not, run: npm run docs", () => {
  for (const [path, text] of registryLists())
    expect(readFileSync(join(import.meta.dirname, "..", path), "utf8"), path).toBe(text);
});
