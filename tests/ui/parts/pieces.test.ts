import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ACTS } from "../../../src/teaching/document/change-rule.ts";
import { KNOWN_NAMES, PIECES } from "../../../src/ui/parts/pieces.ts";

const DOCUMENT = readFileSync(new URL("../../../docs/embedding.md", import.meta.url), "utf8");

describe("the pieces of the page", () => {
  test("and the actions that readers may use are listed in the document by name", () => {
    const named = PIECES.map(({ id }) => id).filter((id) => !KNOWN_NAMES.optionalPlots.includes(id));
    for (const name of [...named, ...ACTS]) expect(DOCUMENT).toContain(`\`${name}\``);
  });

  test("have unique names", () => {
    expect(new Set(PIECES.map(({ id }) => id)).size).toBe(PIECES.length);
  });
});
