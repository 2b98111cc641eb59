/**
 * Tests the table in docs/validation.md: each case that it lists as holding has a test with that name, and its
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

const rows: readonly Row[] = suites
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| script"))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([, name, , file, holds]) => ({
    script: name.includes("(") ? name : name.slice(name.indexOf(", ") + 1).trim(),
    file: file === "–" ? null : file.replaceAll("`", ""),
    holds: holds.split(/[,;:]/)[0],
  }));

/** A row may stand for a whole folder, with the number of its scripts. */
const single = rows.filter(({ script }) => !script.includes("("));

describe("the table of the suites' scripts", () => {
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
