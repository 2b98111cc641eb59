import { describe, expect, test } from "vitest";
import { Clock } from "../../../src/engine/core/clock.ts";
import { RangeColumns, TimeWeighted } from "../../../src/engine/trace/running-statistics.ts";
import { timed } from "../core/timed.ts";

describe("a quantity that keeps its value between changes", () => {
  test("has a mean weighted by time", () => {
    const { at } = timed((clock) => new TimeWeighted(clock));
    at(0).set(10);
    at(30).set(20);
    expect(at(40).range()).toEqual({ mean: (10 * 30 + 20 * 10) / 40, min: 10, max: 20 });
  });

  test("does not count the time before it had a value", () => {
    const { at } = timed((clock) => new TimeWeighted(clock));
    at(100).set(5);
    expect(at(200).range()).toEqual({ mean: 5, min: 5, max: 5 });
  });

  test("after a restart keeps its value and drops the rest", () => {
    const { at } = timed((clock) => new TimeWeighted(clock));
    at(0).set(1);
    at(10).set(4);
    at(20).restart();
    at(30).set(6);
    expect(at(40).range()).toEqual({ mean: 5, min: 4, max: 6 });
  });

  test("has no range if nothing was set or no time has passed", () => {
    const { at } = timed((clock) => new TimeWeighted(clock));
    expect(at(10).range()).toBeNull();
    at(10).set(3);
    expect(at(10).range()).toBeNull();
  });

  test("reading in between changes nothing, to the last bit", () => {
    const clock = new Clock();
    const [asked, unasked] = [new TimeWeighted(clock), new TimeWeighted(clock)];
    for (let i = 1; i < 1000; i++) {
      // The products are beyond 2^53, where adding them in parts would round differently.
      const value = 123_457 + (i % 89);
      asked.set(value);
      unasked.set(value);
      for (const stepNs of [3_333_333_333, 4_444_444_444, 2_222_222_190]) {
        clock.nowNs += stepNs;
        if (stepNs > 3e9) asked.range();
      }
    }
    expect(asked.range()).toEqual(unasked.range());
  });
});

describe("samples of flows", () => {
  test("have mean, min and max for each flow; a sample of 0 is no value", () => {
    const samples = new RangeColumns();
    for (const [a, b] of [
      [3, 0],
      [9, 8],
      [6, 0],
    ])
      samples.add(Float64Array.of(a, b), 2);
    expect(samples.range(0)).toEqual({ mean: 6, min: 3, max: 9 });
    expect(samples.range(1)).toEqual({ mean: 8, min: 8, max: 8 });
  });

  test("without samples, and after a restart: no range", () => {
    const samples = new RangeColumns();
    expect(samples.range(0)).toBeNull();
    samples.add(Float64Array.of(1), 1);
    samples.restart();
    expect(samples.range(0)).toBeNull();
    samples.add(Float64Array.of(2), 1);
    expect(samples.range(0)).toEqual({ mean: 2, min: 2, max: 2 });
  });

  test("a flow that joins later has columns too, and earlier flows keep theirs", () => {
    const samples = new RangeColumns();
    samples.add(Float64Array.of(4), 1);
    samples.add(Float64Array.of(6, 5), 2);
    expect(samples.range(0)).toEqual({ mean: 5, min: 4, max: 6 });
    expect(samples.range(1)).toEqual({ mean: 5, min: 5, max: 5 });
  });
});
