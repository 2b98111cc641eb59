import { describe, expect, test } from "vitest";
import { AimdTable, decreaseAt, increaseAt } from "../../../../src/engine/cc/hstcp/table.ts";

/** The 72 rows that Linux and ns-3 took from RFC 3649 appendix B: the limit in segments, and b(w) in 256ths, rounded down. */
const EDGES = [
  38, 118, 221, 347, 495, 663, 851, 1058, 1284, 1529, 1793, 2076, 2378, 2699, 3039, 3399, 3778, 4177, 4596,
  5036, 5497, 5979, 6483, 7009, 7558, 8130, 8726, 9346, 9991, 10661, 11358, 12082, 12834, 13614, 14424, 15265,
  16137, 17042, 17981, 18955, 19965, 21013, 22101, 23230, 24402, 25618, 26881, 28193, 29557, 30975, 32450,
  33986, 35586, 37253, 38992, 40808, 42707, 44694, 46776, 48961, 51258, 53677, 56230, 58932, 61799, 64851,
  68113, 71617, 75401, 79517, 84035, 89053,
];
const CUTS = [
  128, 112, 104, 98, 93, 89, 86, 83, 81, 78, 76, 74, 72, 71, 69, 68, 66, 65, 64, 62, 61, 60, 59, 58, 57, 56,
  55, 54, 53, 52, 52, 51, 50, 49, 48, 48, 47, 46, 45, 45, 44, 43, 43, 42, 41, 41, 40, 39, 39, 38, 38, 37, 36,
  36, 35, 35, 34, 33, 33, 32, 32, 31, 30, 30, 29, 28, 28, 27, 26, 26, 25, 24,
];

describe("the response function (RFC 3649 §5)", () => {
  test.each([
    [10, 0.5],
    [38, 0.5],
    [83_000, 0.1],
  ])("b(%s) = %s", (w, b) => {
    expect(decreaseAt(w, 0.5, 0.1)).toBeCloseTo(b, 9);
  });

  test.each([
    [38, 1],
    [1000, 7.75],
    [83_000, 70.85],
  ])("a(%s) = %s", (w, a) => {
    expect(increaseAt(w, 0.1)).toBeCloseTo(a, 1);
  });
});

describe("the table of appendix B", () => {
  const table = new AimdTable(0.1);

  test.each(EDGES.map((edge, row) => [row, edge, CUTS[row]] as const))(
    "row %s: up to %s segments, b = %s/256",
    (row, edge, md) => {
      expect([table.rowOf(edge, 0), table.edge(row)]).toEqual([row, edge]);
      expect(Math.floor(decreaseAt(edge, 0.5, 0.1) * 256 + 1e-9)).toBe(md);
    },
  );

  test.each([
    [118, 2, "0.44"],
    [1058, 8, "0.33"],
    [10_661, 30, "0.21"],
    [94_717, 73, "0.09"],
  ])("prints w = %s, a(w) = %s, b(w) = %s", (w, a, b) => {
    expect([table.rowOf(w, 0) + 1, decreaseAt(w, 0.5, 0.1).toFixed(2)]).toEqual([a, b]);
  });

  test("has 73 rows; a window beyond the last stays there", () => {
    expect([table.rowOf(99_000, 0), table.rowOf(500_000, 72), table.edge(72)]).toEqual([72, 72, 94_717]);
  });

  test("a row is found from any other, up and down", () => {
    expect([table.rowOf(119, 0), table.rowOf(119, 60), table.rowOf(118, 2), table.rowOf(10, 40)]).toEqual([
      2, 2, 1, 0,
    ]);
  });

  test("with a stronger reduction of large windows growth has more rows", () => {
    expect(new AimdTable(0.5).rowOf(10_000, 0)).toBeGreaterThan(table.rowOf(10_000, 0));
  });
});
