import { describe, expect, test } from "vitest";
import type { EcnFeedback } from "../../../src/engine/cc/congestion-control.ts";
import { Clock } from "../../../src/engine/core/clock.ts";
import { EventQueue, EventSlot } from "../../../src/engine/core/event-queue.ts";
import { CE, ECT0, NOT_ECT, type Packet, PacketPool } from "../../../src/engine/net/packet.ts";
import { Receiver, type ReceiverSettings } from "../../../src/engine/tcp/receiver.ts";

const MS = 1e6;

class ReceiverBench {
  readonly pool = new PacketPool();
  readonly receiver: Receiver;
  readonly acks: { ack: number; atMs: number; ece: boolean; sack: number[]; ecn: number; bytes: number }[] =
    [];
  private readonly clock = new Clock();
  private readonly events = new EventQueue(this.clock);

  constructor(settings: Partial<ReceiverSettings> = {}, feedback: EcnFeedback = "classic") {
    const all: ReceiverSettings = {
      sack: true,
      dsack: false,
      delayedAck: 2,
      delayedAckTimerNs: 40 * MS,
      quickAcks: 0,
      quickAcksAfterCe: 2,
      ackBytes: 52,
      ...settings,
    };
    this.receiver = new Receiver(this.clock, 0, all, feedback, this.pool, new EventSlot(this.events), {
      receive: (packet) => {
        const { ack, ece, ecn, bytes } = packet;
        const sack = [...packet.sack.subarray(0, 2 * packet.sackBlocks)];
        this.acks.push({ ack, atMs: this.clock.nowNs / MS, ece, sack, ecn, bytes });
        this.pool.release(packet);
      },
    });
  }

  /** A data segment arrives; the timer has run until then. */
  data(seq: number, atMs: number, fields: Partial<Packet> = {}): this {
    this.runUntil(atMs);
    const plain = { bytes: 1500, ecn: NOT_ECT, cwr: false, isLast: false };
    this.receiver.onData(Object.assign(this.pool.take(), plain, { seq }, fields));
    return this;
  }

  runUntil(ms: number): this {
    while (this.events.nextTimeNs <= ms * MS) {
      this.clock.nowNs = this.events.nextTimeNs;
      this.receiver.onTimer();
    }
    this.clock.nowNs = ms * MS;
    return this;
  }

  /** [acknowledged, when] of each ACK. */
  get numbers(): [number, number][] {
    return this.acks.map(({ ack, atMs }) => [ack, atMs]);
  }
}

describe("delayed ACKs (RFC 5681 §4.2)", () => {
  test("every second segment is acknowledged", () => {
    const bench = new ReceiverBench();
    for (let seq = 0; seq < 6; seq++) bench.data(seq, seq);
    expect(bench.numbers).toEqual([
      [2, 1],
      [4, 3],
      [6, 5],
    ]);
  });

  test("every segment, when so set", () => {
    const bench = new ReceiverBench({ delayedAck: 1 });
    bench.data(0, 0).data(1, 1);
    expect(bench.numbers).toEqual([
      [1, 0],
      [2, 1],
    ]);
  });

  test("a single one after 40 ms", () => {
    const bench = new ReceiverBench();
    bench.data(0, 5).runUntil(1000);
    expect(bench.numbers).toEqual([[1, 45]]);
  });

  test("the timer counts from the segment that is owed an ACK, not from one before", () => {
    const bench = new ReceiverBench();
    bench.data(0, 0).data(1, 1).data(2, 30).runUntil(1000);
    expect(bench.numbers).toEqual([
      [2, 1],
      [3, 70],
    ]);
  });

  test("no ACK falls due when none is owed", () => {
    const bench = new ReceiverBench();
    bench.data(0, 0).data(1, 1).runUntil(1000);
    expect(bench.acks).toHaveLength(1);
  });

  test("a duplicate of what has arrived in order is acknowledged at once, without SACK; then it goes on as before", () => {
    const bench = new ReceiverBench();
    bench.data(0, 0).data(1, 1).data(0, 2).data(2, 3).data(3, 4);
    expect(bench.acks.map(({ ack, atMs, sack }) => [ack, atMs, sack])).toEqual([
      [2, 1, []],
      [2, 2, []],
      [4, 4, []],
    ]);
  });

  test("the last segment of a transfer is acknowledged at once", () => {
    expect(new ReceiverBench().data(0, 3, { isLast: true }).numbers).toEqual([[1, 3]]);
  });

  test("quick ACKs: the first segments of a connection are acknowledged one by one, as in Linux", () => {
    const bench = new ReceiverBench({ quickAcks: 3 });
    for (let seq = 0; seq < 7; seq++) bench.data(seq, seq);
    expect(bench.numbers).toEqual([
      [1, 0],
      [2, 1],
      [3, 2],
      [5, 4],
      [7, 6],
    ]);
  });
});

describe("at once (RFC 5681 §4.2)", () => {
  test("a segment behind a gap: a duplicate ACK", () => {
    const bench = new ReceiverBench().data(0, 0).data(1, 1);
    bench.data(3, 3).data(4, 4);
    expect(bench.numbers.slice(1)).toEqual([
      [2, 3],
      [2, 4],
    ]);
  });

  test("a segment that fills the gap, or a part of it", () => {
    const bench = new ReceiverBench().data(0, 0).data(1, 1).data(4, 4);
    bench.data(2, 5);
    expect(bench.acks[bench.acks.length - 1]).toMatchObject({ ack: 3, atMs: 5, sack: [4, 5] });
    bench.data(3, 6);
    expect(bench.acks[bench.acks.length - 1]).toMatchObject({ ack: 5, atMs: 6, sack: [] });
  });

  test("a segment that came before", () => {
    const bench = new ReceiverBench().data(0, 0).data(1, 1);
    bench.data(0, 9);
    expect(bench.numbers).toEqual([
      [2, 1],
      [2, 9],
    ]);
    expect(bench.receiver.next).toBe(2);
  });
});

