import { describe, expect, test } from "vitest";
import {
  DELAY_PATTERN,
  delayPattern,
  MAX_PATTERN_STEPS,
  RATE_PATTERN,
  ratePattern,
} from "../../../src/engine/net/pattern.ts";

const S = 1e9;

describe("patterns over time", () => {
  test("a square wave has the declared value for half a period and another value for the other half", () => {
    expect(ratePattern("square:10:0.5")).toEqual({
      steps: [
        { atNs: 0, value: 1 },
        { atNs: 5 * S, value: 0.5 },
      ],
      repeatNs: 10 * S,
    });
    expect(delayPattern("square:2:30")?.steps[0].value).toBe(0);
  });

  test("steps occur once or repeatedly", () => {
    expect(ratePattern("0:1;20:0.2")).toEqual({
      steps: [
        { atNs: 0, value: 1 },
        { atNs: 20 * S, value: 0.2 },
      ],
      repeatNs: null,
    });
    expect(ratePattern("0:1;0.5:2;repeat:1.5")?.repeatNs).toBe(1.5 * S);
  });

  test("without a text there is no pattern", () => {
    expect([ratePattern(""), delayPattern("")]).toEqual([null, null]);
  });

  test.each([
    ["", ""],
    [" none ", ""],
    ["square:10s:0.50", "square:10:0.5"],
    ["0s:1; 20s:0.2", "0:1;20:0.2"],
    ["0:1;5:0.5;repeat:10", "square:10:0.5"],
    ["0:1;4:0.5;repeat:10s", "0:1;4:0.5;repeat:10"],
    ["1e-1:2", "0.1:2"],
  ])("%j is read as %j", (given, canonical) => {
    expect(RATE_PATTERN.read(given)).toBe(canonical);
    expect(RATE_PATTERN.read(canonical)).toBe(canonical);
  });

  test.each([
    "square",
    "square:0:0.5",
    "square:10:11",
    "square:10:0",
    "5:1;5:2",
    "5:1;4:2",
    "0:1;20:0.5;repeat:10",
    "repeat:10",
    "a:1",
    "0:NaN",
    "0:1;;",
    "4000:1",
    "0:-1",
    Array.from({ length: MAX_PATTERN_STEPS + 1 }, (_, i) => `${i}:1`).join(";"),
  ])("%j is refused", (given) => {
    expect(RATE_PATTERN.read(given)).toBeNull();
  });

  test("a pattern of the delay is in added ms, and may be omitted", () => {
    expect(DELAY_PATTERN.read("0:0;10:50ms")).toBe("0:0;10:50");
    expect(DELAY_PATTERN.read("0:3000")).toBeNull();
  });
});
