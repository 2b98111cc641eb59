import { describe, expect, test } from "vitest";
import { CE, ECT0, NOT_ECT, type Packet } from "../../../src/engine/net/packet.ts";
import type { EcnFeedback } from "../../../src/engine/tcp/ecn.ts";
import type { ReceiverSettings } from "../../../src/engine/tcp/receiver.ts";
import { Receiving } from "./conformance/receiving.ts";

class ReceiverBench extends Receiving {
  constructor(settings: Partial<ReceiverSettings> = {}, feedback: EcnFeedback = "classic") {
    super({ dsack: false, ...settings }, feedback);
  }

  /** Delivers a data segment after running the timer up to its arrival. */
  data(seq: number, atMs: number, fields: Partial<Packet> = {}): this {
    return this.at(atMs).with(seq, fields);
  }

  get told() {
    return this.heard.map(({ atMs, sack, packet }) => ({ ...packet, atMs, sack }));
  }

  /** Each ACK as text: its number and its time (ms), such as "1 at 40". */
  get numbers(): string[] {
    return this.told.map(({ ack, atMs }) => `${ack} at ${atMs}`);
  }
}

describe("delayed ACKs (RFC 5681 §4.2)", () => {
  test("are sent for every second segment", () => {
    const bench = new ReceiverBench();
    for (let seq = 0; seq < 6; seq++) bench.data(seq, seq);
    expect(bench.numbers).toEqual(["2 at 1", "4 at 3", "6 at 5"]);
  });

  test("can be switched off, so that every segment is acknowledged", () => {
    const bench = new ReceiverBench({ delayedAck: 1 });
    bench.data(0, 0).data(1, 1);
    expect(bench.numbers).toEqual(["1 at 0", "2 at 1"]);
  });

  test("acknowledge a single segment after 40 ms", () => {
    const bench = new ReceiverBench();
    bench.data(0, 5).at(1000);
    expect(bench.numbers).toEqual(["1 at 45"]);
  });

  test("count the time from the unacknowledged segment, not from an earlier one", () => {
    const bench = new ReceiverBench();
    bench.data(0, 0).data(1, 1).data(2, 30).at(1000);
    expect(bench.numbers).toEqual(["2 at 1", "3 at 70"]);
  });

  test("are not due when all segments are acknowledged", () => {
    const bench = new ReceiverBench();
    bench.data(0, 0).data(1, 1).at(1000);
    expect(bench.told).toHaveLength(1);
  });

  test("without SACK a duplicate of in-order data is acknowledged at once; then delayed ACKs continue", () => {
    const bench = new ReceiverBench();
    bench.data(0, 0).data(1, 1).data(0, 2).data(2, 3).data(3, 4);
    expect(bench.told.map(({ ack, atMs, sack }) => [ack, atMs, sack])).toEqual([
      [2, 1, []],
      [2, 2, []],
      [4, 4, []],
    ]);
  });

  test("the last segment of a transfer is acknowledged at once", () => {
    expect(new ReceiverBench().data(0, 3, { isLast: true }).numbers).toEqual(["1 at 3"]);
  });

  test("quick ACKs: the first segments of a connection are acknowledged one by one, as in Linux", () => {
    const bench = new ReceiverBench({ quickAcks: 3 });
    for (let seq = 0; seq < 7; seq++) bench.data(seq, seq);
    expect(bench.numbers).toEqual(["1 at 0", "2 at 1", "3 at 2", "5 at 4", "7 at 6"]);
  });
});

describe("immediate ACKs (RFC 5681 §4.2)", () => {
  test("a segment behind a gap causes a duplicate ACK", () => {
    const bench = new ReceiverBench().data(0, 0).data(1, 1);
    bench.data(3, 3).data(4, 4);
    expect(bench.numbers.slice(1)).toEqual(["2 at 3", "2 at 4"]);
  });

  test("a segment that fills the gap or a part of it is acknowledged at once", () => {
    const bench = new ReceiverBench().data(0, 0).data(1, 1).data(4, 4);
    bench.data(2, 5);
    expect(bench.told[bench.told.length - 1]).toMatchObject({ ack: 3, atMs: 5, sack: [4, 5] });
    bench.data(3, 6);
    expect(bench.told[bench.told.length - 1]).toMatchObject({ ack: 5, atMs: 6, sack: [] });
  });

  test("a segment that arrived before is acknowledged at once", () => {
    const bench = new ReceiverBench().data(0, 0).data(1, 1);
    bench.data(0, 9);
    expect(bench.numbers).toEqual(["2 at 1", "2 at 9"]);
    expect(bench.receiver.next).toBe(2);
  });
});

