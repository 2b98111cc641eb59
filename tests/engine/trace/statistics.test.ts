import { describe, expect, test } from "vitest";
import { RangeStatistic, TimeWeighted } from "../../../src/engine/trace/statistics.ts";

describe("a quantity that keeps its value between changes", () => {
  test("has a mean weighted by time", () => {
    const quantity = new TimeWeighted();
    quantity.set(0, 10);
    quantity.set(30, 20);
    expect(quantity.range(40)).toEqual({ mean: (10 * 30 + 20 * 10) / 40, min: 10, max: 20 });
  });

  test("does not count the time before it had a value", () => {
    const quantity = new TimeWeighted();
    quantity.set(100, 5);
    expect(quantity.range(200)).toEqual({ mean: 5, min: 5, max: 5 });
  });

  test("restarted keeps its value and forgets the rest", () => {
    const quantity = new TimeWeighted();
    quantity.set(0, 1);
    quantity.set(10, 4);
    quantity.restart(20);
    quantity.set(30, 6);
    expect(quantity.range(40)).toEqual({ mean: 5, min: 4, max: 6 });
  });

  test("has no range while nothing was set or no time has passed", () => {
    const quantity = new TimeWeighted();
    expect(quantity.range(10)).toBeNull();
    quantity.set(10, 3);
    expect(quantity.range(10)).toBeNull();
  });

  test("asking in between changes nothing, to the last bit", () => {
    const [asked, unasked] = [new TimeWeighted(), new TimeWeighted()];
    let nowNs = 0;
    for (let i = 1; i < 1000; i++) {
      // Products beyond 2^53, where adding in parts would round differently.
      const value = 123_457 + (i % 89);
      asked.set(nowNs, value);
      unasked.set(nowNs, value);
      asked.range(nowNs + 3_333_333_333);
      asked.range(nowNs + 7_777_777_777);
      nowNs += 9_999_999_967;
    }
    expect(asked.range(nowNs)).toEqual(unasked.range(nowNs));
  });
});

describe("samples", () => {
  test("have mean, min and max", () => {
    const samples = new RangeStatistic();
    for (const value of [3, 9, 6]) samples.add(value);
    expect(samples.range()).toEqual({ mean: 6, min: 3, max: 9 });
  });

  test("none, and restarted: no range", () => {
    const samples = new RangeStatistic();
    expect(samples.range()).toBeNull();
    samples.add(1);
    samples.restart();
    expect(samples.range()).toBeNull();
    samples.add(2);
    expect(samples.range()).toEqual({ mean: 2, min: 2, max: 2 });
  });
});
