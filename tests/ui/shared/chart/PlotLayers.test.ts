import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { cancelDraw, scheduleDraw } from "../../../../src/ui/shared/chart/PlotLayers.tsx";

let frames: (() => void)[] = [];
const nextFrame = () => {
  const due = frames;
  frames = [];
  for (const run of due) run();
};

beforeEach(() => {
  frames = [];
  vi.stubGlobal("requestAnimationFrame", (run: () => void) => frames.push(run));
});
afterEach(() => vi.unstubAllGlobals());

describe("the drawing of charts", () => {
  it("happens once, in one frame, however often it is requested", () => {
    const [first, second] = [vi.fn(), vi.fn()];
    scheduleDraw(first);
    scheduleDraw(second);
    scheduleDraw(first);
    expect(frames).toHaveLength(1);
    nextFrame();
    expect(first).toHaveBeenCalledTimes(1);
    expect(second).toHaveBeenCalledTimes(1);
  });

  it("can be cancelled and requested again from within", () => {
    const cancelled = vi.fn();
    scheduleDraw(cancelled);
    cancelDraw(cancelled);
    let times = 0;
    const again = () => {
      if (++times < 2) scheduleDraw(again);
    };
    scheduleDraw(again);
    nextFrame();
    nextFrame();
    expect(times).toBe(2);
    expect(cancelled).not.toHaveBeenCalled();
  });

  it("continues when one chart fails, and reports the failure", () => {
    const report = vi.fn();
    vi.stubGlobal("reportError", report);
    const after = vi.fn();
    scheduleDraw(() => {
      throw new Error("broken chart");
    });
    scheduleDraw(after);
    nextFrame();
    expect(after).toHaveBeenCalledTimes(1);
    expect(report).toHaveBeenCalledTimes(1);
  });
});
