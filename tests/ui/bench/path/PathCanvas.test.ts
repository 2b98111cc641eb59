import { describe, expect, it } from "vitest";
import { FallingDrops } from "../../../../src/ui/bench/path/PathCanvas.tsx";
import type { ChartColours } from "../../../../src/ui/shared/chart/colours.ts";
import { triangle } from "../../../../src/ui/shared/chart/symbols.ts";

const colours = { loss: "red" } as ChartColours;

/** Returns a drawing context that counts filled shapes and records the lowest position. */
function countingContext() {
  const seen = { fills: 0, lowest: 0 };
  const context = {
    beginPath() {},
    moveTo() {},
    closePath() {},
    lineTo(_x: number, y: number) {
      seen.lowest = Math.max(seen.lowest, y);
    },
    fill() {
      seen.fills++;
    },
  };
  return { seen, context: context as unknown as CanvasRenderingContext2D };
}

function fills(drops: FallingDrops, nowMs: number): number {
  const { seen, context } = countingContext();
  drops.draw(context, { x: 0, y: 0 }, nowMs, colours, false);
  return seen.fills;
}

const run = {};

describe("falling drops", () => {
  it("start when a later state of the same run counts more of them", () => {
    const drops = new FallingDrops(triangle);
    drops.notice(run, 1, 10, 0);
    expect(fills(drops, 0)).toBe(0);
    drops.notice(run, 2, 12, 0);
    expect(fills(drops, 100)).toBe(2);
    expect(fills(drops, 2000)).toBe(0);
  });

  it("do not start for another run, nor for a step back in time", () => {
    const drops = new FallingDrops(triangle);
    drops.notice(run, 1, 0, 0);
    drops.notice({}, 2, 50, 0);
    expect(fills(drops, 50)).toBe(0);
    drops.notice(run, 5, 90, 0);
    drops.notice(run, 4, 95, 0);
    expect(fills(drops, 50)).toBe(0);
  });

  it("are few, however many were lost at once", () => {
    const drops = new FallingDrops(triangle);
    drops.notice(run, 1, 0, 0);
    drops.notice(run, 2, 1000, 0);
    expect(fills(drops, 100)).toBeLessThanOrEqual(6);
  });

  it("stand still with reduced motion", () => {
    const drops = new FallingDrops(triangle);
    drops.notice(run, 1, 0, 0);
    drops.notice(run, 2, 1, 0);
    const [early, late] = [countingContext(), countingContext()];
    drops.draw(early.context, { x: 0, y: 0 }, 50, colours, true);
    drops.draw(late.context, { x: 0, y: 0 }, 600, colours, true);
    expect(late.seen.lowest).toBe(early.seen.lowest);
  });
});
