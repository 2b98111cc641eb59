import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codel } from "../../../src/engine/aqm/codel/codel.ts";
import { droptail } from "../../../src/engine/aqm/droptail.ts";
import {
  type DisciplinePort,
  DROP_AQM,
  DROP_OVERFLOW,
  type QueueDiscipline,
} from "../../../src/engine/aqm/queue-discipline.ts";
import { CE, ECT0, ECT1, NOT_ECT, type Packet } from "../../../src/engine/net/packet.ts";
import { defaultQueue } from "../../../src/engine/scenario/defaults.ts";
import { QUEUE_EVENT } from "../../../src/engine/trace/snapshot.ts";
import { madePacket } from "./made-packets.ts";
import { PortBench } from "./port-bench.ts";

const MBPS = 1e6;
/** Transmission time of 1500 bytes at 10 Mbps. */
const PACKET_NS = 1_200_000;

function droptailBench(limit = "1000p", rateBps = 10 * MBPS): PortBench {
  return new PortBench(rateBps, (port) => droptail.create(port, { limit }));
}

describe("transmission", () => {
  test("a packet is passed on when its transmission starts, and the next one when the transmission ends", () => {
    const bench = droptailBench();
    for (let seq = 0; seq < 3; seq++) bench.arrive(100, { seq });
    bench.runUntil(1e9);
    expect(bench.sent.map(({ seq, atNs }) => [seq, atNs])).toEqual([
      [0, 100],
      [1, 100 + PACKET_NS],
      [2, 100 + 2 * PACKET_NS],
    ]);
  });

  test.each([
    [10 * MBPS, 1500, 1_200_000],
    [10 * MBPS, 52, 41_600],
    [1 * MBPS, 1500, 12_000_000],
    [3 * MBPS, 1000, 2_666_667],
  ])("at %s bit/s %s bytes take %s ns", (rateBps, bytes, durationNs) => {
    const bench = droptailBench("1000p", rateBps);
    bench.arrive(0, { bytes });
    bench.arrive(0, { bytes });
    bench.runUntil(1e9);
    expect(bench.sent[1].atNs).toBe(durationNs);
  });

  test("the transmission time depends on the size of the packet", () => {
    const bench = droptailBench();
    for (const bytes of [1500, 500, 1500, 500]) bench.arrive(0, { bytes });
    bench.runUntil(1e9);
    expect(bench.sent.map(({ atNs }) => atNs)).toEqual([0, 1_200_000, 1_600_000, 2_800_000]);
  });

  test("a new rate applies from the next packet", () => {
    const bench = droptailBench();
    for (let seq = 0; seq < 4; seq++) bench.arrive(0, { seq });
    bench.runUntil(PACKET_NS);
    bench.port.setRate(20 * MBPS);
    bench.runUntil(1e9);
    expect(bench.sent.map(({ atNs }) => atNs)).toEqual([0, PACKET_NS, 2 * PACKET_NS, 2.5 * PACKET_NS]);
  });

  test("with a bucket of 1600 B two packets leave at once after a pause, and the third waits until the bucket is refilled (HTB)", () => {
    const bench = droptailBench();
    bench.port.bucketBytes = 1600;
    for (let seq = 0; seq < 4; seq++) bench.arrive(0, { seq });
    // The bucket has 1.28 ms of tokens. Two packets spend 1.2 ms each, so 1.12 ms are owed.
    expect([bench.port.bytesSent, bench.port.bytesOnLink()]).toEqual([3000, 1600]);
    bench.runUntil(3_520_000);
    expect(bench.sent.map(({ atNs }) => atNs)).toEqual([0, 0, 1_120_000, 2_320_000]);
    expect([bench.port.isSending, bench.port.bytesOnLink()]).toEqual([false, 6000]);
    // After the pause there is half a millisecond of tokens. The next packet uses them and owes the rest.
    for (let seq = 4; seq < 6; seq++) bench.arrive(4_020_000, { seq });
    bench.runUntil(1e9);
    expect(bench.sent.slice(4).map(({ atNs }) => atNs)).toEqual([4_020_000, 4_720_000]);
  });

  test("a bucket never holds more than its bytes, at the link's current rate", () => {
    const bench = droptailBench("1000p", 20 * MBPS);
    bench.port.bucketBytes = 4500;
    bench.port.setRate(10 * MBPS);
    for (let seq = 0; seq < 6; seq++) bench.arrive(1e9, { seq });
    bench.runUntil(2e9);
    expect(bench.sent.map(({ atNs }) => (atNs - 1e9) / PACKET_NS)).toEqual([0, 0, 0, 0, 1, 2]);
  });

  test("counts packets and bytes that were sent", () => {
    const bench = droptailBench();
    bench.arrive(0, { bytes: 700 });
    bench.arrive(0, { bytes: 800 });
    bench.runUntil(1e9);
    expect([bench.port.packetsSent, bench.port.bytesSent]).toEqual([2, 1500]);
  });

  test("an idle link sends at once; no event is pending when the queue is empty", () => {
    const bench = droptailBench();
    bench.arrive(5, {});
    bench.runUntil(1e9);
    expect(bench.events.nextTimeNs).toBe(Number.POSITIVE_INFINITY);
    bench.arrive(2e9, {});
    expect(bench.sent[1].atNs).toBe(2e9);
  });
});

