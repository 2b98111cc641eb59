import { describe, expect, it } from "vitest";
import {
  defaultScenario,
  setAqm,
  setLinkAqm,
  setParam,
  setTopology,
  setTraffic,
} from "../../../src/engine/index.ts";
import { differenceSentence, plainText, settingsSentence } from "../../../src/ui/words/difference.ts";
import { type MetricRow, metricRows } from "../../../src/ui/words/metrics.ts";
import { settingDifferences } from "../../../src/ui/words/setting-differences.ts";
import { madeMeasured, madeSnapshot, withBeta } from "../state/made-runs.ts";

describe("the sentence of the difference", () => {
  it("says what was changed and what it did", () => {
    const parts = differenceSentence(
      { scenario: withBeta(0.8), snapshot: madeSnapshot({ goodputMbps: 9.616, medianMs: 3.2 }), link: 0 },
      { scenario: withBeta(0.5), snapshot: madeSnapshot({ goodputMbps: 8, medianMs: 2 }), link: 0 },
    );
    expect(plainText(parts)).toBe("β ecn 0.80 instead of 0.50: +20.2 % goodput, +1.2 ms median queue delay");
    expect(parts.map(({ tone }) => tone)).toEqual([
      "setting",
      "plain",
      "plain",
      "good",
      "plain",
      "plain",
      "bad",
      "plain",
    ]);
  });

  it("speaks of any setting, not of β alone", () => {
    const start = defaultScenario();
    const faster = setParam(start, { scope: "path" }, "capacity", 20);
    expect(plainText(settingsSentence(start, faster))).toBe("Capacity 20 Mbps instead of 10 Mbps");
    const other = setAqm(start, "droptail");
    expect(plainText(settingsSentence(start, other))).toBe("DropTail instead of CoDel");
  });

  it("calls another path by its name: its flows are its own", () => {
    const start = defaultScenario();
    const other = setTopology(start, "parking-lot");
    expect(plainText(settingsSentence(start, other))).toBe("Parking lot instead of Dumbbell");
    const longer = setParam(other, { scope: "path" }, "hops", 4);
    expect(plainText(settingsSentence(other, longer))).toContain("Hops 4 instead of 3");
  });

  it("names the link whose own setting differs", () => {
    const lot = setTopology(defaultScenario(), "parking-lot");
    const slower = setParam(lot, { scope: "link", link: "hop2" }, "capacity", 5);
    expect(plainText(settingsSentence(lot, slower))).toBe("Hop 2 Capacity 5 Mbps instead of 10 Mbps");
    const own = setLinkAqm(lot, "hop2", "pie");
    expect(plainText(settingsSentence(lot, own))).toBe("Hop 2 PIE instead of CoDel");
  });

  it("names the traffic", () => {
    const start = defaultScenario();
    expect(plainText(settingsSentence(start, setTraffic(start, 0, "on-off")))).toMatch(/ instead of Bulk$/);
  });

  it("counts settings once they are too many to spell out", () => {
    const start = defaultScenario();
    let changed = setParam(withBeta(0.8, start), { scope: "path" }, "capacity", 20);
    changed = setParam(changed, { scope: "run" }, "seed", 5);
    expect(plainText(settingsSentence(start, changed))).toBe("3 settings changed");
  });

  it("names a setting once that changed alike in all flows", () => {
    const start = defaultScenario();
    const two = { ...start, flows: [start.flows[0], start.flows[0]] };
    expect(settingDifferences(two, withBeta(0.8, two))).toHaveLength(1);
  });

  it("is empty where nothing differs", () => {
    const run = { scenario: defaultScenario(), snapshot: madeSnapshot(), link: 0 };
    expect(differenceSentence(run, { ...run, scenario: defaultScenario() })).toEqual([]);
  });
});

describe("the numbers", () => {
  const rowsOf = (...runs: Parameters<typeof metricRows>): MetricRow[] => {
    const { before, link, after } = metricRows(...runs);
    return [...before, ...link, ...after];
  };
  const find = (rows: readonly MetricRow[], id: string) => rows.find((row) => row.id === id)!;

  it("stand beside their differences, coloured only where the direction is clear", () => {
    const rows = rowsOf(
      madeMeasured({ goodputMbps: 9.01, utilisation: 0.942, marks: 139, drops: 4 }),
      madeMeasured({ goodputMbps: 7.5, utilisation: 0.784, marks: 53, drops: 0 }),
    );
    expect(find(rows, "total-goodput")).toMatchObject({
      value: "9.01 Mbps",
      difference: "+20.1 %",
      tone: "good",
    });
    expect(find(rows, "utilisation")).toMatchObject({
      value: "94.2 %",
      difference: "+15.8 pt",
      tone: "good",
    });
    expect(find(rows, "marks")).toMatchObject({ value: "139", difference: "+86", tone: "plain" });
    expect(find(rows, "queue-drops")).toMatchObject({ value: "4", difference: "+4", tone: "bad" });
    expect(find(rows, "delay-p50")).toMatchObject({ difference: "0.0 ms", tone: "plain" });
  });

  it("have no difference without a pinned run", () => {
    expect(rowsOf(madeMeasured(), null).every((row) => row.difference === null)).toBe(true);
  });

  it("speak of fairness only when there are flows to be fair to", () => {
    expect(rowsOf(madeMeasured(), null).some((row) => row.id === "jain")).toBe(false);
    const rows = rowsOf(madeMeasured({ flows: 2, jain: 0.91, convergenceS: [12.3] }), null);
    expect(find(rows, "jain").value).toBe("0.910");
    expect(find(rows, "longest-convergence").value).toBe("12.3 s");
    const never = rowsOf(madeMeasured({ flows: 2, convergenceS: [null] }), null);
    expect(find(never, "longest-convergence").value).toBe("not reached");
  });
});
