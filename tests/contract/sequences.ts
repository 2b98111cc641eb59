/** Generates inputs for the contract tests of all algorithms. */
import fc from "fast-check";
import { opportunitiesText, ratesText } from "../../src/engine/net/capacity-trace.ts";
import type { Param, ParamValue, ParamValues, TextParam } from "../../src/engine/params/param.ts";

/** Generates an allowed value of a declared parameter, often one of its limits or its default. */
export function anyValueOf(param: Param): fc.Arbitrary<ParamValue> {
  switch (param.kind) {
    case "boolean":
      return param.fixed === undefined ? fc.boolean() : fc.constant(param.fixed.value);
    case "enum":
      return fc.constantFrom(...param.options.map((option) => option.value));
    case "size":
      return fc.oneof(
        fc.integer({ min: param.minPackets, max: 200 }).map((packets) => `${packets}p`),
        fc.integer({ min: param.minBytes, max: 300_000 }).map((bytes) => `${bytes}B`),
      );
    case "number": {
      const { min, max, integer } = param;
      const between = integer
        ? fc.integer({ min: Math.ceil(min), max: Math.floor(max) })
        : fc.double({ min, max, noNaN: true }).map((value) => (value === 0 ? 0 : value));
      const edges = fc.constantFrom<ParamValue>(min, max, param.default);
      return fc.oneof({ weight: 3, arbitrary: between }, { weight: 1, arbitrary: edges });
    }
    case "text":
      return anyTextOf(param);
  }
}

/** Generates allowed values of all parameters. */
export function anyValuesOf(params: readonly Param[]): fc.Arbitrary<ParamValues> {
  return fc.record(Object.fromEntries(params.map((param) => [param.id, anyValueOf(param)])));
}

const seconds = fc.integer({ min: 1, max: 40 }).map((tenths) => tenths / 10);
const patternValue = fc.integer({ min: 1, max: 300 }).map((hundredths) => hundredths / 100);
const square = fc
  .tuple(seconds, patternValue)
  .map(([period, value]) => `square:${Math.max(0.2, period)}:${value}`);
const steps = fc
  .tuple(fc.uniqueArray(seconds, { minLength: 1, maxLength: 6 }), patternValue, fc.boolean())
  .map(([times, value, repeats]) => {
    const sorted = [...times].sort((a, b) => a - b);
    const texts = sorted.map((time, i) => `${time}:${(value * (i + 1)) / sorted.length}`);
    return [...texts, ...(repeats ? [`repeat:${sorted[sorted.length - 1] + 0.5}`] : [])].join(";");
  });

const recordedRates = fc
  .tuple(
    fc.array(fc.tuple(fc.integer({ min: 1, max: 2e6 }), fc.constantFrom(0, 5e4, 3e6, 7_654_321, 2e7)), {
      minLength: 1,
      maxLength: 8,
    }),
    fc.boolean(),
  )
  .filter(([rows]) => rows.some(([, bps]) => bps > 0))
  .map(([rows, repeats]) =>
    ratesText(
      rows.map(([us]) => us),
      rows.map(([, bps]) => bps),
      repeats,
    ),
  );
const opportunities = fc
  .tuple(fc.array(fc.constantFrom(0, 1, 1, 2, 5, 30, 700), { minLength: 1, maxLength: 200 }), fc.boolean())
  .map(([gaps, repeats]) => {
    let ms = 1;
    const times = gaps.map((gap) => {
      ms += gap;
      return ms;
    });
    return opportunitiesText(times, repeats);
  });

/**
 * Generates a pattern or a recording over time in canonical form, if the syntax allows one; otherwise a text that the
 * syntax accepts.
 */
function anyTextOf(param: TextParam): fc.Arbitrary<ParamValue> {
  return fc
    .oneof(fc.constant(param.default), square, steps, recordedRates, opportunities)
    .map((text) => param.read(text) ?? param.default);
}
