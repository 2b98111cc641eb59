import { describe, expect, test } from "vitest";
import { scenarioFromUrl } from "../../../../src/engine/index.ts";
import {
  differingSettings,
  type NotebookRun,
  notebookCsv,
  notebookNumbers,
} from "../../../../src/ui/parts/runs/notebook-table.ts";
import { PROGRAM } from "../../../../src/ui/shared/version.ts";
import { type MadeResults, madeSnapshot, withBeta } from "../../core/made-runs.ts";

function run(name: string, beta: number, made: MadeResults & { nowS?: number } = {}): NotebookRun {
  return { name, scenario: withBeta(beta), snapshot: madeSnapshot(made), link: 0 };
}

const linked = (text: string) => scenarioFromUrl(`#v=2&${text}`).scenario;
const pie = linked("aqm=pie");
const texts = (cells: readonly { value: string; difference: string | null }[]) =>
  cells.map(({ value, difference }) => [value, difference]);

describe("the table of a notebook", () => {
  test("has a row for each setting that differs, with the base's value for runs that have it", () => {
    const rows = differingSettings([withBeta(0.5), withBeta(0.8), pie, linked("aqm=droptail")], 0);
    expect(rows.map(({ label, cells }) => [label, ...cells.map(({ value }) => value)])).toEqual([
      ["β_ecn", "0.50", "0.80", "0.50", "0.50"],
      ["queue", "CoDel", "CoDel", "PIE", "DropTail"],
      ["Target", "5 ms", "5 ms", "15 ms", "–"],
    ]);
  });

  test("shows differences from the base, for runs that cover the same time", () => {
    const runs = [
      run("a", 0.5, { goodputMbps: 8, utilisation: 0.8 }),
      run("b", 0.8, { goodputMbps: 9, utilisation: 0.9 }),
      run("c", 0.9, { goodputMbps: 9, nowS: 50 }),
      null,
    ];
    const rows = notebookNumbers(runs, 0);
    const utilisation = rows.find(({ label }) => label === "Utilisation");
    expect(texts(utilisation?.cells ?? []).slice(0, 2)).toEqual([
      ["80.0 %", null],
      ["90.0 %", "+10.0 pt"],
    ]);
    expect(utilisation?.cells[1].tone).toBe("good");
    expect(utilisation?.cells[2].difference).toBeNull();
    expect(utilisation?.cells[3].value).toBe("–");
    expect(notebookNumbers(runs, 3)[0].cells[1].difference).toBeNull();
  });

  test("as CSV has one row per run, with what the numbers cover and quoted names if necessary", () => {
    const csv = notebookCsv([run('a, "b"', 0.5, { utilisation: 0.8 }), run("c", 0.8)], 0, ["link"]);
    const [program, stamp, head, first, second, end] = csv.split("\n");
    expect([program, stamp]).toEqual([`# ${PROGRAM}`, "# link"]);
    expect(head).toMatch(/^run,digest,from \(s\),to \(s\),β_ecn,/);
    expect(head).toMatch(/,utilisation \(%\),.*,link$/);
    expect(first).toMatch(/^"a, ""b""",[^,]*,10,100,0\.50,/);
    expect(second).toMatch(/^c,.*,bottleneck$/);
    expect(end).toBe("");
    expect(head.split(",")).toHaveLength(second.split(",").length);
  });
});
