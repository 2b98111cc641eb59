import { expect, test } from "vitest";
import { Clock } from "../../../src/engine/core/clock.ts";
import { EventQueue } from "../../../src/engine/core/event-queue.ts";
import { EventSlot } from "../../../src/engine/core/event-slot.ts";

test("each component has a place of its own, with one pending event at most", () => {
  const queue = new EventQueue(new Clock());
  const [a, b] = [new EventSlot(queue), new EventSlot(queue)];
  expect([a.index, b.index]).toEqual([0, 1]);
  a.schedule(10);
  b.schedule(20);
  a.schedule(30);
  expect([queue.nextSlot, queue.nextTimeNs]).toEqual([b.index, 20]);
  b.cancel();
  expect([a.isPending, b.isPending]).toEqual([true, false]);
  expect([queue.nextSlot, queue.nextTimeNs]).toEqual([a.index, 30]);
});
