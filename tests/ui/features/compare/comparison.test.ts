import { describe, expect, test } from "vitest";
import { NO_PROGRAMS, scenarioFromUrl } from "../../../../src/engine/index.ts";
import {
  type Comparison,
  comparisonFromText,
  comparisonToText,
  firstAxis,
  firstComparison,
  meaningOf,
} from "../../../../src/ui/features/compare/comparison.ts";
import { keptScenario } from "../../../../src/ui/parts/runs/keep.ts";

const linked = (text: string) => scenarioFromUrl(`#v=2&${text}`).scenario;
const TWO_FLOWS = linked("flow=cc=cubic&flow=cc=prague&duration=20s");
const withAxis = (name: string, text: string, base = TWO_FLOWS): Comparison => ({
  ...firstComparison(base, null),
  axis: { name, text },
});

describe("a comparison", () => {
  test("begins with four queues, the scenario's own first", () => {
    const { runs, problem } = meaningOf(firstComparison(TWO_FLOWS, null));
    expect(problem).toBeNull();
    expect(runs.map(({ name }) => name)).toEqual(["CoDel", "DropTail", "PIE", "DualPI2"]);
    const scenarios = runs.map(({ link }) => keptScenario(link).scenario);
    expect(scenarios.map(({ queue }) => queue.aqm)).toEqual(["codel", "droptail", "pie", "dualpi2"]);
    // All scenarios of the comparison have the same traffic: their flows, path and seed.
    for (const { flows, run } of scenarios)
      expect({ flows, run }).toEqual({ flows: TWO_FLOWS.flows, run: TWO_FLOWS.run });
    expect(firstAxis("aqm", linked("aqm=red")).text).toBe("red,droptail,codel,pie");
  });

  test("proposes at most four values of any setting, over its whole range", () => {
    expect(firstAxis("beta-ecn", linked("duration=20s")).text).toBe("0.5,0.65,0.8,0.95");
    expect(firstAxis("cc", TWO_FLOWS).text).toBe("cubic,newreno,bbr3,prague");
    const { runs } = meaningOf({ ...firstComparison(TWO_FLOWS, null), axis: firstAxis("rtt", TWO_FLOWS) });
    expect(runs).toHaveLength(4);
    expect(runs[0].name).toMatch(/^RTT [\d.]+ms$/);
  });

  test("accepts two to four values, and says what is wrong otherwise", () => {
    expect(meaningOf(withAxis("aqm", "codel")).problem).toMatch(/^1 value: choose two to four/);
    expect(meaningOf(withAxis("aqm", "codel,pie,red,pi,step")).problem).toMatch(
      /^5 values: choose two to four/,
    );
    expect(meaningOf(withAxis("aqm", "codel,nope")).problem).toContain("nope");
    expect(meaningOf(withAxis("nope", "1,2")).problem).toContain("nope");
    expect(meaningOf(withAxis("aqm", "codel,pie")).runs).toHaveLength(2);
  });

  test("is read from its link as it was written", () => {
    const runs = meaningOf(withAxis("aqm", "codel,pie")).runs;
    const all: Comparison[] = [
      firstComparison(TWO_FLOWS, null),
      { ...withAxis("beta-ecn", "0.5,0.7"), against: 1, isLog: false, isProjected: true },
      { ...firstComparison(linked("path=parking-lot"), "hop2"), isLog: true },
      { ...firstComparison(linked(""), null), runs },
    ];
    for (const comparison of all) {
      const { comparison: read, notices } = comparisonFromText(comparisonToText(comparison), NO_PROGRAMS);
      expect(comparisonToText(read)).toBe(comparisonToText(comparison));
      expect(meaningOf(read)).toEqual(meaningOf(comparison));
      expect(notices).toEqual([]);
    }
  });

  test("of a damaged link says what is wrong and shows the nearest", () => {
    const { comparison, notices } = comparisonFromText(
      "v=2&rtt=never&vary=aqm=codel,pie&against=9&runs=z.broken",
      NO_PROGRAMS,
    );
    expect(notices.join(" ")).toMatch(/RTT.*runs: /);
    expect(comparison).toMatchObject({ runs: null, against: 0, axis: { name: "aqm", text: "codel,pie" } });
  });

  test("watches the link that the bench watched", () => {
    const parking = linked("path=parking-lot");
    const { runs } = meaningOf(firstComparison(parking, "hop2"));
    expect(keptScenario(runs[0].link).watch).toBe("hop2");
  });
});