describe("sojourn", () => {
  test("is the time from arrival to the start of transmission, which is 0 on an idle link", () => {
    const bench = droptailBench();
    bench.arrive(0);
    bench.arrive(0);
    bench.arrive(1_000_000);
    bench.runUntil(1e9);
    expect(bench.sojournsNs).toEqual([0, PACKET_NS, 2 * PACKET_NS - 1_000_000]);
  });

  test("the packet in transmission is not in the queue: with a limit of 3, the fifth of five simultaneous packets is dropped", () => {
    const bench = droptailBench("3p");
    for (let seq = 0; seq < 5; seq++) bench.arrive(0, { seq });
    bench.runUntil(1e9);
    expect(bench.port.overflowDrops).toBe(1);
    expect(bench.sent.map(({ seq }) => seq)).toEqual([0, 1, 2, 3]);
  });

  test("the maximum queue counts the waiting packets since the start or the last reset", () => {
    const bench = droptailBench();
    for (let i = 0; i < 6; i++) bench.arrive(0);
    expect(bench.port.longestQueue).toBe(5);
    bench.runUntil(3 * PACKET_NS);
    bench.port.restartLongestQueue();
    expect(bench.port.longestQueue).toBe(2);
  });
});

describe("marks and drops", () => {
  test.each([
    [NOT_ECT, false, NOT_ECT, 0],
    [ECT0, true, CE, 1],
    [ECT1, true, CE, 1],
    [CE, true, CE, 1],
  ])("a mark on ECN field %s gives %s, then %s (RFC 3168 §5)", (ecn, succeeds, after, marks) => {
    const bench = droptailBench();
    const packet = madePacket({ ecn, end: 4 });
    expect(bench.port.mark(packet)).toBe(succeeds);
    expect(packet.ecn).toBe(after);
    expect(bench.port.marks).toBe(marks);
    expect(bench.signals).toEqual(marks === 1 ? [{ kind: QUEUE_EVENT.mark, atNs: 0, end: 4 }] : []);
  });

  test("drops are counted and reported by their reason, and the packet returns to the pool", () => {
    const bench = droptailBench();
    bench.arrive(7);
    bench.port.drop(Object.assign(bench.pool.take(), { end: 1, enqueuedNs: 7 }), DROP_OVERFLOW);
    bench.port.drop(Object.assign(bench.pool.take(), { end: 2, enqueuedNs: 7 }), DROP_AQM);
    expect([bench.port.overflowDrops, bench.port.aqmDrops]).toEqual([1, 1]);
    expect(bench.signals).toEqual([
      { kind: QUEUE_EVENT.overflowDrop, atNs: 7, end: 1 },
      { kind: QUEUE_EVENT.aqmDrop, atNs: 7, end: 2 },
    ]);
    expect(bench.pool.inUse).toBe(0);
  });
});

/** Returns the time integral of the number of waiting packets, computed step by step. */
function integralByEvents(arrivalsNs: readonly number[], limit: number, untilNs: number): number {
  const starts: number[] = [];
  const waits: [number, number][] = [];
  let freeNs = 0;
  for (const atNs of arrivalsNs) {
    const waiting = starts.filter((startNs) => startNs > atNs).length;
    if (waiting >= limit) continue;
    const startNs = Math.max(atNs, freeNs);
    starts.push(startNs);
    freeNs = startNs + PACKET_NS;
    waits.push([atNs, startNs]);
  }
  return waits.reduce((sum, [from, to]) => sum + Math.max(0, Math.min(to, untilNs) - from), 0);
}

