/** What the contract tests throw at every algorithm. */
import fc from "fast-check";
import type { Param, ParamValue } from "../../src/engine/params/param.ts";

/** An allowed value of a declared parameter; bounds and default often. */
export function anyValueOf(param: Param): fc.Arbitrary<ParamValue> {
  switch (param.kind) {
    case "boolean":
      return fc.boolean();
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
  }
}
