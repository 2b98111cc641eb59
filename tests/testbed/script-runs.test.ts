import { describe, expect, test } from "vitest";
import type { RecordRow } from "../../src/measured/linux/record.ts";
import { differences, queueWords } from "../../src/measured/linux/script.ts";
import { RUNS_HERE, reportOn, SCRIPT_RUNS, scenarioOf, triedSection } from "../../testbed/script-runs.ts";

const row = (
  id: RecordRow["id"],
  measured: number | null,
  run: number | null,
  flow: number | null = null,
) => ({
  ...{ id, flow, link: null, measured, run },
  unit: "" as const,
});
const [first] = SCRIPT_RUNS;
const outsideOf = (...rows: readonly RecordRow[]) => reportOn(first, rows).outside;

describe("the scripts that are tried", () => {
  test("have each queue of Linux that a script uses, and differ in nothing from Linux", () => {
    const queues = SCRIPT_RUNS.map((one) => queueWords(scenarioOf(one)).words.split(" ")[0]);
    expect([...new Set(queues)].sort()).toEqual(
      ["bfifo", "cake", "codel", "dualpi2", "fq_codel", "fq_pie", "pfifo", "pie", "red"].sort(),
    );
    const differing = [...SCRIPT_RUNS, ...RUNS_HERE].flatMap((one) => differences(scenarioOf(one)));
    // CAKE's limit, and RED's weight in powers of two, are not reached by these runs or are what Linux has.
    expect(
      differing.filter((text) => !/^The queue (cobalt: CAKE's limit|red: "red-weight")/.test(text)),
    ).toEqual([]);
  });
});

describe("a report", () => {
  test("judges the goodput of a single flow, and the share of one of several", () => {
    expect(outsideOf(row("goodput", 10, 10.7, 0))).toEqual([]);
    expect(outsideOf(row("goodput", 10, 10.9, 0))).toEqual(["flow 1: goodput"]);
    const two = [row("goodput", 5, 6, 0), row("goodput", 5, 4, 1)];
    expect(outsideOf(...two, row("share", 50, 60, 0))).toEqual([]);
    expect(outsideOf(...two, row("share", 50, 63, 0))).toEqual(["flow 1: share of the goodput"]);
  });

  test("judges delays by 1.5 ms or 15 %, and counts by 11 % and three", () => {
    expect(outsideOf(row("delay-p50", 2, 3.4), row("delay-p90", 20, 22.9))).toEqual([]);
    expect(outsideOf(row("delay-p50", 2, 3.6), row("delay-p90", 20, 23.1))).toHaveLength(2);
    expect(outsideOf(row("marks", 100, 114))).toEqual([]);
    expect(outsideOf(row("marks", 100, 115))).toEqual(["marks"]);
  });

  test("does not judge cuts that follow each other faster than ss samples them", () => {
    expect(outsideOf(row("cuts", 20, 40, 0))).toEqual(["flow 1: cuts"]);
    expect(outsideOf(row("cuts", 100, 400, 0))).toEqual([]);
  });

  test("counts a missing value as outside", () => {
    expect(outsideOf(row("marks", null, 3))).toEqual(["marks"]);
  });
});

test("the table of all reports replaces the one between the marks of the document", () => {
  const report = reportOn(first, [
    row("goodput", 9.5, 9.52, 0),
    row("delay-p50", 60, 61),
    row("marks", 0, 5),
  ]);
  const page = "before\n<!-- tried: begin -->\nold\n<!-- tried: end -->\nafter";
  const lines = triedSection(page, [report]).split("\n");
  expect(lines.slice(0, 2)).toEqual(["before", "<!-- tried: begin -->"]);
  expect(lines.at(-1)).toBe("after");
  expect(lines[4]).toBe(
    "| `pfifo limit 60` | CUBIC, iperf3, htb, 6.1 | 9.50 / 9.52 | 60.0 / 61.0 |  | – | 0 / 5 |  | outside: marks |",
  );
  const several = SCRIPT_RUNS.find(({ name }) => name.startsWith("two links"))!;
  const ofSeveral = triedSection(page, [reportOn(several, [])]).split("\n")[4];
  expect(ofSeveral).toMatch(
    /^\| two links to the receivers and one back: `pfifo limit 100`, `codel [^`]+`, `pfifo limit 50` \| /,
  );
});
