import { encode } from "uqr";
import { expect, test } from "vitest";
import { qrPath } from "../../../src/ui/shared/QrCode.tsx";

/** Returns the modules that a path fills. */
function filled(path: string): Set<string> {
  const found = new Set<string>();
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\1z/g))
    for (let i = 0; i < Number(width); i++) found.add(`${Number(x) + i},${y}`);
  return found;
}

test("every dark module of the code is filled, and nothing else; four modules around it stay light", () => {
  const text = "https://example.org/sawtooth/#v=2&beta-ecn=0.8&embed=1";
  const code = qrPath(text);
  const { data, size } = encode(text, { ecc: "L", boostEcc: true, border: 4 });
  const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`${x},${y}`] : [])));
  expect(code?.size).toBe(size);
  expect(filled(code?.path ?? "")).toEqual(new Set(dark));
  const ends = dark.flatMap((one) => one.split(",").map(Number));
  expect([Math.min(...ends), Math.max(...ends)]).toEqual([4, size - 5]);
});

test("a text that is too long for any code has none", () => {
  expect(qrPath("x".repeat(3000))).toBeNull();
  expect(qrPath("x".repeat(2000))).not.toBeNull();
});
