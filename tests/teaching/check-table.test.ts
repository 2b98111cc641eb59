import { describe, expect, test } from "vitest";
import { checkList, readList } from "../../src/teaching/check-list.ts";
import {
  scoreOfEntry,
  tableCsv,
  tableHead,
  tableRows,
  tallyOf,
  tallyWords,
} from "../../src/teaching/check-table.ts";
import { handInCode, handInOf } from "../../src/teaching/hand-in.ts";
import { taskOf } from "./example-task.ts";

const task = taskOf();
const code = (name: string) =>
  handInCode(handInOf(task, { name, tries: 1 }, [{ key: "beta-ecn", text: "0.8" }]));
const list = readList(task, [
  { line: 2, name: '=Ana, "A"', names: ['=Ana, "A"'], text: code("Ana") },
  { line: 3, name: "Bo", names: ["Bo"], text: code("Bo") },
  { line: 4, name: "Cy", names: ["Cy"], text: "z.x" },
]);
const bo = new Set(list[1].runs.map(({ key }) => key));
const ana = new Set(list[0].runs.map(({ key }) => key));
const checked = checkList(task, list, (key) =>
  ana.has(key) ? [96.5, 12.25] : bo.has(key) ? [90, null] : undefined,
);

const named = (name: string) => ({ ...checked[0], entry: { ...checked[0].entry, name } });

describe("the table", () => {
  test("says who met what, by the least favourable run", () => {
    expect(tableHead(task)).toEqual([
      ...["name", "line", "result", "score", "utilisation >= 95 %", "met on, of 4 runs"],
      ...["delay-p99 <= 30 ms", "met on, of 4 runs", "try", "answer", "remarks"],
    ]);
    expect(tableRows(task, checked)).toEqual([
      [
        '=Ana, "A"',
        "2",
        "met",
        "100",
        "96.5",
        "4",
        "12.25",
        "4",
        "1",
        "beta-ecn=0.8",
        'The list says =Ana, "A", the hand-in says Ana.',
      ],
      ["Bo", "3", "not met", "0", "90", "0", "none", "0", "1", "beta-ecn=0.8", ""],
      ["Cy", "4", "not counted", "0", "", "", "", "", "", "", expect.stringMatching(/damaged/)],
    ]);
    expect(checked.map(scoreOfEntry)).toEqual([100, 0, 0]);
  });

  test("is counted", () => {
    expect(tallyWords(tallyOf(checked))).toBe(
      "3 hand-ins: 1 met everything, 1 did not, 1 could not be counted.",
    );
    expect(tallyWords(tallyOf(checked.slice(0, 1)))).toBe("1 hand-in: 1 met everything, 0 did not.");
  });

  test("is CSV, in which no name is a formula", () => {
    const [head, first] = tableCsv(task, checked).split("\r\n");
    expect(head).toMatch(/^\uFEFFname,line,result,score,utilisation >= 95 %,"met on, of 4 runs"/);
    expect(first).toMatch(/^"'=Ana, ""A""",2,met,100,96\.5,4,12\.25,4,1,beta-ecn=0\.8,/);
    // A number is none; what only begins as one may be.
    const [, , second] = tableCsv(task, [checked[0], named("-2+3"), named("-2")]).split("\r\n");
    expect(second).toMatch(/^'-2\+3,/);
    expect(tableCsv(task, [named("-2")])).toContain("\n-2,2,");
  });

  test("tells what was not run from what cannot be counted", () => {
    const cancelled = checkList(task, list, () => undefined);
    expect(tallyWords(tallyOf(cancelled))).toBe(
      "3 hand-ins: 0 met everything, 0 did not, 1 could not be counted, 2 were not run to the end.",
    );
    expect(tableRows(task, cancelled)[1]).toEqual([
      ...["Bo", "3", "not run", "", "", "", "", "", "1", "beta-ecn=0.8"],
      "Its runs are not complete: check it once more.",
    ]);
  });
});
