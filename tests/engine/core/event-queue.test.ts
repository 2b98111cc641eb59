import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Clock, IN_TIME } from "../../../src/engine/core/clock.ts";
import { EventQueue, EventSlot } from "../../../src/engine/core/event-queue.ts";
import { cases } from "../../effort.ts";

function queueWith(slots: number, clock = new Clock()): EventQueue {
  const queue = new EventQueue(clock);
  for (let i = 0; i < slots; i++) expect(queue.register()).toBe(i);
  return queue;
}

/** Removes the earliest event, like the loop's handlers do; -1 if there is none. */
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

  test("a rescheduled event follows the other events of the same time", () => {
    const queue = queueWith(3);
    for (const slot of [0, 1, 2]) queue.schedule(slot, 7);
    queue.schedule(0, 7);
    expect([pop(queue), pop(queue), pop(queue)]).toEqual([1, 2, 0]);
  });

  test("time 0 is an ordinary time", () => {
    const queue = queueWith(2);
    queue.schedule(1, 0);
    expect(queue.nextSlot).toBe(1);
    expect(queue.nextTimeNs).toBe(0);
  });
});

describe("an event that is scheduled late, after the clock has passed its time", () => {
  /** Returns a queue at time 100, and a clock that is behind this time. */
  function late(slots: number) {
    const clock = new Clock();
    const queue = queueWith(slots, clock);
    const behind = (nowNs: number, order: number) => Object.assign(new Clock(), { nowNs, order });
    const at = (nowNs: number) => {
      clock.nowNs = nowNs;
      return queue;
    };
    return { at, behind };
  }

  test("happens as much later as the clock is behind", () => {
    const { at, behind } = late(1);
    at(100).scheduleBy(behind(60, 0), 0, 45);
    expect([at(100).nextSlot, at(100).nextTimeNs]).toEqual([0, 105]);
  });

  test("has the position among events of the same time that it would have had if scheduled in time", () => {
    const { at, behind } = late(3);
    at(50).schedule(0, 70);
    at(90).schedule(1, 30);
    at(100).scheduleBy(behind(60, 0), 2, 60);
    expect(Array.from({ length: 3 }, () => pop(at(100)))).toEqual([0, 2, 1]);
  });

  test("follows all events that were scheduled for exactly its time", () => {
    const { at, behind } = late(3);
    at(60).schedule(0, 60);
    at(100).scheduleBy(behind(60, 0), 1, 60);
    at(60).schedule(2, 60);
    expect(Array.from({ length: 3 }, () => pop(at(100)))).toEqual([0, 2, 1]);
  });

  test("several late events of one time keep their order, whichever component was updated first", () => {
    const { at, behind } = late(3);
    for (const [slot, order] of [
      [1, 7],
      [0, 9],
      [2, 8],
    ])
      at(100).scheduleBy(behind(60, order), slot, 60);
    expect(Array.from({ length: 3 }, () => pop(at(100)))).toEqual([1, 2, 0]);
  });

  test("is an ordinary event if the clock is not behind", () => {
    const { at, behind } = late(3);
    at(100).schedule(0, 5);
    at(100).scheduleBy(behind(100, IN_TIME), 1, 5);
    at(100).schedule(2, 5);
    expect(at(100).takePlace()).toBe(3);
    expect(Array.from({ length: 3 }, () => pop(at(100)))).toEqual([0, 1, 2]);
  });

  test("does not count among the events that were scheduled in time", () => {
    const { at, behind } = late(2);
    at(100).scheduleBy(behind(60, 4), 0, 60);
    expect(at(100).takePlace()).toBe(0);
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

  test("a cancelled event does not happen; cancelling without an event has no effect", () => {
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

/** The reference model of the queue, written as simply as possible. */
class SortedList {
  private pending: { slot: number; timeNs: number; sinceNs: number; late: number }[] = [];

  /** `late`: position among the events at this time that were scheduled late; -1 if the event was scheduled in time. */
  schedule(slot: number, sinceNs: number, afterNs: number, late = -1): void {
    this.cancel(slot);
    this.pending.push({ slot, timeNs: sinceNs + afterNs, sinceNs, late });
    // The sort is stable: equal times keep the order of scheduling.
    this.pending.sort((a, b) => a.timeNs - b.timeNs || a.sinceNs - b.sinceNs || a.late - b.late);
  }

  cancel(slot: number): void {
    this.pending = this.pending.filter((event) => event.slot !== slot);
  }

  get first() {
    return this.pending[0] ?? null;
  }
}

test("behaves like a sorted list with stable ties, for any schedule and cancellation", () => {
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant("schedule"), slot: fc.nat(40), at: fc.nat(15) }) },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant("cancel"), slot: fc.nat(40), at: fc.constant(0) }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("late"), slot: fc.nat(40), at: fc.nat(15) }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("pop"), slot: fc.nat(40), at: fc.nat(3) }) },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const clock = new Clock();
      const queue = new EventQueue(clock);
      const model = new SortedList();
      let [registered, caughtUp] = [0, 0];
      for (const { kind, slot, at } of steps) {
        while (registered <= slot) registered = queue.register() + 1;
        if (kind === "cancel") {
          queue.cancel(slot);
          model.cancel(slot);
        } else if (kind === "late") {
          const behind = Object.assign(new Clock(), {
            nowNs: Math.max(0, clock.nowNs - (at % 4)),
            order: caughtUp++,
          });
          queue.scheduleBy(behind, slot, at + 4);
          model.schedule(slot, behind.nowNs, at + 4, behind.order);
        } else {
          // A handler schedules the event in its own slot again, at the current time or later.
          const own = kind === "pop" && model.first !== null ? model.first : null;
          const target = own?.slot ?? slot;
          if (own !== null) clock.nowNs = own.timeNs;
          queue.schedule(target, at);
          model.schedule(target, clock.nowNs, at);
        }
        const { first } = model;
        expect(queue.nextTimeNs).toBe(first?.timeNs ?? Number.POSITIVE_INFINITY);
        if (first !== null) expect(queue.nextSlot).toBe(first.slot);
      }
    }),
    cases(200),
  );
});

test("each component has its own slot, with at most one pending event", () => {
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
