import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EventQueue } from "../../../src/engine/core/event-queue.ts";
import { EventSlot } from "../../../src/engine/core/event-slot.ts";
import { DelayPipe } from "../../../src/engine/net/delay-pipe.ts";
import { madePacket } from "./made-packets.ts";

function madePipe(delayNs: number) {
  const events = new EventQueue();
  const pipe = new DelayPipe(new EventSlot(events), delayNs);
  /** Takes out what is due up to a time: [segment, time]. */
  const drain = (untilNs: number) => {
    const out: [number, number][] = [];
    while (events.nextTimeNs <= untilNs) {
      const timeNs = events.nextTimeNs;
      out.push([pipe.takeDue().seq, timeNs]);
    }
    return out;
  };
  return { events, pipe, drain };
}

describe("delay pipe", () => {
  test("each packet comes out exactly one delay after it went in", () => {
    const { pipe, drain } = madePipe(50);
    pipe.receive(madePacket({ seq: 0 }), 0);
    pipe.receive(madePacket({ seq: 1 }), 10);
    pipe.receive(madePacket({ seq: 2 }), 10);
    expect(drain(Number.MAX_SAFE_INTEGER)).toEqual([
      [0, 50],
      [1, 60],
      [2, 60],
    ]);
  });

  test("only its head has an event, and an empty pipe has none", () => {
    const { events, pipe, drain } = madePipe(50);
    for (let i = 0; i < 100; i++) pipe.receive(madePacket({ seq: i }), i);
    expect(events.nextTimeNs).toBe(50);
    drain(1000);
    expect(events.nextTimeNs).toBe(Number.POSITIVE_INFINITY);
    expect(() => pipe.takeDue()).toThrow("nothing is due");
  });

  test("a longer delay holds for packets that go in after the change", () => {
    const { pipe, drain } = madePipe(50);
    pipe.receive(madePacket({ seq: 0 }), 0);
    pipe.delayNs = 80;
    pipe.receive(madePacket({ seq: 1 }), 1);
    expect(drain(1000)).toEqual([
      [0, 50],
      [1, 81],
    ]);
  });

  test("after a change to a shorter delay no packet overtakes those on the way", () => {
    const { pipe, drain } = madePipe(100);
    pipe.receive(madePacket({ seq: 0 }), 0);
    pipe.delayNs = 10;
    pipe.receive(madePacket({ seq: 1 }), 5);
    pipe.receive(madePacket({ seq: 2 }), 95);
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
        const { pipe, drain } = madePipe(1);
        const earliest: number[] = [];
        const out: [number, number][] = [];
        let nowNs = 0;
        for (const [seq, { afterNs, delayNs }] of steps.entries()) {
          nowNs += afterNs;
          out.push(...drain(nowNs));
          pipe.delayNs = delayNs;
          pipe.receive(madePacket({ seq }), nowNs);
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
