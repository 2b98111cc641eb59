import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Packet } from "../../../src/engine/net/packet.ts";
import { SackRanges } from "../../../src/engine/tcp/sack-ranges.ts";

function blocks(ranges: SackRanges): number[] {
  const ack = new Packet();
  ranges.writeTo(ack);
  return [...ack.sack.subarray(0, 2 * ack.sackBlocks)];
}

function withSegments(...seqs: readonly number[]): SackRanges {
  const ranges = new SackRanges();
  for (const seq of seqs) ranges.add(seq);
  return ranges;
}

describe("SACK blocks (RFC 2018 §4)", () => {
  test("the first block holds the segment that arrived last", () => {
    expect(blocks(withSegments(5))).toEqual([5, 6]);
    expect(blocks(withSegments(5, 8))).toEqual([8, 9, 5, 6]);
    expect(blocks(withSegments(5, 8, 6))).toEqual([5, 7, 8, 9]);
  });

  test("blocks that meet become one", () => {
    expect(blocks(withSegments(5, 7, 6))).toEqual([5, 8]);
    expect(blocks(withSegments(5, 6, 7, 4))).toEqual([4, 8]);
  });

  test("at most three, the most recent", () => {
    expect(blocks(withSegments(2, 4, 6, 8, 10))).toEqual([10, 11, 8, 9, 6, 7]);
  });

  test("the most recent first however many there are, and those behind keep their order", () => {
    const ranges = withSegments(...Array.from({ length: 100 }, (_, i) => 2 * i + 2));
    expect(ranges.add(4)).toBe(false);
    expect(blocks(ranges)).toEqual([4, 5, 200, 201, 198, 199]);
    for (let seq = 200; seq > 4; seq -= 2) expect(ranges.absorb(seq)).toBe(seq + 1);
    expect(blocks(ranges)).toEqual([4, 5, 2, 3]);
  });

  test("a segment that comes again brings its block to the front, and is nothing new", () => {
    const ranges = withSegments(2, 3, 6);
    expect(ranges.add(3)).toBe(false);
    expect(blocks(ranges)).toEqual([2, 4, 6, 7]);
    expect(ranges.add(4)).toBe(true);
  });

  test("what has become in-order is absorbed", () => {
    const ranges = withSegments(3, 4, 8);
    expect(ranges.absorb(2)).toBe(2);
    expect(ranges.absorb(3)).toBe(5);
    expect(blocks(ranges)).toEqual([8, 9]);
  });

  test("more than sixteen ranges are kept", () => {
    const ranges = withSegments(...Array.from({ length: 50 }, (_, i) => 2 * i + 1));
    expect(ranges.count).toBe(50);
    for (let seq = 1; seq < 100; seq += 2) expect(ranges.absorb(seq)).toBe(seq + 1);
    expect(ranges.count).toBe(0);
  });
});

test("whatever the order of arrival, the ranges are the runs of what is there", () => {
  const arrivals = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 120 });
  fc.assert(
    fc.property(arrivals, (seqs) => {
      const ranges = new SackRanges();
      const held = new Set<number>();
      for (const seq of seqs) {
        expect(ranges.add(seq)).toBe(!held.has(seq));
        held.add(seq);
        const runs = [...held].filter((one) => !held.has(one - 1)).length;
        expect(ranges.count).toBe(runs);
        const written = blocks(ranges);
        expect(written).toHaveLength(2 * Math.min(3, runs));
        expect(written[0] <= seq && seq < written[1]).toBe(true);
        for (let i = 0; i < written.length; i += 2) {
          const [start, end] = [written[i], written[i + 1]];
          expect([held.has(start - 1), held.has(end)]).toEqual([false, false]);
          for (let one = start; one < end; one++) expect(held.has(one)).toBe(true);
        }
      }
    }),
  );
});
