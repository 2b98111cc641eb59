import fc from "fast-check";
import { deflateSync } from "fflate";
import { describe, expect, test } from "vitest";
import { inflate } from "../../src/lib/inflate.ts";

const MOST = 100_000;

/** A block with codes of its own that is not the last and has no symbol but its end: two codes of 15 bits in it. */
function emptyBlocks(count: number): Uint8Array {
  const bits: number[] = [];
  const put = (value: number, length: number) => {
    for (let i = 0; i < length; i++) bits.push((value >> i) & 1);
  };
  for (let i = 0; i < count; i++) {
    // 257 lengths, 1 distance, 18 lengths of the code-length code: "0 repeated 11 to 138 times" has 1 bit, 1 and 15 have 2.
    put(0, 1);
    put(2, 2);
    put(0, 5);
    put(0, 5);
    put(14, 4);
    for (const symbol of [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1])
      put(symbol === 18 ? 1 : symbol === 1 ? 1 : 0, 3);
    // Symbol 1 has the code 0, symbol 18 the code 1: 256 zeros, then lengths of 1 for the end and the only distance.
    put(1, 1);
    put(127, 7);
    put(1, 1);
    put(107, 7);
    put(0, 2);
    // The end of the block.
    put(0, 1);
  }
  // A last, stored block of no bytes.
  put(1, 3);
  while (bits.length % 8 > 0) bits.push(0);
  put(0xffff0000, 32);
  const bytes = new Uint8Array(bits.length / 8);
  for (const [i, bit] of bits.entries()) bytes[i >> 3] |= bit << (i & 7);
  return bytes;
}

describe("inflating", () => {
  test("gives back what was deflated, in stored, fixed and own codes", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ maxLength: 3000 }),
          fc.array(fc.constantFrom(1, 2, 3, 250), { maxLength: 3000 }).map((list) => Uint8Array.from(list)),
        ),
        fc.constantFrom(0, 1, 6, 9),
        (bytes, level) => {
          expect(inflate(deflateSync(bytes, { level: level as 0 | 1 | 6 | 9 }), MOST)).toEqual(bytes);
        },
      ),
      { numRuns: 200 },
    );
    const long = Uint8Array.from({ length: MOST }, (_, i) => ((i * i) % 251) ^ (i >> 9));
    expect(inflate(deflateSync(long, { level: 9 }), MOST)).toEqual(long);
  });

  test("refuses data that end too early, are broken or inflate to too much", () => {
    const data = deflateSync(Uint8Array.from({ length: 600 }, (_, i) => (i * 7) % 50));
    for (let end = 0; end < data.length; end++) expect(() => inflate(data.slice(0, end), MOST)).toThrow();
    expect(() => inflate(deflateSync(new Uint8Array(MOST + 1)), MOST)).toThrow(/more than 100000 bytes/);
    expect(() => inflate(Uint8Array.of(7), MOST)).toThrow(/kind of block/);
    expect(() => inflate(Uint8Array.of(1, 1, 0, 0, 0, 9), MOST)).toThrow(/stored block/);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        try {
          expect(inflate(bytes, 1000).length).toBeLessThanOrEqual(1000);
        } catch (error) {
          expect(String(error)).toMatch(/^(?:Range)?Error: (?:The|A) /);
        }
      }),
    );
  });

  test("builds no tables: blocks of ten bytes cost no more than as many bytes of text", () => {
    expect(inflate(emptyBlocks(3000), MOST)).toHaveLength(0);
  });
});
