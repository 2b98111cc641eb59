import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  CE,
  ECT0,
  ECT1,
  MAX_SACK_BLOCKS,
  NOT_ECT,
  type Packet,
  PacketFifo,
  PacketPool,
  TooLargeRun,
} from "../../../src/engine/net/packet.ts";
import { SackRanges } from "../../../src/engine/tcp/sack-ranges.ts";
import { madePacket } from "./made-packets.ts";

test("the ECN codepoints are those of the IP header (RFC 3168 §5)", () => {
  expect({ NOT_ECT, ECT1, ECT0, CE }).toEqual({ NOT_ECT: 0b00, ECT1: 0b01, ECT0: 0b10, CE: 0b11 });
});

test("an ACK has room for three SACK blocks beside time stamps (RFC 2018 §3)", () => {
  expect(MAX_SACK_BLOCKS).toBe(3);
  const ack = new PacketPool().take();
  const ranges = new SackRanges();
  for (const seq of [2, 4, 6, 8]) ranges.add(seq);
  ranges.writeTo(ack);
  expect([ack.sackBlocks, ack.sack.length]).toEqual([3, 6]);
});

test("a packet is taken from any place of a queue, and the others keep their order", () => {
  const takes = fc.array(fc.nat({ max: 12 }), { maxLength: 20 });
  fc.assert(
    fc.property(takes, (positions) => {
      const fifo = new PacketFifo();
      const expected = Array.from({ length: 10 }, (_, seq) => madePacket({ seq, bytes: 100 + seq }));
      for (const packet of expected) fifo.push(packet);
      for (const position of positions) {
        expect(fifo.takeAt(position)).toBe(expected.splice(position, 1)[0] ?? null);
        const last = madePacket({ bytes: 50 });
        fifo.push(last);
        expected.push(last);
        expect([fifo.packets, fifo.bytes]).toEqual([
          expected.length,
          expected.reduce((sum, { bytes }) => sum + bytes, 0),
        ]);
      }
      for (const packet of expected) expect(fifo.shift()).toBe(packet);
      expect(fifo.shift()).toBeNull();
    }),
  );
});

describe("the packet pool", () => {
  test("counts the packets in use", () => {
    const pool = new PacketPool();
    const [a, b] = [pool.take(), pool.take()];
    expect(pool.inUse).toBe(2);
    pool.release(a);
    pool.release(b);
    expect(pool.inUse).toBe(0);
  });

  test("never returns a packet that is in use, and allocates none while it has free ones", () => {
    const pool = new PacketPool();
    const first = Array.from({ length: 10 }, () => pool.take());
    expect(new Set(first).size).toBe(10);
    for (const packet of first) pool.release(packet);
    const second = Array.from({ length: 10 }, () => pool.take());
    expect(new Set(second)).toEqual(new Set(first));
  });

  test("allocates space for SACK blocks only for packets that carry them", () => {
    const pool = new PacketPool();
    const ranges = new SackRanges();
    ranges.add(2);
    const rooms = new Set<object>();
    const queue = Array.from({ length: 100 }, () => pool.take());
    for (let i = 0; i < 1000; i++) {
      const ack = pool.takeWithBlocks();
      ranges.writeTo(ack);
      rooms.add(ack.sack);
      pool.release(queue[i % 100]);
      queue[i % 100] = pool.take();
      pool.release(ack);
    }
    expect(rooms.size).toBe(1);
  });

  test("ends a run that has too many packets at once", () => {
    const pool = new PacketPool(10, 1000, 1);
    const first = Array.from({ length: 10 }, () => pool.take());
    expect(() => pool.take()).toThrow(TooLargeRun);
    pool.release(first[0]);
    expect(pool.take()).toBe(first[0]);
    expect(() => new PacketPool(0, 1000, 1).take()).toThrow("more than 0 million packets are in flight");
  });

  test("ends a run whose senders send too many packets; those of receivers do not count", () => {
    const pool = new PacketPool(10, 100, 1);
    for (let i = 0; i < 100; i++) pool.release(pool.take());
    for (let i = 0; i < 100; i++) pool.release(pool.takeAnswer());
    expect(() => pool.take()).toThrow("its senders send more than 0.0001 million");
  });

  test("counts each packet as three while more packets are in flight than a cache holds", () => {
    const pool = new PacketPool(60_000, 50_006, 1);
    for (let i = 0; i < 50_001; i++) pool.take();
    pool.release(pool.take());
    expect(() => pool.take()).toThrow("counts 3 times");
  });

  test("lets the run process what has arrived before it checks the limits", () => {
    const pool = new PacketPool(10, 1000, 5);
    const sent: Packet[] = [];
    pool.beforeLook = () => {
      for (const packet of sent.splice(0)) pool.release(packet);
    };
    for (let i = 0; i < 100; i++) sent.push(pool.take());
    expect(pool.made).toBe(5);
  });

  test("a packet from the pool is in no queue", () => {
    const pool = new PacketPool();
    const [a, b] = [pool.take(), pool.take()];
    pool.release(a);
    pool.release(b);
    expect([pool.take().next, pool.take().next]).toEqual([null, null]);
  });
});

test("an empty queue has no head and returns nothing", () => {
  const fifo = new PacketFifo();
  expect([fifo.head, fifo.shift(), fifo.packets, fifo.bytes]).toEqual([null, null, 0, 0]);
});

test("keeps the order, and counts packets and bytes, for any sequence of arrivals and departures", () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.integer({ min: 40, max: 9000 })), { maxLength: 200 }), (steps) => {
      const fifo = new PacketFifo();
      const model: number[] = [];
      for (const bytes of steps) {
        if (bytes === null) expect(fifo.shift()?.bytes).toBe(model.shift());
        else {
          fifo.push(madePacket({ bytes }));
          model.push(bytes);
        }
        expect(fifo.packets).toBe(model.length);
        expect(fifo.bytes).toBe(model.reduce((sum, size) => sum + size, 0));
        expect(fifo.head?.bytes).toBe(model[0]);
      }
    }),
  );
});

test("a packet that has left does not keep those behind it alive", () => {
  const fifo = new PacketFifo();
  fifo.push(madePacket());
  fifo.push(madePacket());
  expect(fifo.shift()?.next).toBeNull();
});
