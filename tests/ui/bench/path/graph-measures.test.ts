import { describe, expect, it } from "vitest";
import { measuresOf, nodeX, rowY } from "../../../../src/ui/bench/path/graph-measures.ts";
import { madeTopology } from "../../path/made-topology.ts";

describe("the measures of a path's picture", () => {
  const chain = madeTopology("ab bc", ["ab", "bc"]);

  it("spread the columns over the room", () => {
    const measures = measuresOf(chain, [[0, 1]], 600);
    const [a, b, c] = measures.grid.nodes.map((slot) => nodeX(measures, slot));
    expect(b - a).toBeCloseTo(c - b);
    expect(measures.width).toBeCloseTo(600);
  });

  it("grow with the lanes and the rows", () => {
    const [one, two] = [[[0, 1]], [[0, 1], [0]]].map((users) => measuresOf(chain, users, 600).height);
    expect(two).toBeGreaterThan(one);
    const both = madeTopology("ab ba", ["ab"], ["ba"]);
    const measures = measuresOf(both, [[0], [1]], 600);
    const [there, back] = measures.grid.links.map(([slot]) => rowY(measures, slot));
    expect(back - there).toBe(measures.rowPx);
    expect(measures.lanes).toEqual([0, 0]);
  });
});
