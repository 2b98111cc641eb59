import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isPacked, LONGEST_TEXT, packText, unpackText } from "../../src/lib/packed-text.ts";

describe("a packed text", () => {
  test("reads back unchanged, and contains only characters that a link allows", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 3000 }), (text) => {
        const packed = packText(text);
        expect(packed).toMatch(/^z\.[A-Za-z0-9_-]+$/);
        expect(isPacked(packed)).toBe(true);
        expect(unpackText(packed)).toBe(text);
      }),
      { numRuns: 100 },
    );
  });

  test("is shorter than its content", () => {
    const text = "A sender that sees a mark lowers its window to a part of it. ".repeat(40);
    expect(packText(text).length).toBeLessThan(text.length / 10);
  });

  test("that was cut or changed is refused", () => {
    const packed = packText("the link of a task, with enough words to be cut somewhere in the middle");
    for (let end = 2; end < packed.length; end++) expect(() => unpackText(packed.slice(0, end))).toThrow();
    for (let at = 2; at < packed.length; at++) {
      const other = packed[at] === "A" ? "B" : "A";
      const changed = packed.slice(0, at) + other + packed.slice(at + 1);
      let text: string | null = null;
      try {
        text = unpackText(changed);
      } catch {
        continue;
      }
      // The last character may contain unused bits, so it may change without changing the text.
      expect([at, text]).toEqual([packed.length - 1, unpackText(packed)]);
    }
  });

  test("that would expand without limit is stopped", () => {
    expect(() => packText("a".repeat(LONGEST_TEXT + 1))).toThrow(/at most 200000/);
    const bomb = packText("a".repeat(LONGEST_TEXT));
    expect(unpackText(bomb)).toHaveLength(LONGEST_TEXT);
    expect(() => unpackText(`z.${"A".repeat(200_000)}`)).toThrow(/at most 100000/);
  });
});
