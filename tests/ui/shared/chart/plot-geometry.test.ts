import fc from "fast-check";
import { expect, test } from "vitest";
import {
  linearScale,
  logScale,
  niceDomain,
  niceLogDomain,
  tickDecimals,
} from "../../../../src/ui/shared/chart/plot-geometry.ts";

test("a linear scale converts to px and back, also upside down", () => {
  const y = linearScale([0, 40], [200, 0]);
  expect([y(0), y(10), y(40), y(50)]).toEqual([200, 150, 0, -50]);
  expect([y.invert(200), y.invert(150), y.invert(0)]).toEqual([0, 10, 40]);
  expect(y.domain()).toEqual([0, 40]);
});

test("a logarithmic scale gives every decade the same room", () => {
  const x = logScale([0.1, 100], [0, 300]);
  for (const [value, px] of [
    [0.1, 0],
    [1, 100],
    [10, 200],
    [100, 300],
  ]) {
    expect(x(value)).toBeCloseTo(px, 9);
    expect(x.invert(px)).toBeCloseTo(value, 9);
  }
});

test("conversion there and back gives the same value on every scale", () => {
  const value = fc.double({ min: 1e-3, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(value, value, value, (from, span, at) => {
      for (const scale of [linearScale, logScale]) {
        const made = scale([from, from + span], [10, 700]);
        expect(made.invert(made(at)) / at).toBeCloseTo(1, 4);
      }
    }),
  );
});

test("a value that is too small to be written out still has a text", () => {
  for (const domain of [
    [5, 5],
    [0, 1e-130],
    [0, 5e-324],
  ] as const)
    expect(linearScale(domain, [0, 100]).tickFormat(4)(0)).toMatch(/^0(?:\.0+)?$/);
});

test("an empty domain is one position", () => {
  const x = linearScale([5, 5], [0, 100]);
  expect([x(5), x(9), x.invert(50)]).toEqual([0, 0, 5]);
});

test.each<[[number, number], number, number[], string[]]>([
  [[0, 10], 5, [0, 2, 4, 6, 8, 10], ["0", "2", "4", "6", "8", "10"]],
  [[0, 1], 4, [0, 0.2, 0.4, 0.6, 0.8, 1], ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]],
  [[-0.1, 0.1], 4, [-0.1, -0.05, 0, 0.05, 0.1], ["−0.10", "−0.05", "0.00", "0.05", "0.10"]],
  [[0, 2000], 2, [0, 1000, 2000], ["0", "1,000", "2,000"]],
])("ticks of %j, about %d, and their texts", (domain, count, ticks, texts) => {
  const scale = linearScale(domain, [0, 100]);
  expect(scale.ticks(count)).toEqual(ticks);
  expect(ticks.map(scale.tickFormat(count))).toEqual(texts);
});

test("a round domain contains the original", () => {
  expect(niceDomain([0, 9.3], 5)).toEqual([0, 10]);
  expect(niceDomain([-0.3, 1.06], 3)).toEqual([-0.5, 1.5]);
  expect(niceLogDomain([0.02, 700])).toEqual([0.01, 1000]);
  expect(niceLogDomain([0.01, 1000])).toEqual([0.01, 1000]);
  expect(tickDecimals([0, 0.05], 5)).toBe(2);
});
