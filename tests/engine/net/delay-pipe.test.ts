import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Clock } from "../../../src/engine/core/clock.ts";
import { EventQueue, EventSlot } from "../../../src/engine/core/event-queue.ts";
import { DelayPipe, OvertakingPipe } from "../../../src/engine/net/delay-pipe.ts";
import { madePacket } from "./made-packets.ts";

function madePipe(delayNs: number) {
  const clock = new Clock();
  const events = new EventQueue(clock);
  const pipe = new DelayPipe(clock, new EventSlot(events));
  pipe.delayNs = delayNs;
  /** Lets a packet enter the pipe at this time. */
  const receive = (seq: number, atNs: number) => {
    clock.nowNs = atNs;
    pipe.receive(madePacket({ seq }));
  };
  /** Takes out the packets that are due up to a time: [segment, time]. */
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
  test("each packet leaves exactly one delay after it entered", () => {
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

  test("only the first packet has an event, and an empty pipe has none", () => {
    const { events, pipe, receive, drain } = madePipe(50);
    for (let i = 0; i < 100; i++) receive(i, i);
    expect(events.nextTimeNs).toBe(50);
    drain(1000);
    expect(events.nextTimeNs).toBe(Number.POSITIVE_INFINITY);
    expect(() => pipe.takeDue()).toThrow("no packet is in flight in this pipe");
  });

  test("a longer delay applies to packets that enter after the change", () => {
    const { pipe, receive, drain } = madePipe(50);
    receive(0, 0);
    pipe.delayNs = 80;
    receive(1, 1);
    expect(drain(1000)).toEqual([
      [0, 50],
      [1, 81],
    ]);
  });

  test("after a change to a shorter delay no packet overtakes those in flight", () => {
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

  test("never reorders and never delivers early, for any delays", () => {
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

class Bench {
  readonly pipe: OvertakingPipe;
  readonly arrived: { readonly seq: number; readonly atNs: number }[] = [];
  private readonly clock = new Clock();
  private readonly queue = new EventQueue(this.clock);

  constructor(delayNs: number) {
    this.pipe = new OvertakingPipe(this.clock, new EventSlot(this.queue));
    this.pipe.delayNs = delayNs;
  }

  enter(seq: number, atNs: number, extraNs: number): this {
    this.run(atNs);
    this.pipe.receiveLater(madePacket({ seq }), extraNs);
    return this;
  }

  run(untilNs: number): this {
    while (this.queue.nextTimeNs <= untilNs) {
      this.clock.nowNs = this.queue.nextTimeNs;
      this.arrived.push({ seq: this.pipe.takeDue().seq, atNs: this.clock.nowNs });
    }
    this.clock.nowNs = untilNs;
    return this;
  }
}

describe("a pipe in which packets overtake each other", () => {
  test("each packet arrives when its own delay is over", () => {
    const bench = new Bench(100).enter(0, 0, 50).enter(1, 10, 0).enter(2, 20, 10).run(1000);
    expect(bench.arrived).toEqual([
      { seq: 1, atNs: 110 },
      { seq: 2, atNs: 130 },
      { seq: 0, atNs: 150 },
    ]);
  });

  test("packets that arrive at the same time keep their order", () => {
    const bench = new Bench(100).enter(0, 0, 20).enter(1, 10, 10).enter(2, 20, 0).run(1000);
    expect(bench.arrived.map(({ seq }) => seq)).toEqual([0, 1, 2]);
  });

  test("a shorter delay lets later packets overtake as well", () => {
    const bench = new Bench(100).enter(0, 0, 0);
    bench.pipe.delayNs = 10;
    expect(
      bench
        .enter(1, 20, 0)
        .run(1000)
        .arrived.map(({ seq }) => seq),
    ).toEqual([1, 0]);
  });

  test("the pipe reports the number of packets in it, and lists them in the order of their arrival", () => {
    const bench = new Bench(100).enter(0, 0, 50).enter(1, 10, 0).enter(2, 20, 10);
    const seen: number[] = [];
    bench.pipe.visit(({ seq }) => seen.push(seq));
    expect([bench.pipe.packets, bench.pipe.head?.seq, seen]).toEqual([3, 1, [1, 2, 0]]);
    bench.run(1000);
    expect([bench.pipe.packets, bench.pipe.head]).toEqual([0, null]);
  });

  test("for any delays, every packet arrives once and at its time", () => {
    const entries = fc.array(fc.tuple(fc.nat(50), fc.nat(200)), { maxLength: 80 });
    fc.assert(
      fc.property(entries, (given) => {
        const bench = new Bench(100);
        const expected: { seq: number; atNs: number }[] = [];
        let atNs = 0;
        for (const [seq, [gapNs, extraNs]] of given.entries()) {
          atNs += gapNs;
          bench.enter(seq, atNs, extraNs);
          expected.push({ seq, atNs: atNs + 100 + extraNs });
        }
        bench.run(atNs + 1000);
        expect(bench.arrived).toEqual(expected.sort((a, b) => a.atNs - b.atNs || a.seq - b.seq));
      }),
    );
  });
});
