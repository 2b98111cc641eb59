import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Clock, IN_TIME } from "../../../src/engine/core/clock.ts";
import { EventQueue, EventSlot } from "../../../src/engine/core/event-queue.ts";
import { Arrivals, type FarEnd } from "../../../src/engine/net/arrivals.ts";
import { cases } from "../../effort.ts";
import { madePacket } from "./made-packets.ts";

const NEVER = Number.POSITIVE_INFINITY;

/** Two receivers, 50 ns away, that may act 100 ns after an arrival. Everything that they receive is recorded. */
class Bench {
  readonly clock = new Clock();
  readonly farClock = new Clock();
  readonly events = new EventQueue(this.clock);
  private readonly timers = new EventQueue(this.clock);
  /** Arrivals by receiver: segment, time on the receiver's clock, and the position among simultaneous events. */
  readonly story: [end: number, seq: number, atNs: number, order: number][] = [];
  readonly arrivals: Arrivals;
  readonly ends: { -readonly [Key in keyof FarEnd]: FarEnd[Key] }[];
  private readonly seq = [0, 0];

  constructor(delayNs = 50, actsAfterNs = 100) {
    this.ends = [0, 1].map((end) => ({
      onData: ({ seq }) => this.note(end, seq),
      epoch: 0,
      hasGap: false,
      nextInLine: 0,
      gapUntilNs: 0,
      isWatched: false,
    }));
    const wake = new EventSlot(this.timers);
    this.arrivals = new Arrivals(this.clock, this.farClock, this.ends, this.events, wake);
    this.arrivals.delayNs = delayNs;
    this.arrivals.setResponseTime(actsAfterNs);
  }

  /** Sets the clock, without processing events before this time, and returns the arrivals. */
  at(nowNs: number): Arrivals {
    this.clock.nowNs = nowNs;
    return this.arrivals;
  }

  send(atNs: number, end = 0): void {
    this.at(atNs).receive(madePacket({ seq: this.seq[end]++, end }));
  }

  /** Loses the next segment to this receiver. */
  lose(end = 0): void {
    this.seq[end]++;
  }

  /** Time of the next check of arrivals; Infinity if none is planned. */
  get wakeNs(): number {
    return this.timers.nextTimeNs;
  }

  /** Runs the checks of arrivals up to a time. Returns how many there were. */
  look(untilNs: number): number {
    let looks = 0;
    for (; this.wakeNs <= untilNs; looks++) this.at(this.wakeNs).onWake();
    this.clock.nowNs = untilNs;
    return looks;
  }

  get times(): [seq: number, atNs: number][] {
    return this.story.map(([, seq, atNs]) => [seq, atNs]);
  }

  private note(end: number, seq: number): void {
    this.story.push([end, seq, this.farClock.nowNs, this.farClock.order]);
  }
}

describe("arriving packets", () => {
  test("arrive in order, each at its own time on the receiver's clock, even if they are processed later", () => {
    const bench = new Bench();
    for (const atNs of [0, 10, 10, 35]) bench.send(atNs);
    expect([bench.story, bench.farClock.nowNs]).toEqual([[], 0]);
    bench.at(1000).settle();
    expect(bench.times).toEqual([
      [0, 50],
      [1, 60],
      [2, 60],
      [3, 85],
    ]);
    expect([bench.arrivals.settled, bench.arrivals.packets, bench.arrivals.nextNs]).toEqual([4, 0, NEVER]);
  });

  test("reach the connection that they name", () => {
    const bench = new Bench();
    for (const end of [1, 0, 1]) bench.send(0, end);
    bench.at(50).settle();
    expect(bench.story.map(([end, seq]) => [end, seq])).toEqual([
      [1, 0],
      [0, 0],
      [1, 1],
    ]);
  });

  test("can be processed one by one, before their time", () => {
    const bench = new Bench();
    for (const atNs of [0, 10]) bench.send(atNs);
    expect(bench.arrivals.nextNs).toBe(50);
    bench.arrivals.settleNext();
    expect([bench.times, bench.farClock.nowNs, bench.arrivals.nextNs]).toEqual([[[0, 50]], 50, 60]);
    bench.arrivals.settleNext();
    expect(() => bench.arrivals.settleNext()).toThrow("no packet is in flight in this pipe");
  });

  test("do not overtake packets in flight after a change to a shorter delay", () => {
    const bench = new Bench(100);
    bench.send(0);
    bench.arrivals.delayNs = 10;
    for (const atNs of [5, 95]) bench.send(atNs);
    bench.at(1000).settle();
    expect(bench.times).toEqual([
      [0, 100],
      [1, 100],
      [2, 105],
    ]);
  });

  test("that are processed late have the position that they would have had when they were sent", () => {
    const bench = new Bench();
    const slot = bench.events.register();
    bench.send(0);
    for (let i = 0; i < 3; i++) bench.events.schedule(slot, 5);
    bench.send(0);
    bench.at(50).settle();
    expect(bench.story.map(([, , , order]) => order)).toEqual([0, 4]);
  });
});

