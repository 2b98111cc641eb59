import { describe, expect, it } from "vitest";
import { defaultScenario } from "../../../src/engine/index.ts";
import { timeView, zoomOf } from "../../../src/ui/core/run-view.ts";
import { initialState } from "../../../src/ui/core/store.ts";
import { madeSnapshot } from "./made-runs.ts";

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

  it("treats the whole run as no zoom and keeps a zoom inside the run", () => {
    expect(zoomOf({ fromS: 0, toS: 100 }, 100)).toBeNull();
    expect(zoomOf({ fromS: -5, toS: 40 }, 100)).toEqual([0, 40]);
    expect(zoomOf({ fromS: 40, toS: 40 }, 100)).toBeNull();
  });
});
