import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EventQueue } from "../../../src/engine/core/event-queue.ts";

function queueWith(slots: number): EventQueue {
  const queue = new EventQueue();
  for (let i = 0; i < slots; i++) expect(queue.register()).toBe(i);
  return queue;
}

/** Takes the earliest event off, as the loop's handlers do; -1 when there is none. */
function pop(queue: EventQueue): number {
  if (queue.nextTimeNs === Number.POSITIVE_INFINITY) return -1;
  const slot = queue.nextSlot;
  queue.cancel(slot);
  return slot;
}

describe("the earliest event", () => {
  test("nothing is pending in a new queue", () => {
    const queue = queueWith(3);
    expect(queue.nextTimeNs).toBe(Number.POSITIVE_INFINITY);
    expect([0, 1, 2].map((slot) => queue.isPending(slot))).toEqual([false, false, false]);
  });

  test("events come out in order of time", () => {
    const queue = queueWith(4);
    for (const [slot, timeNs] of [30, 10, 40, 20].entries()) queue.schedule(slot, timeNs);
    expect([pop(queue), pop(queue), pop(queue), pop(queue), pop(queue)]).toEqual([1, 3, 0, 2, -1]);
  });

  test("events of the same time come out in the order in which they were scheduled", () => {
    const queue = queueWith(5);
    for (const slot of [3, 0, 4, 1, 2]) queue.schedule(slot, 7);
    expect(Array.from({ length: 5 }, () => pop(queue))).toEqual([3, 0, 4, 1, 2]);
  });

  test("an event scheduled anew goes behind those of the same time", () => {
    const queue = queueWith(3);
    for (const slot of [0, 1, 2]) queue.schedule(slot, 7);
    queue.schedule(0, 7);
    expect([pop(queue), pop(queue), pop(queue)]).toEqual([1, 2, 0]);
  });

  test("time 0 is a time like any other", () => {
    const queue = queueWith(2);
    queue.schedule(1, 0);
    expect(queue.nextSlot).toBe(1);
    expect(queue.nextTimeNs).toBe(0);
  });
});

describe("one pending event per slot", () => {
  test("scheduling again moves the event, earlier or later", () => {
    const queue = queueWith(2);
    queue.schedule(0, 10);
    queue.schedule(1, 20);
    queue.schedule(0, 30);
    expect([queue.nextSlot, queue.nextTimeNs]).toEqual([1, 20]);
    queue.schedule(0, 5);
    expect([queue.nextSlot, queue.nextTimeNs]).toEqual([0, 5]);
    expect([pop(queue), pop(queue), pop(queue)]).toEqual([0, 1, -1]);
  });

  test("a cancelled event does not come; cancelling nothing does no harm", () => {
    const queue = queueWith(2);
    queue.schedule(0, 10);
    queue.schedule(1, 20);
    queue.cancel(0);
    queue.cancel(0);
    expect(queue.isPending(0)).toBe(false);
    expect([pop(queue), pop(queue)]).toEqual([1, -1]);
  });
});

test("grows past eight slots while events are pending", () => {
  const queue = queueWith(8);
  for (let slot = 0; slot < 8; slot++) queue.schedule(slot, 100 - slot);
  for (let slot = 8; slot < 100; slot++) {
    expect(queue.register()).toBe(slot);
    queue.schedule(slot, 100 - slot);
  }
  for (let slot = 99; slot >= 0; slot--) expect(pop(queue)).toBe(slot);
  expect(pop(queue)).toBe(-1);
});

/** What the queue should do, said as plainly as possible. */
class SortedList {
  private pending: { slot: number; timeNs: number }[] = [];

  schedule(slot: number, timeNs: number): void {
    this.cancel(slot);
    this.pending.push({ slot, timeNs });
    // Stable: the same time keeps the order of scheduling.
    this.pending.sort((a, b) => a.timeNs - b.timeNs);
  }

  cancel(slot: number): void {
    this.pending = this.pending.filter((event) => event.slot !== slot);
  }

  get first() {
    return this.pending[0] ?? null;
  }
}

test("behaves as a sorted list with stable ties, whatever is scheduled and cancelled", () => {
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant("schedule"), slot: fc.nat(40), at: fc.nat(15) }) },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant("cancel"), slot: fc.nat(40), at: fc.constant(0) }),
    },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("pop"), slot: fc.nat(40), at: fc.nat(3) }) },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const queue = new EventQueue();
      const model = new SortedList();
      let registered = 0;
      for (const { kind, slot, at } of steps) {
        while (registered <= slot) registered = queue.register() + 1;
        if (kind === "cancel") {
          queue.cancel(slot);
          model.cancel(slot);
        } else {
          // A handler schedules its own slot anew, no earlier than now.
          const own = kind === "pop" && model.first !== null ? model.first : null;
          const target = own?.slot ?? slot;
          const timeNs = (own?.timeNs ?? 0) + at;
          queue.schedule(target, timeNs);
          model.schedule(target, timeNs);
        }
        const { first } = model;
        expect(queue.nextTimeNs).toBe(first?.timeNs ?? Number.POSITIVE_INFINITY);
        if (first !== null) expect(queue.nextSlot).toBe(first.slot);
      }
    }),
    { numRuns: 200 },
  );
});