describe("the current time", () => {
  const bench = () => {
    const made = new Bench();
    for (const atNs of [0, 10, 20]) made.send(atNs);
    return made;
  };

  test("is processed too, and then the receiver's side is up to date", () => {
    const made = bench();
    made.at(60).settle();
    expect(made.times).toEqual([
      [0, 50],
      [1, 60],
    ]);
    expect([made.farClock.nowNs, made.farClock.order]).toEqual([60, IN_TIME]);
  });

  test("is not processed if only the past is requested, because events at the current time come first", () => {
    const made = bench();
    made.at(60).settlePast();
    expect([made.times, made.farClock.nowNs]).toEqual([[[0, 50]], 50]);
    expect(made.arrivals.nextNs).toBe(60);
  });

  test("without packets in flight the receiver's clock still advances", () => {
    const made = new Bench();
    made.at(77).settle();
    expect([made.farClock.nowNs, made.farClock.order, made.story]).toEqual([77, IN_TIME, []]);
  });
});

describe("the check of a receiver whose packets have waited long", () => {
  test("happens just before an answer could arrive", () => {
    const bench = new Bench();
    bench.send(7);
    expect(bench.wakeNs).toBe(7 + 50 + 99);
    bench.look(bench.wakeNs);
    expect([bench.times, bench.farClock.nowNs, bench.wakeNs]).toEqual([[[0, 57]], 156, NEVER]);
  });

  test("happens once for many packets, and processes all that have arrived by then", () => {
    const bench = new Bench();
    for (let atNs = 0; atNs < 300; atNs++) bench.send(atNs);
    expect(bench.wakeNs).toBe(149);
    bench.look(149);
    expect([bench.story.length, bench.wakeNs]).toEqual([100, 100 + 50 + 99]);
    expect(bench.look(1000)).toBe(2);
    expect(bench.story).toHaveLength(300);
  });

  test("is not moved when packets are processed in between: it happens too early, and schedules the next check", () => {
    const bench = new Bench();
    bench.send(0);
    bench.at(60).settle();
    bench.send(100);
    expect(bench.wakeNs).toBe(149);
    bench.look(149);
    expect([bench.story.length, bench.wakeNs]).toEqual([1, 150 + 99]);
    bench.look(249);
    expect([bench.story.length, bench.wakeNs]).toEqual([2, NEVER]);
  });

  test("happens before the timer of a receiver with a shorter setting, also for a packet in flight", () => {
    const bench = new Bench();
    bench.send(0);
    bench.at(20).setResponseTime(40);
    expect(bench.wakeNs).toBe(50 + 39);
  });

  test("stays at the shorter interval when another receiver has the longer one", () => {
    const bench = new Bench();
    bench.arrivals.setResponseTime(40);
    bench.arrivals.setResponseTime(100);
    bench.send(0);
    expect(bench.wakeNs).toBe(50 + 39);
  });

  test("is not scheduled while no packet is in flight", () => {
    const bench = new Bench();
    bench.arrivals.setResponseTime(40);
    expect(bench.wakeNs).toBe(NEVER);
  });
});

