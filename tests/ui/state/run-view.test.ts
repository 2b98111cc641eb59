import { describe, expect, it } from "vitest";
import { defaultScenario, presets, setParam } from "../../../src/engine/index.ts";
import { delaySentence } from "../../../src/ui/state/path-sentence.ts";
import { questionOf } from "../../../src/ui/state/present-sentence.ts";
import { runLabels, timeView, zoomOf } from "../../../src/ui/state/run-view.ts";
import { initialState } from "../../../src/ui/state/store.ts";
import { madeSnapshot, withBeta } from "./made-runs.ts";

describe("labels of the runs", () => {
  it("say what tells them apart", () => {
    expect(runLabels(withBeta(0.5), withBeta(0.8))).toEqual({ now: "β_ecn 0.80", pinned: "β_ecn 0.50" });
  });

  it("are general where several settings differ, and empty without a pinned run", () => {
    const other = setParam(withBeta(0.8), { scope: "run" }, "seed", 9);
    expect(runLabels(withBeta(0.5), other)).toEqual({ now: "this run", pinned: "before" });
    expect(runLabels(null, other)).toEqual({ now: "", pinned: "" });
  });
});

describe("the time axis", () => {
  const state = initialState(defaultScenario());

  it("shows the whole run, or the zoom", () => {
    expect(timeView(state)).toEqual({ fromS: 0, toS: 100 });
    expect(timeView({ ...state, view: { ...state.view, zoom: [20, 30] } })).toEqual({ fromS: 20, toS: 30 });
  });

  it("grows in round steps with a live run", () => {
    const at = (nowS: number) =>
      timeView({
        ...state,
        mode: "live",
        run: { ...state.run, snapshot: madeSnapshot({ nowS, done: false }) },
      }).toS;
    expect([0, 4, 6, 15, 60, 99].map(at)).toEqual([5, 5, 10, 20, 100, 100]);
  });

  it("takes the whole run for no zoom and keeps a zoom inside the run", () => {
    expect(zoomOf({ fromS: 0, toS: 100 }, 100)).toBeNull();
    expect(zoomOf({ fromS: -5, toS: 40 }, 100)).toEqual([0, 40]);
    expect(zoomOf({ fromS: 40, toS: 40 }, 100)).toBeNull();
  });
});

describe("sentences", () => {
  it("derive the path's figures", () => {
    const facts = { bdpPackets: 83.3, bufferBdp: 12.004, longestQueueS: 1.2 };
    expect(delaySentence(facts, "path")).toBe("bandwidth-delay product 83 packets");
    expect(delaySentence(facts, "queue")).toBe("buffer 12 × BDP · longest queue 1.2 s");
    expect(delaySentence({ ...facts, bufferBdp: 0.2041, longestQueueS: 0.0204 }, "queue")).toBe(
      "buffer 0.2 × BDP · longest queue 20 ms",
    );
  });

  it("ask the question of a preset while it is unchanged", () => {
    const [, preset] = presets;
    expect(questionOf(preset.scenario)).toBe(preset.question);
    expect(questionOf(setParam(preset.scenario, { scope: "run" }, "seed", 77))).toBeNull();
  });
});
