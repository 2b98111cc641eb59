import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Digest } from "../../../src/engine/core/digest.ts";

function digestOf(value: unknown): string {
  const digest = new Digest();
  digest.value(value);
  return digest.hex();
}

describe("digest", () => {
  test("is 16 hexadecimal digits", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(digestOf(value)).toMatch(/^[0-9a-f]{16}$/);
      }),
    );
  });

  test("never changes: digests are printed in documents", () => {
    expect(digestOf({ a: 1, b: [0.1, "text", true, null] })).toBe("0a9060c27e6364f7");
  });

  test("is the same for the same data, whatever the order of an object's keys", () => {
    expect(digestOf({ a: 1, b: { c: 2, d: 3 } })).toBe(digestOf({ b: { d: 3, c: 2 }, a: 1 }));
  });

  test("distinguishes lists in different orders", () => {
    expect(digestOf([1, 2])).not.toBe(digestOf([2, 1]));
  });

  test("treats -0 as 0 and all NaN values as one", () => {
    expect(digestOf(-0)).toBe(digestOf(0));
    expect(digestOf(Number.NaN)).toBe(digestOf(0 / 0));
    expect(digestOf(Number.NaN)).not.toBe(digestOf(0));
  });

  test("depends on the last bit of a number", () => {
    expect(digestOf(0.1 + 0.2)).not.toBe(digestOf(0.3));
  });

  test("depends on where one item ends and the next starts", () => {
    expect(digestOf(["ab", "c"])).not.toBe(digestOf(["a", "bc"]));
    expect(digestOf([[1], [2]])).not.toBe(digestOf([[1, 2]]));
    expect(digestOf({ a: null })).not.toBe(digestOf({}));
  });

  test("distinguishes ten thousand adjacent numbers", () => {
    const seen = new Set(Array.from({ length: 10_000 }, (_, i) => digestOf(i / 1000)));
    expect(seen.size).toBe(10_000);
  });
});