describe("DSACK (RFC 2883 §4)", () => {
  const tells = (...seqs: number[]) => {
    const bench = new ReceiverBench({ dsack: true, delayedAck: 1, sackDelayNs: 0 });
    for (const [i, seq] of seqs.entries()) bench.data(seq, i);
    return bench.told.map(({ ack, sack }) => [ack, ...sack]);
  };

  test("a repeated segment below the ACK is the first block", () => {
    expect(tells(0, 1, 0)).toEqual([[1], [2], [2, 0, 1]]);
  });

  test("a segment within a held block is reported before that block", () => {
    expect(tells(0, 3, 4, 3).at(-1)).toEqual([1, 3, 4, 3, 5]);
  });

  test("a DSACK is sent once, and takes the room of a block", () => {
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

  test("no DSACK is sent if the option is off", () => {
    const bench = new ReceiverBench({ delayedAck: 1 }).data(0, 0).data(0, 1);
    expect(bench.told.at(-1)?.sack).toEqual([]);
  });
});

describe("SACK", () => {
  test("duplicate ACKs report what arrived, the latest first (RFC 2018 §4)", () => {
    const bench = new ReceiverBench().data(2, 1).data(5, 2).data(3, 3);
    expect(bench.told.map(({ sack }) => sack)).toEqual([
      [2, 3],
      [5, 6, 2, 3],
      [2, 4, 5, 6],
    ]);
  });

  test("without SACK, duplicate ACKs contain no blocks", () => {
    const bench = new ReceiverBench({ sack: false }).data(2, 1).data(3, 2).data(0, 3).data(1, 4);
    expect(bench.told.map(({ ack, sack }) => [ack, sack])).toEqual([
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
    expect(bench.told.map(({ ece }) => ece)).toEqual([false, true, true, true, true, false, false]);
  });

  test("CE in the same segment that carries CWR is echoed again", () => {
    const bench = new ReceiverBench({ delayedAck: 1 });
    bench.data(0, 0, { ecn: CE }).data(1, 1, { ecn: CE, cwr: true }).data(2, 2, { ecn: ECT0 });
    expect(bench.told.map(({ ece }) => ece)).toEqual([true, true, true]);
  });

  test("ECE does not wait for a second segment: the first CE of a round is acknowledged at once, and the segment after it", () => {
    const bench = new ReceiverBench();
    bench.data(0, 0, { ecn: ECT0 }).data(1, 1, { ecn: ECT0 });
    bench.data(2, 2, { ecn: CE });
    for (let seq = 3; seq < 6; seq++) bench.data(seq, seq, { ecn: CE });
    expect(bench.numbers).toEqual(["2 at 1", "3 at 2", "4 at 3", "6 at 5"]);
  });

  test.each([
    [0, [2, 4, 6]],
    [3, [1, 2, 3, 5, 6]],
  ])(
    "with the setting %i, so many segments are acknowledged one by one from the first CE on",
    (quickAcksAfterCe, acks) => {
      const bench = new ReceiverBench({ quickAcksAfterCe });
      for (let seq = 0; seq < 6; seq++) bench.data(seq, seq, { ecn: CE });
      bench.at(100);
      expect(bench.told.map(({ ack }) => ack)).toEqual(acks);
    },
  );

  test("a segment that is not ECT in an ECN flow is a retransmission: it and the next segment are acknowledged at once", () => {
    const bench = new ReceiverBench();
    bench.data(0, 0, { ecn: ECT0 }).data(1, 1, { ecn: ECT0 });
    bench.data(2, 2).data(3, 3, { ecn: ECT0 }).data(4, 4, { ecn: ECT0 }).data(5, 5, { ecn: ECT0 });
    expect(bench.numbers).toEqual(["2 at 1", "3 at 2", "4 at 3", "6 at 5"]);
  });

  test("a segment that arrives a second time makes 16 ACKs immediate (Linux TCP_MAX_QUICKACKS)", () => {
    const bench = new ReceiverBench({ quickAcks: 16 });
    for (let seq = 0; seq < 18; seq++) bench.data(seq, seq);
    bench.data(5, 20);
    for (let seq = 18; seq < 35; seq++) bench.data(seq, seq + 10);
    expect(bench.told.slice(18).map(({ ack }) => ack)).toEqual([
      ...Array.from({ length: 15 }, (_, i) => 19 + i),
      35,
    ]);
  });

  test("an ACK grows by its SACK option: four bytes, and eight for each block (RFC 2018 §3)", () => {
    const bench = new ReceiverBench({ sackDelayNs: 0 }).data(0, 0).data(1, 1).data(3, 2).data(5, 3);
    expect(bench.told.map(({ bytes }) => bytes)).toEqual([52, 64, 72]);
  });

  test("a segment with CWR is acknowledged at once", () => {
    const bench = new ReceiverBench().data(0, 0).data(1, 1);
    bench.data(2, 7, { cwr: true });
    expect(bench.numbers.slice(1)).toEqual(["3 at 7"]);
  });

  test("CE behind a gap counts as well", () => {
    const bench = new ReceiverBench().data(3, 0, { ecn: CE });
    expect(bench.told[0]).toMatchObject({ ack: 0, ece: true });
  });

  test("ACKs are headers only and not ECN-capable (RFC 3168 §6.1.4)", () => {
    expect(new ReceiverBench().data(0, 0, { isLast: true }).told[0]).toMatchObject({
      ecn: NOT_ECT,
      bytes: 52,
    });
  });
});

test("every packet returns to the pool", () => {
  const bench = new ReceiverBench();
  for (const seq of [0, 1, 5, 3, 3, 2, 4, 6]) bench.data(seq, seq);
  bench.at(1000);
  expect(bench.pool.inUse).toBe(0);
});
