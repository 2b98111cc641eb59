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
  test("the first block contains the segment that arrived last", () => {
    expect(blocks(withSegments(5))).toEqual([5, 6]);
    expect(blocks(withSegments(5, 8))).toEqual([8, 9, 5, 6]);
    expect(blocks(withSegments(5, 8, 6))).toEqual([5, 7, 8, 9]);
  });

  test("adjacent blocks are merged", () => {
    expect(blocks(withSegments(5, 7, 6))).toEqual([5, 8]);
    expect(blocks(withSegments(5, 6, 7, 4))).toEqual([4, 8]);
  });

  test("at most three blocks are sent, the most recent ones", () => {
    expect(blocks(withSegments(2, 4, 6, 8, 10))).toEqual([10, 11, 8, 9, 6, 7]);
  });

  test("the most recent block comes first for any number of blocks, and the others keep their order", () => {
    const ranges = withSegments(...Array.from({ length: 100 }, (_, i) => 2 * i + 2));
    expect(ranges.add(4)).toBe(false);
    expect(blocks(ranges)).toEqual([4, 5, 200, 201, 198, 199]);
    expect(ranges.add(196)).toBe(false);
    expect(blocks(ranges)).toEqual([196, 197, 4, 5, 200, 201]);
    for (let seq = 2; seq < 196; seq += 2) expect(ranges.absorb(seq)).toBe(seq + 1);
    expect(blocks(ranges)).toEqual([196, 197, 200, 201, 198, 199]);
  });

  test("a repeated segment moves its block to the front, and does not count as new", () => {
    const ranges = withSegments(2, 3, 6);
    expect(ranges.add(3)).toBe(false);
    expect(blocks(ranges)).toEqual([2, 4, 6, 7]);
    expect(ranges.add(4)).toBe(true);
  });

  test("segments that are now in order are removed", () => {
    const ranges = withSegments(3, 4, 8);
    expect([ranges.absorb(2), ranges.absorb(3)]).toEqual([2, 5]);
    expect(blocks(ranges)).toEqual([8, 9]);
  });

  test("more than sixteen ranges are kept", () => {
    const ranges = withSegments(...Array.from({ length: 50 }, (_, i) => 2 * i + 1));
    expect(ranges.count).toBe(50);
    for (let seq = 1; seq < 100; seq += 2) expect(ranges.absorb(seq)).toBe(seq + 1);
    expect(ranges.count).toBe(0);
  });
});

test("for any order of arrival, the ranges are the sequences of the segments present", () => {
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

/** A model of the ranges that searches all of them, most recently changed first. */
class PlainRanges {
  list: [number, number][] = [];

  add(seq: number): boolean {
    const within = this.list.find(([start, end]) => start <= seq && seq < end);
    const joined = within ?? [seq, seq + 1];
    const touching = this.list.filter((one) => one === within || one[1] === seq || one[0] === seq + 1);
    const start = Math.min(joined[0], ...touching.map((one) => one[0]));
    const end = Math.max(joined[1], ...touching.map((one) => one[1]));
    this.list = [[start, end], ...this.list.filter((one) => !touching.includes(one))];
    return within === undefined;
  }

  absorb(next: number): number {
    const first = this.list.find(([start]) => start === next);
    this.list = this.list.filter((one) => one !== first);
    return first === undefined ? next : first[1];
  }
}

test("a receiver's segments in any order, also far apart, give the same as a list of ranges", () => {
  const arrival = fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 300 }));
  fc.assert(
    fc.property(fc.array(arrival, { maxLength: 300 }), (aheads) => {
      const [ranges, plain] = [new SackRanges(), new PlainRanges()];
      let next = 0;
      for (const ahead of aheads) {
        if (ahead > 0) expect(ranges.add(next + ahead)).toBe(plain.add(next + ahead));
        else if (ranges.count > 0) {
          const end = plain.absorb(next + 1);
          expect(ranges.absorb(next + 1)).toBe(end);
          next = end;
        } else next++;
        expect(ranges.count).toBe(plain.list.length);
        expect(blocks(ranges)).toEqual(plain.list.slice(0, 3).flat());
      }
    }),
  );
});

describe("the time that a segment takes", () => {
  /** Counts the reads of the rings from now on. Returns a function that returns the count. */
  function counted(ranges: SackRanges): () => number {
    let reads = 0;
    for (const ring of ["towards", "ends", "newer", "older"]) {
      const cells: Int32Array = Reflect.get(ranges, ring);
      const counting = new Proxy(cells, {
        get: (target, key) => {
          reads++;
          return Reflect.get(target, key);
        },
      });
      Reflect.set(ranges, ring, counting);
    }
    return () => reads;
  }

  test("does not grow with the number of gaps", () => {
    const readsWith = (gaps: number) => {
      const ranges = new SackRanges();
      for (let i = gaps; i > 0; i--) ranges.add(2 * i);
      const reads = counted(ranges);
      const middle = 2 * Math.floor(gaps / 2);
      // Adds a segment a second time, fills a gap between two segments, and acknowledges a segment that is now in
      // order.
      ranges.add(middle);
      ranges.add(middle + 1);
      expect(ranges.absorb(2)).toBe(3);
      blocks(ranges);
      return reads();
    };
    expect(readsWith(20_000)).toBe(readsWith(100));
    expect(readsWith(100)).toBeLessThan(60);
  });

  test("does not grow when gaps are filled one after the other", () => {
    const ranges = new SackRanges();
    for (let i = 1; i <= 5000; i++) ranges.add(2 * i);
    const reads = counted(ranges);
    for (let seq = 3; seq < 10_000; seq += 2) ranges.add(seq);
    expect(ranges.count).toBe(1);
    expect(reads()).toBeLessThan(5000 * 30);
  });
});
