import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Clock } from "../../../src/engine/core/clock.ts";
import { EventQueue } from "../../../src/engine/core/event-queue.ts";
import { EventSlot } from "../../../src/engine/core/event-slot.ts";
import { DelayPipe } from "../../../src/engine/net/delay-pipe.ts";
import { madePacket } from "./made-packets.ts";

function madePipe(delayNs: number) {
  const clock = new Clock();
  const events = new EventQueue(clock);
  const pipe = new DelayPipe(clock, new EventSlot(events));
  pipe.delayNs = delayNs;
  /** A packet goes in at that time. */
  const receive = (seq: number, atNs: number) => {
    clock.nowNs = atNs;
    pipe.receive(madePacket({ seq }));
  };
  /** Takes out what is due up to a time: [segment, time]. */
  const drain = (untilNs: number) => {
    const out: [number, number][] = [];
    while (events.nextTimeNs <= untilNs) {
      clock.nowNs = events.nextTimeNs;
      out.push([pipe.takeDue().seq, clock.nowNs]);
    }
    return out;
  };
  return { events, pipe, receive, drain };
}

describe("delay pipe", () => {
  test("each packet comes out exactly one delay after it went in", () => {
    const { receive, drain } = madePipe(50);
    receive(0, 0);
    receive(1, 10);
    receive(2, 10);
    expect(drain(Number.MAX_SAFE_INTEGER)).toEqual([
      [0, 50],
      [1, 60],
      [2, 60],
    ]);
  });

  test("only its head has an event, and an empty pipe has none", () => {
    const { events, pipe, receive, drain } = madePipe(50);
    for (let i = 0; i < 100; i++) receive(i, i);
    expect(events.nextTimeNs).toBe(50);
    drain(1000);
    expect(events.nextTimeNs).toBe(Number.POSITIVE_INFINITY);
    expect(() => pipe.takeDue()).toThrow("nothing is on the way");
  });

  test("a longer delay holds for packets that go in after the change", () => {
    const { pipe, receive, drain } = madePipe(50);
    receive(0, 0);
    pipe.delayNs = 80;
    receive(1, 1);
    expect(drain(1000)).toEqual([
      [0, 50],
      [1, 81],
    ]);
  });

  test("after a change to a shorter delay no packet overtakes those on the way", () => {
    const { pipe, receive, drain } = madePipe(100);
    receive(0, 0);
    pipe.delayNs = 10;
    receive(1, 5);
    receive(2, 95);
    expect(drain(1000)).toEqual([
      [0, 100],
      [1, 100],
      [2, 105],
    ]);
  });

  test("never reorders and never delivers early, whatever the delays", () => {
    const step = fc.record({ afterNs: fc.nat(50), delayNs: fc.integer({ min: 1, max: 200 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
        const { pipe, receive, drain } = madePipe(1);
        const earliest: number[] = [];
        const out: [number, number][] = [];
        let nowNs = 0;
        for (const [seq, { afterNs, delayNs }] of steps.entries()) {
          nowNs += afterNs;
          out.push(...drain(nowNs));
          pipe.delayNs = delayNs;
          receive(seq, nowNs);
          earliest[seq] = nowNs + delayNs;
        }
        out.push(...drain(Number.MAX_SAFE_INTEGER));
        expect(out.map(([seq]) => seq)).toEqual(steps.map((_, seq) => seq));
        for (const [seq, timeNs] of out) expect(timeNs).toBeGreaterThanOrEqual(earliest[seq]);
        expect(pipe.packets).toBe(0);
      }),
    );
  });
});
