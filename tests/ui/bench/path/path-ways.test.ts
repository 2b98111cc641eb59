import { describe, expect, it } from "vitest";
import { pathEnds } from "../../../../src/ui/bench/path/path-ends.ts";
import { pathLayout } from "../../../../src/ui/bench/path/path-layout.ts";
import { pathWays } from "../../../../src/ui/bench/path/path-ways.ts";

const rtt = { value: 100, scale: { min: 1, max: 1000, step: 1, scale: "log" } } as const;
const capacity = { value: 10, scale: { min: 0.1, max: 1000, step: 1, scale: "log" } } as const;

function made(...rtts: number[]) {
  const ends = pathEnds(rtts.map((rttMs, group) => ({ group, rttMs })));
  const layout = pathLayout(1000, ends, rtt, capacity);
  return { ends, layout, ways: pathWays(layout, ends) };
}

describe("the ways of the packets", () => {
  it("are one for all where round trips are equal: along the link, and back below the queue by equal steps", () => {
    const { layout, ways } = made(100, 100);
    const [there, other] = ways.there;
    expect(other).toBe(there);
    expect(there.at(1)).toEqual({ x: layout.linkEndX, y: layout.middleY });
    const [back] = ways.back;
    expect(back.at(0).x).toBeCloseTo(layout.receiverX);
    expect(back.at(1).x).toBeCloseTo(layout.senderX);
    expect(back.at(0.5).y).toBeCloseTo(layout.backY);
    const step = Math.abs(back.at(0.5).x - back.at(0.51).x);
    expect(Math.abs(back.at(0.7).x - back.at(0.71).x)).toBeCloseTo(step, 6);
  });

  it("are each as long as its round trip, to its own receiver", () => {
    const { ends, layout, ways } = made(20, 200);
    for (const flow of [0, 1]) {
      const { y, receiverX } = layout.rows[ends.rowOf[flow]];
      expect(ways.there[flow].at(1)).toEqual({ x: receiverX, y });
      expect(ways.back[flow].at(0).x).toBe(receiverX);
      expect(ways.back[flow].at(1).x).toBe(layout.senderX);
    }
    expect(ways.there[1].lengthPx).toBeGreaterThan(2 * ways.there[0].lengthPx);
    // The shorter way back starts left of the longer one: the two do not cross.
    expect(ways.back[0].at(0).x).toBeLessThan(ways.back[1].at(0).x);
    expect(ways.back[0].at(0).y).toBeGreaterThan(ways.back[1].at(0).y);
  });
});
