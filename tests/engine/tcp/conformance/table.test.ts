/**
 * Tests the tables in docs/validation.md: each case that it lists as holding has a test with that name, and its
 * counts match its rows.
 */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../../../..");
const page = readFileSync(join(root, "docs/validation.md"), "utf8");
const suites = page.slice(page.indexOf("#### The suites' scripts"), page.indexOf("#### RFC by RFC"));

interface Row {
  readonly script: string;
  readonly file: string | null;
  readonly holds: string;
}

const cells = suites
  .split("\n")
  .filter((line) => line.startsWith("| ") && !/^\| (?:test|other scripts) \|/.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()));

/** A row of two cells lists scripts that hold; a row of four, scripts with what is expected and whether it holds. */
const rows: readonly Row[] = cells.flatMap(([, first, second, file, holds]) => {
  const [names, test, verdict] = holds === undefined ? [second, first, "yes"] : [first, file, holds];
  const row = { file: test === "–" ? null : test.replaceAll("`", ""), holds: verdict.split(/[,;:]/)[0] };
  // A row may stand for whole folders, each with the number of its scripts.
  const scripts = names.includes("(") ? [names] : names.split(", ");
  return scripts.map((script) => ({ script, ...row }));
});

const single = rows.filter(({ script }) => !script.includes("("));

describe("the tables of the suites' scripts", () => {
  test("each row says in one of four ways whether it holds", () => {
    expect([...new Set(rows.map(({ holds }) => holds))].sort()).toEqual(["in part", "no", "outside", "yes"]);
  });

  test.each(rows.filter(({ holds }) => holds === "yes" || holds === "in part"))(
    "$script has its test",
    ({ script, file }) => {
      expect(readFileSync(join(import.meta.dirname, file ?? ""), "utf8")).toContain(script);
    },
  );

  test("the counts agree with the rows, and at least sixty hold", () => {
    const count = (holds: string) => single.filter((row) => row.holds === holds).length;
    const text = `Of ${single.length} scripts ${count("yes")} hold, ${count("in part")} in part, ${count("no")} do not, and ${count("outside")} are outside the model.`;
    expect(page).toContain(text);
    expect(count("yes")).toBeGreaterThanOrEqual(60);
  });
});
