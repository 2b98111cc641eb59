import { describe, expect, it } from "vitest";
import { ALL_SEEN, seenAfter } from "../../src/teaching/reveal.ts";

const SCENE = { reveal: [["delay", "flow 2"], ["pinned"], ["flow 3", "sentence"], ["theory", "result"]] };

describe("what of a scene is seen", () => {
  it("is everything but what is still to be revealed", () => {
    const { isPlotSeen, ...first } = seenAfter(SCENE, 0);
    expect(first).toEqual({ sentence: false, result: false, pinned: false, theory: false, flowsBefore: 1 });
    expect(["cwnd", "delay"].map(isPlotSeen)).toEqual([true, false]);
  });

  it("grows with each press", () => {
    expect(seenAfter(SCENE, 1)).toMatchObject({ pinned: false, flowsBefore: 2 });
    expect(seenAfter(SCENE, 1).isPlotSeen("delay")).toBe(true);
    expect(seenAfter(SCENE, 2)).toMatchObject({ pinned: true, sentence: false, theory: false });
    expect(seenAfter(SCENE, 3)).toMatchObject({ sentence: true, flowsBefore: null, result: false });
    expect(seenAfter(SCENE, 4)).toMatchObject({ theory: true, result: true });
    expect(seenAfter(SCENE, 9).flowsBefore).toBeNull();
  });

  it("is everything where nothing waits", () => {
    const { isPlotSeen, ...all } = seenAfter({ reveal: [] }, 0);
    expect({ ...all, isPlotSeen: ALL_SEEN.isPlotSeen }).toEqual(ALL_SEEN);
    expect([isPlotSeen("cwnd"), ALL_SEEN.isPlotSeen("cwnd")]).toEqual([true, true]);
  });
});
