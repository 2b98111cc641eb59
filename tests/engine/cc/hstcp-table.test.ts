import { describe, expect, test } from "vitest";
import { AimdTable, decreaseAt, increaseAt } from "../../../src/engine/cc/hstcp-table.ts";

/** The 72 rows that Linux and ns-3 took from RFC 3649 appendix B: the edge in segments, b(w) in 256ths, rounded down. */
const ROWS = [
  [38, 128],
  [118, 112],
  [221, 104],
  [347, 98],
  [495, 93],
  [663, 89],
  [851, 86],
  [1058, 83],
  [1284, 81],
  [1529, 78],
  [1793, 76],
  [2076, 74],
  [2378, 72],
  [2699, 71],
  [3039, 69],
  [3399, 68],
  [3778, 66],
  [4177, 65],
  [4596, 64],
  [5036, 62],
  [5497, 61],
  [5979, 60],
  [6483, 59],
  [7009, 58],
  [7558, 57],
  [8130, 56],
  [8726, 55],
  [9346, 54],
  [9991, 53],
  [10661, 52],
  [11358, 52],
  [12082, 51],
  [12834, 50],
  [13614, 49],
  [14424, 48],
  [15265, 48],
  [16137, 47],
  [17042, 46],
  [17981, 45],
  [18955, 45],
  [19965, 44],
  [21013, 43],
  [22101, 43],
  [23230, 42],
  [24402, 41],
  [25618, 41],
  [26881, 40],
  [28193, 39],
  [29557, 39],
  [30975, 38],
  [32450, 38],
  [33986, 37],
  [35586, 36],
  [37253, 36],
  [38992, 35],
  [40808, 35],
  [42707, 34],
  [44694, 33],
  [46776, 33],
  [48961, 32],
  [51258, 32],
  [53677, 31],
  [56230, 30],
  [58932, 30],
  [61799, 29],
  [64851, 28],
  [68113, 28],
  [71617, 27],
  [75401, 26],
  [79517, 26],
  [84035, 25],
  [89053, 24],
] as const;

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

  test.each(ROWS.map(([edge, md], row) => [row, edge, md] as const))(
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

  test("with a stronger cut of large windows growth has more rows to go", () => {
    expect(new AimdTable(0.5).rowOf(10_000, 0)).toBeGreaterThan(table.rowOf(10_000, 0));
  });
});
