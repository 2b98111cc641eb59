import { describe, expect, it } from "vitest";
import {
  cdfDomain,
  cdfPoints,
  fractionAt,
  LOG_FLOOR_MS,
  quantileMs,
} from "../../../../src/ui/bench/plots/delay-cdf.ts";

const cdf = {
  ms: Float32Array.from([0, 1, 2, 10]),
  fraction: Float32Array.from([0.25, 0.5, 0.99, 1]),
};

describe("the points of a distribution", () => {
  it("are as recorded on linear axes", () => {
    expect(cdfPoints(cdf, "linear")[0]).toEqual({ ms: 0, fraction: 0.25 });
  });

  it("move a delay of zero to the floor of a log axis", () => {
    expect(cdfPoints(cdf, "log")[0].ms).toBe(LOG_FLOOR_MS);
  });

  it("turn into shares above, without the last, for the tail", () => {
    const tail = cdfPoints(cdf, "tail");
    expect(tail).toHaveLength(3);
    expect(tail[0].fraction).toBeCloseTo(0.75);
    expect(tail[2].fraction).toBeCloseTo(0.01);
  });
});

describe("a quantile", () => {
  it("is the smallest delay that so many packets do not exceed", () => {
    expect(quantileMs(cdf, 0.5)).toBe(1);
    expect(quantileMs(cdf, 0.51)).toBe(2);
    expect(quantileMs(cdf, 0.99)).toBe(2);
    expect(quantileMs(cdf, 1)).toBe(10);
  });

  it("does not exist without packets", () => {
    expect(quantileMs({ ms: new Float32Array(), fraction: new Float32Array() }, 0.5)).toBeNaN();
  });
});

describe("the axes", () => {
  it("end near p99 on the linear scale, whatever one late packet did", () => {
    expect(cdfDomain([cdf], "linear")?.toMs).toBeLessThan(5);
  });

  it("begin at a whole decade and hold the longest delay on the log scales", () => {
    for (const scale of ["log", "tail"] as const) {
      const domain = cdfDomain([cdf], scale);
      expect(domain?.fromMs).toBe(1);
      expect(domain?.toMs).toBeGreaterThanOrEqual(10);
    }
  });

  it("reach down to the rarest recorded share in the tail", () => {
    expect(cdfDomain([cdf], "tail")?.fromFraction).toBeCloseTo(0.01);
  });

  it("do not exist without packets", () => {
    expect(cdfDomain([{ ms: new Float32Array(), fraction: new Float32Array() }], "linear")).toBeNull();
  });

  it("hold both runs", () => {
    const later = { ms: Float32Array.from([50]), fraction: Float32Array.from([1]) };
    expect(cdfDomain([cdf, later], "linear")?.toMs).toBeGreaterThan(50);
  });
});

describe("the fraction at a delay", () => {
  it("counts the packets that waited at most so long", () => {
    expect(fractionAt(cdf, -1)).toBe(0);
    expect(fractionAt(cdf, 0)).toBeCloseTo(0.25);
    expect(fractionAt(cdf, 1.5)).toBeCloseTo(0.5);
    expect(fractionAt(cdf, 99)).toBe(1);
  });
});
