import { describe, expect, it } from "vitest";
import {
  addFlow,
  defaultScenario,
  type Scenario,
  setParam,
  setTopology,
} from "../../../../src/engine/index.ts";
import { runScenario } from "../../../../src/engine/simulator.ts";
import { fairShareLines } from "../../../../src/ui/bench/plots/fair-shares.ts";
import type { RunView } from "../../../../src/ui/state/run-view.ts";

function shortRun(scenario: Scenario, link = 0): RunView {
  const short = setParam(scenario, { scope: "run" }, "duration", 4);
  return { scenario: short, snapshot: runScenario(short).snapshot(), label: "", link };
}

const PAYLOAD = 1448 / 1500;

describe("the lines of the fair share", () => {
  it("are none of a lone flow on a lone link", () => {
    expect(fairShareLines(shortRun(defaultScenario()), null)).toEqual([]);
  });

  it("are one where all flows share one link equally: both ideas of fairness agree", () => {
    const late = setParam(addFlow(defaultScenario()), { scope: "flow", flow: 1 }, "start", 2);
    const [line, ...others] = fairShareLines(shortRun(late), 0);
    expect(others).toEqual([]);
    expect(line.fairness).toBe("max-min");
    expect(line.steps.map(({ fromS }) => fromS)).toEqual([0, 2]);
    expect(line.steps.map(({ value }) => value / PAYLOAD)).toEqual([
      expect.closeTo(10, 6),
      expect.closeTo(5, 6),
    ]);
  });

  it("differ where a flow passes several links: proportional fairness gives it less", () => {
    const lines = fairShareLines(shortRun(setTopology(defaultScenario(), "parking-lot")), null);
    const mbps = (fairness: string) =>
      lines.filter((line) => line.fairness === fairness).map(({ steps }) => steps[0].value / PAYLOAD);
    expect(mbps("max-min")).toEqual([expect.closeTo(5, 5)]);
    expect(mbps("proportional")).toEqual([expect.closeTo(2.5, 5), expect.closeTo(7.5, 5)]);
    expect(lines.map(({ paint }) => paint)).toEqual(["inkSoft", 0, 1]);
  });

  it("are those of the flow that stands out, wherever it runs", () => {
    const run = shortRun(setTopology(defaultScenario(), "gfc-2"));
    const lines = fairShareLines(run, 21);
    expect(new Set(lines.map(({ flow }) => run.snapshot.results.flows[flow].route))).toEqual(new Set(["H"]));
    expect(lines.every(({ paint }) => typeof paint === "number")).toBe(true);
  });

  it("are few, however many groups there are", () => {
    const run = shortRun(setTopology(defaultScenario(), "gfc-2"), 4);
    expect(fairShareLines(run, null).length).toBeLessThanOrEqual(8);
  });
});
