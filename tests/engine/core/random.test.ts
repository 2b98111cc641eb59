import { describe, expect, test } from "vitest";
import { RandomStream } from "../../../src/engine/core/random.ts";

function draws(seed: number, name: string, n: number): number[] {
  const stream = new RandomStream(seed, name);
  return Array.from({ length: n }, () => stream.uniform());
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  const covariance = mean(a.map((x, i) => (x - meanA) * (b[i] - meanB)));
  const deviation = (values: readonly number[], middle: number) =>
    Math.sqrt(mean(values.map((x) => (x - middle) ** 2)));
  return covariance / (deviation(a, meanA) * deviation(b, meanB));
}

const N = 20_000;

describe("streams", () => {
  test("the same seed and name give the same numbers", () => {
    expect(draws(1, "queue", 100)).toEqual(draws(1, "queue", 100));
  });

  test("the numbers are fixed, in every JS engine and version: links and digests depend on them", () => {
    const stream = new RandomStream(1, "queue");
    const words = Array.from({ length: 4 }, () => stream.uniform() * 4294967296);
    expect(words).toEqual([82081856, 1275265365, 2099335465, 3018693036]);
  });

  test.each([
    ["another name", 1, "start 1"],
    ["a name that differs in its last letter", 1, "queuf"],
    ["another seed", 2, "queue"],
    ["a seed that differs in its highest bit", 1 + 0x40000000, "queue"],
  ])("%s gives unrelated numbers", (_, seed, name) => {
    const [a, b] = [draws(1, "queue", N), draws(seed, name, N)];
    // The limit is four standard deviations of the correlation of independent draws.
    expect(Math.abs(correlation(a, b))).toBeLessThan(4 / Math.sqrt(N));
    expect(a.slice(0, 8)).not.toEqual(b.slice(0, 8));
  });

  test("the names of many flows give many different first numbers", () => {
    const first = Array.from({ length: 2000 }, (_, flow) => draws(1, `start ${flow}`, 1)[0]);
    expect(new Set(first).size).toBeGreaterThan(1995);
    expect(mean(first)).toBeCloseTo(0.5, 1);
  });
});

describe("uniform", () => {
  const values = draws(7, "uniform", N);

  test("is in [0, 1)", () => {
    expect(Math.min(...values)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...values)).toBeLessThan(1);
  });

  test("has mean 1/2 and variance 1/12", () => {
    expect(Math.abs(mean(values) - 0.5)).toBeLessThan(4 / Math.sqrt(12 * N));
    expect(Math.abs(mean(values.map((x) => (x - 0.5) ** 2)) - 1 / 12)).toBeLessThan(0.003);
  });

  test("fills 20 equal classes evenly (chi-square below the 99.99 % point of 19 degrees of freedom)", () => {
    const counts = new Array<number>(20).fill(0);
    for (const value of values) counts[Math.floor(value * 20)]++;
    const expected = N / 20;
    const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    expect(chiSquare).toBeLessThan(50.8);
  });

  test("a number does not allow predicting the next one", () => {
    expect(Math.abs(correlation(values.slice(0, -1), values.slice(1)))).toBeLessThan(4 / Math.sqrt(N));
  });
});
