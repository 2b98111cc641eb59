import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { cancelDraw, drawNow, scheduleDraw } from "../../../../src/ui/shared/chart/PlotLayers.tsx";

let frames: (() => void)[] = [];
const nextFrame = () => {
  const due = frames;
  frames = [];
  for (const run of due) run();
};

beforeEach(() => {
  frames = [];
  vi.stubGlobal("requestAnimationFrame", (run: () => void) => frames.push(run));
  vi.stubGlobal("cancelAnimationFrame", (frame: number) => frames.splice(frame - 1, 1));
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

  it("does not wait for the frame on paper, and does not repeat then", () => {
    const draw = vi.fn();
    scheduleDraw(draw);
    drawNow();
    expect(draw).toHaveBeenCalledTimes(1);
    nextFrame();
    expect(draw).toHaveBeenCalledTimes(1);
    scheduleDraw(draw);
    nextFrame();
    expect(draw).toHaveBeenCalledTimes(2);
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
