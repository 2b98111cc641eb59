import { describe, expect, it } from "vitest";
import {
  addFlow,
  defaultScenario,
  getParam,
  removeFlow,
  setAqm,
  setParam,
} from "../../../src/engine/index.ts";
import { planLive, settingsAt } from "../../../src/ui/state/live-changes.ts";
import { withBeta } from "./made-runs.ts";

const FLOW = { scope: "flow", flow: 0 } as const;

describe("settings in force", () => {
  const scenario = {
    ...defaultScenario(),
    changes: [
      { atS: 20, flow: null, id: "beta-ecn", value: 0.9 },
      { atS: 40, flow: null, id: "aqm", value: "droptail" },
    ],
  };

  it("follow the changes up to a time", () => {
    expect(getParam(settingsAt(scenario, 19.9), FLOW, "beta-ecn")).toBe(0.5);
    expect(getParam(settingsAt(scenario, 20), FLOW, "beta-ecn")).toBe(0.9);
    expect(settingsAt(scenario, 39).queue.aqm).toBe("codel");
    expect(settingsAt(scenario, 40).queue.aqm).toBe("droptail");
  });

  it("are the scenario itself before the first change", () => {
    expect(settingsAt(scenario, 5)).toBe(scenario);
  });
});

describe("the plan of a live edit", () => {
  const start = defaultScenario();

  it("says one change for what all flows change alike", () => {
    const two = addFlow(start);
    const plan = planLive(two, withBeta(0.8, two), 12);
    expect(plan).toEqual({
      changes: [{ atS: 12, flow: null, id: "beta-ecn", value: 0.8 }],
      added: [],
      possible: true,
    });
  });

  it("names the flow where only one changes", () => {
    const two = addFlow(start);
    const plan = planLive(two, setParam(two, { scope: "flow", flow: 1 }, "beta-ecn", 0.8), 12);
    expect(plan.changes).toEqual([{ atS: 12, flow: 1, id: "beta-ecn", value: 0.8 }]);
  });

  it("replaces the queue discipline and says only what the new one's defaults do not", () => {
    const plan = planLive(start, setAqm(start, "pie"), 12);
    expect(plan.changes).toEqual([{ atS: 12, flow: null, id: "aqm", value: "pie" }]);
  });

  it("lets flows join, and stops those that should not be there", () => {
    const two = addFlow(start);
    expect(planLive(start, two, 12)).toMatchObject({ changes: [], added: [two.flows[1]], possible: true });
    expect(planLive(two, removeFlow(two, 1), 12)).toEqual({
      changes: [{ atS: 12, flow: 1, id: "stop", value: 12 }],
      added: [],
      possible: true,
    });
  });

  it("refuses what a running simulation cannot take", () => {
    expect(planLive(start, setParam(start, { scope: "run" }, "seed", 3), 12).possible).toBe(false);
  });

  it("leads where it says", () => {
    const to = setParam(setAqm(withBeta(0.7, start), "pie"), { scope: "path" }, "capacity", 20);
    const { changes } = planLive(start, to, 12);
    expect(settingsAt({ ...start, changes }, 12)).toEqual({ ...to, changes });
  });
});
