import { describe, expect, it } from "vitest";
import {
  MOST_ROWS,
  pathEnds,
  pathLayout,
  pathWays,
  receiverLabel,
  rttAt,
} from "../../../../src/ui/bench/path/dumbbell-layout.ts";

const flows = (...rtts: number[]) => rtts.map((rttMs, group) => ({ group, rttMs }));
const equal = (count: number, group = 0) => Array.from({ length: count }, () => ({ group, rttMs: 100 }));

describe("the drawn senders", () => {
  it("are all of a few, in their order", () => {
    expect(pathEnds(equal(MOST_ROWS))).toMatchObject({ drawn: [0, 1, 2, 3, 4, 5], more: 0, isMixed: false });
  });

  it("are one of each group first if there are many, and state how many more there are", () => {
    const ends = pathEnds([...equal(10), ...equal(10, 1)]);
    expect(ends).toMatchObject({ drawn: [0, 1, 2, 3, 10], more: 15 });
    expect([ends.rowOf[10], ends.rowOf[7], ends.rowOf[15]]).toEqual([4, 0, 0]);
  });

  it("have the longest path first if round trips differ", () => {
    expect(pathEnds(flows(20, 200, 80, 200))).toMatchObject({ drawn: [1, 3, 2, 0], isMixed: true });
  });

  it("leave flows with other round trips to the last row", () => {
    const ends = pathEnds(flows(10, 20, 30, 40, 50, 60, 70, 80));
    expect(ends).toMatchObject({ drawn: [4, 3, 2, 1, 0], more: 3 });
    expect(ends.rowOf.slice(5)).toEqual([5, 5, 5]);
  });
});

const rtt = { value: 100, scale: { min: 1, max: 1000, step: 1, scale: "log" } } as const;
const capacity = { value: 10, scale: { min: 0.1, max: 1000, step: 1, scale: "log" } } as const;

const equalEnds = (count: number) => pathEnds(equal(count));

describe("the drawn path", () => {
  it("stays inside its width from 360 px up, with every RTT", () => {
    for (const width of [344, 720, 1040, 2000]) {
      for (const value of [1, 100, 1000]) {
        const layout = pathLayout(width, equalEnds(1), { ...rtt, value }, capacity);
        expect(layout.senderX - layout.nodeRadius).toBeGreaterThan(0);
        expect(layout.box.left).toBeGreaterThan(layout.senderX + layout.nodeRadius);
        expect(layout.linkEndX).toBeGreaterThan(layout.box.right + 40);
        expect(layout.receiverX + layout.nodeRadius).toBeLessThan(width);
      }
    }
  });

  it("puts the receiver further away for a longer RTT, and reads the RTT from its position", () => {
    const near = pathLayout(1000, equalEnds(1), { ...rtt, value: 10 }, capacity);
    const far = pathLayout(1000, equalEnds(1), rtt, capacity);
    expect(far.receiverX).toBeGreaterThan(near.receiverX);
    expect(rttAt(near.receiverX, far, rtt)).toBeCloseTo(10);
    expect(rttAt(5000, far, rtt)).toBe(1000);
  });

  it("has a row for each of a few senders, and one that states how many more there are", () => {
    for (const [count, rows] of [
      [2, 2],
      [6, 6],
      [50, 6],
    ]) {
      const { rows: drawn, nodeRadius, backY } = pathLayout(1000, equalEnds(count), rtt, capacity);
      expect(drawn).toHaveLength(rows);
      expect(drawn[1].y - drawn[0].y).toBeGreaterThanOrEqual(2 * nodeRadius);
      expect(drawn[rows - 1].y + nodeRadius).toBeLessThan(backY);
    }
  });

  it("shows each sender's own length if round trips differ", () => {
    const ends = pathEnds([20, 80, 200].map((rttMs, group) => ({ group, rttMs })));
    for (const width of [328, 720, 1400]) {
      const { rows, box, receiverX, nodeRadius, linkEndX } = pathLayout(width, ends, rtt, capacity);
      // The flow with the longest path is at the top, so that no return path crosses that of another flow.
      expect(ends.drawn).toEqual([2, 1, 0]);
      const [longest, middle, shortest] = rows.map((row) => row.receiverX - box.right);
      expect(longest).toBe(receiverX - box.right);
      if (width > 700) expect(middle / longest).toBeCloseTo(80 / 200);
      expect(shortest).toBeLessThan(middle);
      expect(box.right + shortest).toBeGreaterThan(linkEndX);
      expect(receiverX + nodeRadius + 40).toBeLessThan(width);
    }
  });
});

it("writes a receiver's round trip beside it, and below it if the next return path passes there", () => {
  const at = (rtts: readonly number[], width = 616) => {
    const ends = pathEnds(rtts.map((rttMs, group) => ({ group, rttMs })));
    const layout = pathLayout(width, ends, rtt, capacity);
    return { layout, label: receiverLabel(layout, rtts.length - 1) };
  };
  expect(at([20, 180, 200]).label.textAnchor).toBe("start");
  // This label would be too close to the queue, which has the name of its target below it.
  expect(at([20, 80, 200], 480).label.textAnchor).toBe("start");
  const { layout, label } = at([20, 80, 200]);
  const { receiverX, y } = layout.rows[2];
  expect(label.textAnchor).toBe("end");
  expect(label.x).toBeLessThan(receiverX);
  expect(label.y).toBeGreaterThan(y + layout.nodeRadius);
  expect(label.y).toBeLessThan(layout.backY - 2);
});

function made(...rtts: number[]) {
  const ends = pathEnds(rtts.map((rttMs, group) => ({ group, rttMs })));
  const layout = pathLayout(1000, ends, rtt, capacity);
  return { ends, layout, ways: pathWays(layout, ends) };
}

describe("the paths of packets", () => {
  it("are shared if round trips are equal: along the link, and back below the queue in equal steps", () => {
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

  it("are as long as their round trips, to their own receivers", () => {
    const { ends, layout, ways } = made(20, 200);
    for (const flow of [0, 1]) {
      const { y, receiverX } = layout.rows[ends.rowOf[flow]];
      expect(ways.there[flow].at(1)).toEqual({ x: receiverX, y });
      expect(ways.back[flow].at(0).x).toBe(receiverX);
      expect(ways.back[flow].at(1).x).toBe(layout.senderX);
    }
    expect(ways.there[1].lengthPx).toBeGreaterThan(2 * ways.there[0].lengthPx);
    // The shorter return path starts to the left of the longer one, so they do not cross.
    expect(ways.back[0].at(0).x).toBeLessThan(ways.back[1].at(0).x);
    expect(ways.back[0].at(0).y).toBeGreaterThan(ways.back[1].at(0).y);
  });
});
