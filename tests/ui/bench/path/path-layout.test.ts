import { describe, expect, it } from "vitest";
import { pathEnds } from "../../../../src/ui/bench/path/path-ends.ts";
import {
  niceAbove,
  pathLayout,
  queueScale,
  receiverLabel,
  rttAt,
} from "../../../../src/ui/bench/path/path-layout.ts";

const rtt = { value: 100, scale: { min: 1, max: 1000, step: 1, scale: "log" } } as const;
const capacity = { value: 10, scale: { min: 0.1, max: 1000, step: 1, scale: "log" } } as const;

const equal = (count: number) => pathEnds(Array.from({ length: count }, () => ({ group: 0, rttMs: 100 })));

describe("the drawn path", () => {
  it("stays inside its width from 360 px up, with every RTT", () => {
    for (const width of [344, 720, 1040, 2000]) {
      for (const value of [1, 100, 1000]) {
        const layout = pathLayout(width, equal(1), { ...rtt, value }, capacity);
        expect(layout.senderX - layout.nodeRadius).toBeGreaterThan(0);
        expect(layout.box.left).toBeGreaterThan(layout.senderX + layout.nodeRadius);
        expect(layout.linkEndX).toBeGreaterThan(layout.box.right + 40);
        expect(layout.receiverX + layout.nodeRadius).toBeLessThan(width);
      }
    }
  });

  it("puts the receiver further away for a longer RTT, and reads the RTT off its place", () => {
    const near = pathLayout(1000, equal(1), { ...rtt, value: 10 }, capacity);
    const far = pathLayout(1000, equal(1), rtt, capacity);
    expect(far.receiverX).toBeGreaterThan(near.receiverX);
    expect(rttAt(near.receiverX, far, rtt)).toBeCloseTo(10);
    expect(rttAt(5000, far, rtt)).toBe(1000);
  });

  it("has a row for each of a few senders, and one that says how many more there are", () => {
    for (const [count, rows] of [
      [2, 2],
      [6, 6],
      [50, 6],
    ]) {
      const { rows: drawn, nodeRadius, backY } = pathLayout(1000, equal(count), rtt, capacity);
      expect(drawn).toHaveLength(rows);
      expect(drawn[1].y - drawn[0].y).toBeGreaterThanOrEqual(2 * nodeRadius);
      expect(drawn[rows - 1].y + nodeRadius).toBeLessThan(backY);
    }
  });

  it("shows each sender's own length where round trips differ", () => {
    const ends = pathEnds([20, 80, 200].map((rttMs, group) => ({ group, rttMs })));
    for (const width of [328, 720, 1400]) {
      const { rows, box, receiverX, nodeRadius, linkEndX } = pathLayout(width, ends, rtt, capacity);
      // The longest way is at the top, so that no way back crosses another flow's.
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

it("writes a receiver's round trip beside it, and under it where the next one's way back would pass through", () => {
  const at = (rtts: readonly number[], width = 616) => {
    const ends = pathEnds(rtts.map((rttMs, group) => ({ group, rttMs })));
    const layout = pathLayout(width, ends, rtt, capacity);
    return { layout, label: receiverLabel(layout, rtts.length - 1) };
  };
  expect(at([20, 180, 200]).label.textAnchor).toBe("start");
  // Too near to the queue, under which its target is named.
  expect(at([20, 80, 200], 480).label.textAnchor).toBe("start");
  const { layout, label } = at([20, 80, 200]);
  const { receiverX, y } = layout.rows[2];
  expect(label.textAnchor).toBe("end");
  expect(label.x).toBeLessThan(receiverX);
  expect(label.y).toBeGreaterThan(y + layout.nodeRadius);
  expect(label.y).toBeLessThan(layout.backY - 2);
});

describe("the scale of the queue", () => {
  it("gives each packet a mark at 10 Mbps and puts the target where that much delay waits", () => {
    const scale = queueScale(280, 1.2, 5, 1000);
    expect(scale.packetsPerMark).toBe(1);
    expect(scale.boxMs).toBe(20);
    expect(scale.markPitch).toBeCloseTo(1.2 * scale.pxPerMs);
    expect(scale.slots).toBe(16);
  });

  it("lets a mark stand for many packets at a high rate", () => {
    const scale = queueScale(280, 0.012, 5, 1000);
    expect(scale.packetsPerMark).toBeGreaterThan(1);
    expect(scale.markPitch).toBeGreaterThanOrEqual(6);
  });

  it("holds several packets at a low rate, though each takes longer than the target", () => {
    const scale = queueScale(280, 24, 5, 1000);
    expect(scale.slots).toBeGreaterThanOrEqual(9);
    expect(scale.boxMs).toBeGreaterThan(200);
  });

  it("is the whole buffer where there is no target", () => {
    expect(queueScale(280, 1.2, null, 100).boxMs).toBeCloseTo(120);
  });

  it("rounds up to 1, 2, 5", () => {
    expect([0.3, 1, 1.1, 12.5, 50, 51].map(niceAbove)).toEqual([0.5, 1, 2, 20, 50, 100]);
  });
});
