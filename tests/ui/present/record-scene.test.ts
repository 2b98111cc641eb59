import { describe, expect, it } from "vitest";
import { defaultScenario, scenarioFromUrl } from "../../../src/engine/index.ts";
import { namesIn, namesOf, recordedScene, withNames } from "../../../src/ui/present/talk-editor.ts";
import { initialState } from "../../../src/ui/state/store.ts";

const state = initialState(defaultScenario());

describe("a scene that is recorded", () => {
  it("is what the bench shows: run, pinned run, moment, plots, controls", () => {
    const { scenario } = scenarioFromUrl("v=2&beta-ecn=0.8");
    const frame = {
      ...state.frame,
      present: true,
      embed: true,
      plots: ["cwnd", "phase"],
      touch: ["rtt"],
      hide: ["rail"],
    };
    const guide = { kind: "talk", text: "other", step: 2, sets: false } as const;
    const pinned = { scenario: state.scenario, snapshot: null };
    const playback = { ...state.playback, playheadS: 12.3456 };
    expect(recordedScene({ ...state, scenario, pinned, frame, guide, playback })).toEqual({
      link: "v=2&beta-ecn=0.8&pin=v%3D2&at=12.35s&plots=cwnd,phase&touch=rtt",
      theory: false,
      peak: false,
      zoom: null,
    });
  });

  it("is seen as the plots were", () => {
    const view = { ...state.view, theory: true, wholeRange: true, zoom: [10.001, 14.499] as const };
    expect(recordedScene({ ...state, view })).toMatchObject({ theory: true, peak: true, zoom: [10, 14.5] });
    // A live run begins at its beginning.
    expect(recordedScene({ ...state, mode: "live" }).link).toBe("v=2&mode=live");
  });
});

describe("the names in a scene's link", () => {
  it("are read, set, and left out where there are none", () => {
    const link = "v=2&plots=cwnd,delay&touch=rtt";
    expect([namesIn(link, "plots"), namesIn(link, "touch"), namesIn("v=2", "touch")]).toEqual([
      ["cwnd", "delay"],
      ["rtt"],
      [],
    ]);
    expect(withNames(link, "touch", ["aqm", "rtt"])).toBe("v=2&plots=cwnd,delay&touch=aqm,rtt");
    expect(withNames(link, "plots", [])).toBe("v=2&touch=rtt");
    expect(namesOf(" a, b,, ")).toEqual(["a", "b"]);
  });
});