describe("a receiver that may delay an answer by 20 ns when it has a gap", () => {
  const bench = () => {
    const made = new Bench();
    made.arrivals.setAnswerDelay(20);
    made.send(0);
    return made;
  };

  test("is not checked earlier while its segments are in sequence", () => {
    expect(bench().wakeNs).toBe(50 + 99);
  });

  test("is checked within 20 ns from the first segment out of sequence", () => {
    const made = bench();
    made.lose();
    made.send(10);
    made.send(12);
    expect(made.wakeNs).toBe(10 + 50 + 19);
  });

  test("is checked that early while it has a gap, and not afterwards", () => {
    const made = bench();
    made.lose();
    made.send(10);
    made.send(30);
    made.ends[0].hasGap = true;
    made.look(79);
    expect(made.wakeNs).toBe(30 + 50 + 19);
    made.ends[0].hasGap = false;
    made.send(90);
    made.look(99);
    expect(made.wakeNs).toBe(90 + 50 + 99);
  });

  test("is checked that early while a segment out of sequence is in flight, although it has no gap yet", () => {
    const made = bench();
    for (const atNs of [10, 60]) {
      made.lose();
      made.send(atNs);
    }
    made.look(79);
    expect(made.wakeNs).toBe(60 + 50 + 19);
  });

  test("does not advance the checks of other receivers, whose packets are processed together with its own", () => {
    const made = bench();
    made.send(0, 1);
    expect(made.wakeNs).toBe(50 + 99);
    made.lose(1);
    made.send(10, 1);
    expect(made.wakeNs).toBe(10 + 50 + 19);
  });

  test("does not count segments of an earlier connection, which it ignores", () => {
    const made = bench();
    made.ends[0].epoch = 1;
    made.ends[0].nextInLine = 0;
    made.send(10);
    expect([made.wakeNs, made.ends[0].nextInLine]).toEqual([50 + 99, 0]);
  });

  test("is checked as early as its answer needs if that is less than its delay", () => {
    const made = bench();
    made.arrivals.setResponseTime(10);
    expect(made.wakeNs).toBe(50 + 9);
    made.lose();
    made.send(10);
    expect(made.wakeNs).toBe(50 + 9);
  });
});

const step = fc.record({
  afterNs: fc.nat(60),
  act: fc.constantFrom("send", "send", "send", "settle", "settlePast", "setResponseTime", "delay"),
  n: fc.integer({ min: 1, max: 150 }),
});

test("arrivals are the same whichever end settles them; none waits too long, and none comes early", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
      const [watched, alone] = [new Bench(), new Bench()];
      let [nowNs, leastNs] = [0, 100];
      for (const { afterNs, act, n } of steps) {
        nowNs += afterNs;
        watched.look(nowNs);
        for (const bench of [watched, alone]) {
          bench.clock.nowNs = nowNs;
          if (act === "send") bench.send(nowNs, n % 2);
          // A change applies after everything that was due before it.
          if (act === "setResponseTime") bench.arrivals.settlePast();
          if (act === "setResponseTime") bench.arrivals.setResponseTime(n + 20);
          if (act === "delay") bench.arrivals.delayNs = n;
        }
        if (act === "setResponseTime") leastNs = Math.min(leastNs, n + 20);
        if (act === "settle") watched.arrivals.settle();
        if (act === "settlePast") watched.arrivals.settlePast();
        // No receiver with an arrival may have acted yet.
        expect(watched.arrivals.nextNs).toBeGreaterThan(nowNs - leastNs);
        for (const [, , atNs] of watched.story) expect(atNs).toBeLessThanOrEqual(nowNs);
      }
      for (const bench of [watched, alone]) bench.at(nowNs + 1000).settle();
      expect(watched.story).toEqual(alone.story);
      expect(watched.arrivals.settled).toBe(alone.arrivals.settled);
    }),
    cases(200),
  );
});