describe("DSACK (RFC 2883 §4)", () => {
  const tells = (...seqs: number[]) => {
    const bench = new ReceiverBench({ dsack: true, delayedAck: 1 });
    for (const [i, seq] of seqs.entries()) bench.data(seq, i);
    return bench.acks.map(({ ack, sack }) => [ack, ...sack]);
  };

  test("a segment from below the ACK that comes once more is the first block", () => {
    expect(tells(0, 1, 0)).toEqual([[1], [2], [2, 0, 1]]);
  });

  test("one from within a block that is held stands before that block", () => {
    expect(tells(0, 3, 4, 3).at(-1)).toEqual([1, 3, 4, 3, 5]);
  });

  test("it is told of once, and takes the room of a block", () => {
    expect(tells(0, 2, 4, 6, 8, 0, 10)).toEqual([
      [1],
      [1, 2, 3],
      [1, 4, 5, 2, 3],
      [1, 6, 7, 4, 5, 2, 3],
      [1, 8, 9, 6, 7, 4, 5],
      [1, 0, 1, 8, 9, 6, 7],
      [1, 10, 11, 8, 9, 6, 7],
    ]);
  });

  test("not without the setting", () => {
    const bench = new ReceiverBench({ delayedAck: 1 }).data(0, 0).data(0, 1);
    expect(bench.acks.at(-1)?.sack).toEqual([]);
  });
});

describe("SACK", () => {
  test("duplicate ACKs tell of what arrived, the latest first (RFC 2018 §4)", () => {
    const bench = new ReceiverBench().data(2, 1).data(5, 2).data(3, 3);
    expect(bench.acks.map(({ sack }) => sack)).toEqual([
      [2, 3],
      [5, 6, 2, 3],
      [2, 4, 5, 6],
    ]);
  });

  test("without it they tell of nothing", () => {
    const bench = new ReceiverBench({ sack: false }).data(2, 1).data(3, 2).data(0, 3).data(1, 4);
    expect(bench.acks.map(({ ack, sack }) => [ack, sack])).toEqual([
      [0, []],
      [0, []],
      [1, []],
      [4, []],
    ]);
  });
});

describe("ECN-Echo (RFC 3168 §6.1.3)", () => {
  test("after CE every ACK carries ECE, until a segment with CWR arrives", () => {
    const bench = new ReceiverBench({ delayedAck: 1 });
    bench.data(0, 0, { ecn: ECT0 }).data(1, 1, { ecn: CE });
    for (let seq = 2; seq < 5; seq++) bench.data(seq, seq, { ecn: ECT0 });
    bench.data(5, 5, { ecn: ECT0, cwr: true }).data(6, 6, { ecn: ECT0 });
    expect(bench.acks.map(({ ece }) => ece)).toEqual([false, true, true, true, true, false, false]);
  });

  test("CE in the very segment that carries CWR is echoed anew", () => {
    const bench = new ReceiverBench({ delayedAck: 1 });
    bench.data(0, 0, { ecn: CE }).data(1, 1, { ecn: CE, cwr: true }).data(2, 2, { ecn: ECT0 });
    expect(bench.acks.map(({ ece }) => ece)).toEqual([true, true, true]);
  });

  test("ECE waits for no second segment: the first CE of a round is acknowledged at once, and the segment after it", () => {
    const bench = new ReceiverBench();
    bench.data(0, 0, { ecn: ECT0 }).data(1, 1, { ecn: ECT0 });
    bench.data(2, 2, { ecn: CE });
    for (let seq = 3; seq < 6; seq++) bench.data(seq, seq, { ecn: CE });
    expect(bench.numbers).toEqual([
      [2, 1],
      [3, 2],
      [4, 3],
      [6, 5],
    ]);
  });

  test.each([
    [0, [2, 4, 6]],
    [3, [1, 2, 3, 5, 6]],
  ])(
    "as many segments as are set, here %i, are acknowledged one by one from the first CE on",
    (quickAcksAfterCe, acks) => {
      const bench = new ReceiverBench({ quickAcksAfterCe });
      for (let seq = 0; seq < 6; seq++) bench.data(seq, seq, { ecn: CE });
      bench.runUntil(100);
      expect(bench.numbers.map(([ack]) => ack)).toEqual(acks);
    },
  );

  test("a segment with CWR is acknowledged at once", () => {
    const bench = new ReceiverBench().data(0, 0).data(1, 1);
    bench.data(2, 7, { cwr: true });
    expect(bench.numbers.slice(1)).toEqual([[3, 7]]);
  });

  test("CE behind a gap counts as well", () => {
    const bench = new ReceiverBench().data(3, 0, { ecn: CE });
    expect(bench.acks[0]).toMatchObject({ ack: 0, ece: true });
  });

  test("ACKs are headers only and not ECN-capable (RFC 3168 §6.1.4)", () => {
    expect(new ReceiverBench().data(0, 0, { isLast: true }).acks[0]).toMatchObject({
      ecn: NOT_ECT,
      bytes: 52,
    });
  });
});

test("every packet goes back to the pool", () => {
  const bench = new ReceiverBench();
  for (const seq of [0, 1, 5, 3, 3, 2, 4, 6]) bench.data(seq, seq);
  bench.runUntil(1000);
  expect(bench.pool.inUse).toBe(0);
});
