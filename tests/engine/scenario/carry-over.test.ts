import { expect, test } from "vitest";
import type { BooleanParam, NumberParam } from "../../../src/engine/index.ts";
import { carryOver } from "../../../src/engine/scenario/carry-over.ts";

const WEIGHT: NumberParam = {
  kind: "number",
  id: "weight",
  label: "Weight",
  unit: "ratio",
  default: 0.5,
  min: 0,
  max: 1,
  step: 0.1,
  scale: "linear",
  help: "How much it counts.",
};
const SWITCH: BooleanParam = {
  kind: "boolean",
  id: "switch",
  label: "Switch",
  default: true,
  help: "On or off.",
};

test("what was set by hand stays, the rest takes the new default", () => {
  const to = [{ ...WEIGHT, default: 0.8 }, SWITCH];
  expect(carryOver([WEIGHT, SWITCH], { weight: 0.5, switch: false }, to)).toEqual({
    weight: 0.8,
    switch: false,
  });
  expect(carryOver([WEIGHT], { weight: 0.6 }, to)).toEqual({ weight: 0.6, switch: true });
});

test("what the new one does not allow takes its default", () => {
  expect(carryOver([WEIGHT], { weight: 0.2 }, [{ ...WEIGHT, min: 0.3 }])).toEqual({ weight: 0.5 });
});

test("a switch that is fixed takes the value that it has to have", () => {
  const fixed: BooleanParam = { ...SWITCH, fixed: { value: true, why: "It reads marks." } };
  expect(carryOver([SWITCH], { switch: false }, [fixed])).toEqual({ switch: true });
  expect(carryOver([WEIGHT], { weight: 1 }, [fixed])).toEqual({ switch: true });
});
