import { describe, expect, it } from "vitest";
import { laneNumbers } from "../../../../src/ui/bench/path/graph-lanes.ts";

describe("lanes", () => {
  it("are shared by ways that share no link", () => {
    expect(laneNumbers([{ links: [0, 1, 2] }, { links: [0] }, { links: [1] }, { links: [2] }])).toEqual([
      0, 1, 1, 1,
    ]);
  });

  it("are as many as the busiest link has ways", () => {
    const numbers = laneNumbers([{ links: [0, 1] }, { links: [1, 2] }, { links: [2, 3] }, { links: [1] }]);
    expect(numbers).toEqual([0, 1, 0, 2]);
  });

  it("are none of nobody", () => {
    expect(laneNumbers([])).toEqual([]);
  });
});
