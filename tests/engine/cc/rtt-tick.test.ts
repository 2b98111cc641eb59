import { describe, expect, test } from "vitest";
import { inTicks, wholeTicks } from "../../../src/engine/cc/rtt-tick.ts";
import { MS } from "./made.ts";

describe("a clock of whole ticks (Linux jiffies)", () => {
  test.each([
    [100, 4, 100],
    [100.001, 4, 104],
    [20.02, 4, 24],
    [20.02, 1, 21],
    [20.02, 0, 20.02],
  ])(
    "an RTT of %s ms with ticks of %s ms counts as %s ms, rounded up (usecs_to_jiffies)",
    (ms, tick, counted) => {
      expect(inTicks(ms * MS, tick * MS)).toBeCloseTo(counted * MS, 3);
    },
  );

  test.each([
    [50, 4, 48],
    [1003.9, 4, 1000],
    [50, 0, 50],
  ])(
    "at %s ms the last tick of %s ms was at %s ms; constants are counted in the same ticks (HZ/20)",
    (ms, tick, counted) => {
      expect(wholeTicks(ms * MS, tick * MS)).toBeCloseTo(counted * MS, 3);
    },
  );
});
