import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ACTS } from "../../../src/teaching/document/change-rule.ts";
import { KNOWN_NAMES, PIECES, PLOT_PIECES } from "../../../src/ui/parts/pieces.ts";

const FILE = new URL("../../../docs/embedding.md", import.meta.url);

/** Returns the document with the names of the plots between two comments. */
function withPlots(text: string): string {
  const names = (isOptional: boolean) =>
    PLOT_PIECES.filter(({ id }) => KNOWN_NAMES.optionalPlots.includes(id) === isOptional)
      .map(({ id }) => `\`${id}\``)
      .join(", ");
  const list = `${names(false)};\noff by default, or shown for some runs only: ${names(true)}.\n`;
  return text.replace(/(<!-- plots -->\n)[\s\S]*?(<!-- end of plots -->)/, `$1${list}$2`);
}

if (process.env.UPDATE_GOLDEN === "1") writeFileSync(FILE, withPlots(readFileSync(FILE, "utf8")));

const DOCUMENT = readFileSync(FILE, "utf8").replaceAll("\r\n", "\n");

describe("the pieces of the page", () => {
  test("and the actions that readers may use are listed in the document by name", () => {
    for (const name of [...PIECES.map(({ id }) => id), ...ACTS]) expect(DOCUMENT).toContain(`\`${name}\``);
  });

  test("that are plots are listed in the document in the order of the page", () => {
    expect(
      DOCUMENT,
      "UPDATE_GOLDEN=1 npx vitest run --project unit tests/ui/parts/pieces.test.ts writes the list",
    ).toBe(withPlots(DOCUMENT));
  });

  test("have unique names", () => {
    expect(new Set(PIECES.map(({ id }) => id)).size).toBe(PIECES.length);
  });
});
