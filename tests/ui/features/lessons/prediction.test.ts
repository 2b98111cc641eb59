import { describe, expect, it } from "vitest";
import type { DrawingTask, DrawnPoint } from "../../../../src/teaching/document/drawing.ts";
import { pointsAfterKey } from "../../../../src/ui/features/lessons/PlotPrediction.tsx";
import {
  firstPoints,
  movedPoint,
  withoutPoint,
  withPointAfter,
  withStroke,
} from "../../../../src/ui/features/lessons/prediction.ts";

const task: DrawingTask = { plot: "delay", fromS: 0, toS: 60, top: 100 };
const points = firstPoints(task);
const timesOf = (list: readonly DrawnPoint[]) => list.map(({ timeS }) => timeS);

describe("a drawing in progress", () => {
  it("starts as a low line from end to end", () => {
    expect(timesOf(points)).toEqual([0, 10, 20, 30, 40, 50, 60]);
    expect(new Set(points.map(({ value }) => value))).toEqual(new Set([20]));
  });

  it("has points that move between their neighbours and within the axes; the ends keep their times", () => {
    expect(movedPoint(points, 2, { timeS: 25, value: 70 }, task)[2]).toEqual({ timeS: 25, value: 70 });
    const far = movedPoint(points, 2, { timeS: 55, value: 170 }, task)[2];
    expect(far.value).toBe(100);
    expect(far.timeS).toBeCloseTo(29.88, 5);
    expect(movedPoint(points, 0, { timeS: 5, value: -3 }, task)[0]).toEqual({ timeS: 0, value: 0 });
    expect(movedPoint(points, 6, { timeS: 5, value: 3 }, task)[6]).toEqual({ timeS: 60, value: 3 });
  });

  it("accepts further points and removes them, except its ends", () => {
    expect(timesOf(withPointAfter(points, 0))).toEqual([0, 5, 10, 20, 30, 40, 50, 60]);
    expect(withPointAfter(points, 6)).toEqual(points);
    expect(timesOf(withoutPoint(points, 1))).toEqual([0, 20, 30, 40, 50, 60]);
    expect(withoutPoint(points, 0)).toEqual(points);
    expect(withoutPoint(points, 6)).toEqual(points);
  });

  it("is replaced by a pen stroke, with as few points as describe it", () => {
    const stroke = Array.from({ length: 50 }, (_, i) => ({
      timeS: 12 + (i * 26) / 49,
      value: 90 - Math.abs(i - 25),
    }));
    const drawn = withStroke(points, stroke.reverse(), task);
    expect(timesOf(drawn).filter((timeS) => timeS < 12 || timeS > 38)).toEqual([0, 10, 40, 50, 60]);
    expect(drawn.length).toBeLessThan(10);
    expect(Math.max(...drawn.map(({ value }) => value))).toBe(90);
  });

  it("is extended to an end that the pen almost reached, and ignores a dot", () => {
    const stroke = [
      { timeS: 1, value: 130 },
      { timeS: 59, value: -5 },
    ];
    expect(withStroke(points, stroke, task)).toEqual([
      { timeS: 0, value: 100 },
      { timeS: 1, value: 100 },
      { timeS: 59, value: 0 },
      { timeS: 60, value: 0 },
    ]);
    expect(withStroke(points, [{ timeS: 5, value: 5 }], task)).toEqual(points);
  });

  it("is moved by keys", () => {
    const NO_OTHER = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };
    const moved = (key: string, others = {}) =>
      pointsAfterKey({ ...NO_OTHER, ...others, key }, points, 2, task)?.[2];
    expect(moved("ArrowUp")).toEqual({ timeS: 20, value: 25 });
    expect(moved("ArrowDown", { shiftKey: true })).toEqual({ timeS: 20, value: 19 });
    expect([
      moved("PageUp")?.value,
      moved("PageDown")?.value,
      moved("Home")?.value,
      moved("End")?.value,
    ]).toEqual([30, 10, 0, 100]);
    expect([moved("ArrowRight")?.timeS, moved("ArrowLeft")?.timeS]).toEqual([21.5, 18.5]);
    expect(moved("Insert")).toEqual(points[2]);
    expect(moved("Delete")).toEqual(points[3]);
    expect([moved("a"), moved("ArrowUp", { ctrlKey: true })]).toEqual([undefined, undefined]);
  });
});
