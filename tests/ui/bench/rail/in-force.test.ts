import { describe, expect, it } from "vitest";
import { getParam, type Scenario, scenarioFromUrl } from "../../../../src/engine/index.ts";
import { inForceNow, nowNote } from "../../../../src/ui/bench/rail/ControlHead.tsx";
import { settingsAt } from "../../../../src/ui/core/live-changes.ts";
import { initialState } from "../../../../src/ui/core/store.ts";

const { scenario } = scenarioFromUrl("set=20s:capacity=5Mbps&set=40s:aqm=pie");
const capacity = (of: Scenario) => `${getParam(of, { scope: "path" }, "capacity")} Mbps`;
const at = (playheadS: number) => {
  const state = initialState(scenario);
  return { ...state, playback: { ...state.playback, playheadS } };
};

describe("the settings in force at the playhead", () => {
  it("follow the changes, and are one object between two of them", () => {
    expect(settingsAt(scenario, 10)).toBe(scenario);
    expect(capacity(settingsAt(scenario, 25))).toBe("5 Mbps");
    expect(settingsAt(scenario, 25)).toBe(settingsAt(scenario, 39));
    expect(inForceNow(at(45)).queue.aqm).toBe("pie");
  });

  it("are what a live run's controls show", () => {
    const settings = settingsAt(scenario, 45);
    expect(inForceNow({ ...at(3), mode: "live", settings })).toBe(settings);
  });

  it("are mentioned if they differ from the start's", () => {
    expect(nowNote(at(10), capacity)).toBeNull();
    expect(nowNote(at(25), capacity)).toBe("now 5 Mbps, 10 Mbps at the start");
    expect(nowNote(at(45), ({ queue }) => (queue.aqm === "codel" ? "5 ms" : null))).toBe("now not in use");
    expect(nowNote(at(45), ({ queue }) => (queue.aqm === "pie" ? "15 ms" : null))).toBeNull();
  });
});
