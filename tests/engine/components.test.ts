import { describe, expect, test } from "vitest";
import { Components } from "../../src/engine/components.ts";
import { Clock } from "../../src/engine/core/clock.ts";

describe("components", () => {
  test("an event states its action and its component", () => {
    const components = new Components(new Clock());
    const [a, b, c] = [components.register(2, 0), components.register(2, 1), components.register(0, 7)];
    for (const [slot, timeNs] of [
      [a, 30],
      [b, 10],
      [c, 20],
    ] as const)
      slot.schedule(timeNs);
    const story: number[][] = [];
    for (; components.events.nextTimeNs < Number.POSITIVE_INFINITY; ) {
      const { nextTimeNs, nextSlot } = components.events;
      story.push([nextTimeNs, components.kinds[nextSlot], components.owners[nextSlot]]);
      [a, b, c].find(({ index }) => index === nextSlot)?.cancel();
    }
    expect(story).toEqual([
      [10, 2, 1],
      [20, 0, 7],
      [30, 2, 0],
    ]);
  });

  test("a registered component that was never scheduled does not run", () => {
    const components = new Components(new Clock());
    components.register(1, 0);
    expect(components.events.nextTimeNs).toBe(Number.POSITIVE_INFINITY);
  });
});
