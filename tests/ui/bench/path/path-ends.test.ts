import { describe, expect, it } from "vitest";
import { MOST_ROWS, pathEnds } from "../../../../src/ui/bench/path/path-ends.ts";

const flows = (...rtts: number[]) => rtts.map((rttMs, group) => ({ group, rttMs }));
const equal = (count: number, group = 0) => Array.from({ length: count }, () => ({ group, rttMs: 100 }));

describe("the drawn senders", () => {
  it("are all of a few, in their order", () => {
    expect(pathEnds(equal(MOST_ROWS))).toMatchObject({ drawn: [0, 1, 2, 3, 4, 5], more: 0, isMixed: false });
  });

  it("are of many one of each group before others, and how many more there are", () => {
    const ends = pathEnds([...equal(10), ...equal(10, 1)]);
    expect(ends).toMatchObject({ drawn: [0, 1, 2, 3, 10], more: 15 });
    expect([ends.rowOf[10], ends.rowOf[7], ends.rowOf[15]]).toEqual([4, 0, 0]);
  });

  it("have the longest way first where round trips differ", () => {
    expect(pathEnds(flows(20, 200, 80, 200))).toMatchObject({ drawn: [1, 3, 2, 0], isMixed: true });
  });

  it("leave flows with a round trip of their own to the last row", () => {
    const ends = pathEnds(flows(10, 20, 30, 40, 50, 60, 70, 80));
    expect(ends).toMatchObject({ drawn: [4, 3, 2, 1, 0], more: 3 });
    expect(ends.rowOf.slice(5)).toEqual([5, 5, 5]);
  });
});
