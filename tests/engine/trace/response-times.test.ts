import { describe, expect, test } from "vitest";
import { ResponseTimes } from "../../../src/engine/trace/response-times.ts";

describe("response times", () => {
  test("without any there are no statistics", () => {
    expect(new ResponseTimes().summary()).toBeNull();
  });

  test("mean and maximum are exact, percentiles within 1 %", () => {
    const times = new ResponseTimes();
    for (let i = 1; i <= 1000; i++) times.add(i / 100);
    const { n, meanS, p50S, p90S, p99S, maxS } = times.summary() ?? { n: 0 };
    expect(n).toBe(1000);
    expect([meanS, maxS]).toEqual([expect.closeTo(5.005, 6), 10]);
    for (const [seen, of] of [
      [p50S, 5],
      [p90S, 9],
      [p99S, 9.9],
    ] as const) {
      expect(Math.abs((seen ?? 0) / of - 1)).toBeLessThan(0.012);
    }
  });

  test("those before the end of the warm-up are dropped, refusals too", () => {
    const times = new ResponseTimes();
    times.add(100);
    times.refused = 3;
    times.restart();
    expect(times.summary()).toBeNull();
    times.add(1);
    times.refused++;
    expect(times.summary()).toMatchObject({ n: 1, meanS: 1, maxS: 1, refused: 1 });
  });
});
