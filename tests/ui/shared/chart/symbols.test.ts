import { expect, it } from "vitest";
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

it("all events are drawn while they fit, else every n-th, including the stride of the recording", () => {
  expect(thinEvents(times, all, whole, 100, 1)).toEqual({ kept: [...times], every: 1 });
  const { kept, every } = thinEvents(times, all, whole, 30, 1);
  expect([kept.length, kept[1], every]).toEqual([25, 4, 4]);
  expect(thinEvents(times, all, whole, 50, 3).every).toBe(6);
});

it("only the wanted ones in the view are counted", () => {
  const even = (index: number) => index % 2 === 0;
  const { kept, every } = thinEvents(times, even, { fromS: 10, toS: 20 }, 10, 1);
  expect([kept, every]).toEqual([[10, 12, 14, 16, 18, 20], 1]);
});

it("the first time at or after another is found, and the neighbours of an event", () => {
  expect([0, 3, 6].map((timeS) => firstAtOrAfter([1, 3, 5], timeS))).toEqual([0, 1, 3]);
  const events = { timeS: Float64Array.of(1, 3, 5) } as FlowEvents;
  expect([1, 3, 5].map((timeS) => neighbourEvent(events, timeS, 1))).toEqual([3, 5, null]);
  expect([1, 3, 5].map((timeS) => neighbourEvent(events, timeS, -1))).toEqual([null, 1, 3]);
});

it("ordinals are spelled correctly", () => {
  const spelled = [1, 2, 3, 4, 11, 12, 13, 21, 102, 111].map(ordinal).join(" ");
  expect(spelled).toBe("1st 2nd 3rd 4th 11th 12th 13th 21st 102nd 111th");
});
