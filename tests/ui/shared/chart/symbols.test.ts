import { describe, expect, it } from "vitest";
import type { FlowEvents } from "../../../../src/engine/index.ts";
import {
  firstAtOrAfter,
  neighbourEvent,
  ordinal,
  thinEvents,
} from "../../../../src/ui/shared/chart/symbols.ts";

const times = Float64Array.from({ length: 100 }, (_, index) => index);
const all = () => true;
const whole = { fromS: 0, toS: 99 };

describe("thinning of events", () => {
  it("draws all while they fit", () => {
    expect(thinEvents(times, all, whole, 100, 1)).toEqual({ kept: [...times], every: 1 });
  });

  it("draws every n-th where they do not, and says which", () => {
    const { kept, every } = thinEvents(times, all, whole, 30, 1);
    expect(every).toBe(4);
    expect(kept).toHaveLength(25);
    expect(kept[1]).toBe(4);
  });

  it("multiplies by the stride of the recording", () => {
    expect(thinEvents(times, all, whole, 50, 3).every).toBe(6);
  });

  it("counts the wanted ones in the view only", () => {
    const even = (index: number) => index % 2 === 0;
    expect(thinEvents(times, even, { fromS: 10, toS: 20 }, 10, 1)).toEqual({
      kept: [10, 12, 14, 16, 18, 20],
      every: 1,
    });
  });
});

describe("looking for events", () => {
  it("finds the first time that is not before", () => {
    expect(firstAtOrAfter([1, 3, 5], 0)).toBe(0);
    expect(firstAtOrAfter([1, 3, 5], 3)).toBe(1);
    expect(firstAtOrAfter([1, 3, 5], 6)).toBe(3);
  });

  it("steps to the neighbours of an event without staying on it", () => {
    const events = { timeS: Float64Array.from([1, 3, 5]) } as FlowEvents;
    expect(neighbourEvent(events, 3, 1)).toBe(5);
    expect(neighbourEvent(events, 3, -1)).toBe(1);
    expect(neighbourEvent(events, 5, 1)).toBeNull();
    expect(neighbourEvent(events, 1, -1)).toBeNull();
  });
});

describe("ordinals", () => {
  it("are spelled as people write them", () => {
    expect([1, 2, 3, 4, 11, 12, 13, 21, 102, 111].map(ordinal)).toEqual([
      "1st",
      "2nd",
      "3rd",
      "4th",
      "11th",
      "12th",
      "13th",
      "21st",
      "102nd",
      "111th",
    ]);
  });
});
