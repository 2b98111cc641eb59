import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ACTS } from "../../../src/teaching/document/change-rule.ts";
import { PIECES } from "../../../src/ui/core/pieces.ts";

const DOCUMENT = readFileSync(new URL("../../../docs/embedding.md", import.meta.url), "utf8");

describe("the pieces of the page", () => {
  test("and the actions that readers may use are listed in the document by name", () => {
    for (const name of [...PIECES.map(({ id }) => id), ...ACTS]) expect(DOCUMENT).toContain(`\`${name}\``);
  });

  test("have unique names", () => {
    expect(new Set(PIECES.map(({ id }) => id)).size).toBe(PIECES.length);
  });
});
