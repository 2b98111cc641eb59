import { describe, expect, test } from "vitest";
import type { BucketSeries, Snapshot } from "../../../src/engine/index.ts";
import {
  compareDrawing,
  heightAt,
  readDrawing,
  readYardstick,
  teeth,
} from "../../../src/teaching/document/drawing.ts";

const points = [
  { timeS: 0, value: 0 },
  { timeS: 10, value: 100 },
];

/** Returns a run whose delay has these values, one second each. */
function runOf(values: readonly number[]): Snapshot {
  const last = Float32Array.from(values);
  const sojournMs: BucketSeries = { startS: 0, bucketS: 1, length: last.length, min: last, max: last, last };
  return { links: [{ queue: { sojournMs } }] } as unknown as Snapshot;
}

const task = readDrawing("delay from 0 s to 10 s up to 200 ms");
const compared = (values: readonly number[], ...yardsticks: string[]) =>
  compareDrawing(
    points,
    task,
    yardsticks.map((one) => readYardstick(one, "delay")),
    runOf(values),
  );

describe("a drawing", () => {
  test("has declared axes", () => {
    expect(task).toEqual({ plot: "delay", fromS: 0, toS: 10, top: 200 });
    expect(readDrawing("cwnd from 500 ms to 3s up to 90 segments")).toEqual({
      plot: "cwnd",
      fromS: 0.5,
      toS: 3,
      top: 90,
    });
    for (const text of [
      "jain from 0 s to 3 s up to 1",
      "delay from 3 s to 0 s up to 9 ms",
      "delay from 0 s to 9 s up to lots",
    ])
      expect(() => readDrawing(text)).toThrow();
    for (const text of ["area within 3 ms", "teeth within 2.5", "mean within ms"])
      expect(() => readYardstick(text, "delay")).toThrow();
  });

  test("is straight between its points and level beyond them", () => {
    expect([-1, 0, 5, 10, 11].map((timeS) => heightAt(points, timeS))).toEqual([0, 0, 50, 100, 100]);
  });

  test("is compared with the run by simple measures", () => {
    const run = [5, 15, 25, 35, 45, 55, 65, 75, 85, 95];
    expect(compared(run, "deviation within 1 ms")).toMatchObject([{ apart: 0, right: true, drawn: null }]);
    expect(
      compared(
        run.map((value) => value + 20),
        "deviation within 19 ms",
        "mean within 20 ms",
        "highest within 19 ms",
      ),
    ).toMatchObject([
      { apart: 20, right: false },
      { apart: 20, right: true, drawn: 50, run: 70 },
      { apart: 20, right: false, drawn: 95, run: 115 },
    ]);
    expect(compared([Number.NaN], "mean within 1 ms")).toBeNull();
  });

  test("counts falls of at least a tenth of the highest point as teeth", () => {
    expect(teeth([0, 100, 50, 100, 50, 100])).toBe(2);
    expect(teeth([0, 100, 95, 100, 95, 100])).toBe(0);
    expect(teeth([100, 80, 60, 65, 40])).toBe(1);
    expect(teeth([0, 0, 0])).toBe(0);
    expect(compared([0, 50, 100, 40, 60, 100, 40, 60, 100, 100], "teeth within 1")).toMatchObject([
      { drawn: 0, run: 2, right: false },
    ]);
  });
});