test("the integral of the queue's length is the waiting time of all packets (Little's law), at any time", () => {
  const gaps = fc.array(fc.nat(2 * PACKET_NS), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(gaps, fc.integer({ min: 2, max: 20 }), fc.nat(20 * PACKET_NS), (gapsNs, limit, restNs) => {
      const bench = droptailBench(`${limit}p`);
      const arrivalsNs: number[] = [];
      let nowNs = 1;
      for (const gapNs of gapsNs) {
        // All times are odd, so that no arrival coincides with the end of a transmission.
        nowNs += 2 * Math.floor(gapNs / 2);
        arrivalsNs.push(nowNs);
        bench.arrive(nowNs);
      }
      const untilNs = nowNs + restNs;
      bench.runUntil(untilNs);
      expect(bench.port.lengthIntegral()).toBe(integralByEvents(arrivalsNs, limit, untilNs));
    }),
  );
});

test("packets that are dropped at the head count with their waiting time in the integral", () => {
  const bench = new PortBench(10 * MBPS, (port) =>
    codel.create(port, { ...defaultQueue("codel", undefined).params, interval: 10 }),
  );
  let [integral, nowNs] = [0, 0];
  /** Processes all events up to a time, and integrates the queue length between them. */
  const watch = (untilNs: number) => {
    while (nowNs < untilNs) {
      const nextNs = Math.min(untilNs, bench.events.nextTimeNs);
      integral += bench.port.discipline.packets * (nextNs - nowNs);
      nowNs = nextNs;
      bench.runUntil(nowNs);
    }
  };
  for (let i = 0; i < 500; i++) {
    watch(i * 1_000_000);
    bench.arrive(nowNs);
  }
  watch(700_000_000);
  expect(bench.port.aqmDrops).toBeGreaterThan(10);
  expect(bench.port.lengthIntegral()).toBe(integral);
});

/** A discipline that keeps its packets on a stack and requests wake-ups. */
class Stack implements QueueDiscipline {
  readonly held: Packet[] = [];
  woken = 0;
  private readonly port: DisciplinePort;

  constructor(port: DisciplinePort, wakeNs: number) {
    this.port = port;
    port.wakeAfter(wakeNs);
  }

  get packets() {
    return this.held.length;
  }

  get bytes() {
    return this.held.reduce((sum, packet) => sum + packet.bytes, 0);
  }

  enqueue(packet: Packet) {
    if (this.held.length === 4) this.port.drop(packet, DROP_OVERFLOW);
    else this.held.push(packet);
  }

  dequeue() {
    return this.held.pop() ?? null;
  }

  takeAny() {
    return this.held.shift() ?? null;
  }

  visit(visitor: (packet: Packet) => boolean) {
    this.held.every(visitor);
  }

  onWake() {
    this.woken++;
  }

  configure() {}

  probe() {
    return Number.NaN;
  }
}

describe("another discipline during a run", () => {
  test("takes over the waiting packets, in order and with their arrival times; those without room are dropped", () => {
    const bench = droptailBench();
    for (let seq = 0; seq < 7; seq++) bench.arrive(seq, { seq });
    expect(bench.port.discipline.packets).toBe(6);
    let stack: Stack | null = null;
    bench.runUntil(100);
    bench.port.host((port) => {
      stack = new Stack(port, 1e6);
      return stack;
    });
    expect(bench.port.discipline).toBe(stack);
    expect(bench.port.overflowDrops).toBe(2);
    bench.runUntil(1e9);
    expect(bench.sent.map(({ seq }) => seq)).toEqual([0, 4, 3, 2, 1]);
    expect(bench.sojournsNs.slice(1)).toEqual([4, 3, 2, 1].map((seq, i) => (i + 1) * PACKET_NS - seq));
    expect(bench.pool.inUse).toBe(0);
  });

  test("the timer of the old discipline is cancelled, and that of the new one fires", () => {
    const stacks: Stack[] = [];
    const make = (wakeNs: number) => (port: DisciplinePort) => {
      stacks.push(new Stack(port, wakeNs));
      return stacks[stacks.length - 1];
    };
    const bench = new PortBench(MBPS, make(1000));
    bench.runUntil(500);
    bench.port.host(make(2000));
    bench.runUntil(1e9);
    expect(stacks.map((stack) => stack.woken)).toEqual([0, 1]);
  });
});

test("a discipline's second timer request replaces the first", () => {
  let stack: Stack | null = null;
  const bench = new PortBench(MBPS, (port) => {
    stack = new Stack(port, 1000);
    return stack;
  });
  bench.port.wakeAfter(3000);
  bench.runUntil(2000);
  expect(bench.events.nextTimeNs).toBe(3000);
  bench.runUntil(1e9);
  expect(stack).toMatchObject({ woken: 1 });
});
