import { describe, expect, it } from "vitest";
import { defaultScenario, getParam } from "../../../src/engine/index.ts";
import { settingsAt } from "../../../src/ui/core/live-changes.ts";

const FLOW = { scope: "flow", flow: 0 } as const;

describe("settings in force", () => {
  const scenario = {
    ...defaultScenario(),
    changes: [
      { atS: 20, flow: null, link: null, id: "beta-ecn", value: 0.9 },
      { atS: 40, flow: null, link: null, id: "aqm", value: "droptail" },
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
