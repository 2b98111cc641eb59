import { describe, expect, it } from "vitest";
import { ackWay, niceAbove, pathLayout, queueScale, rttAt } from "../../../src/ui/path/path-layout.ts";

const rtt = { value: 100, scale: { min: 1, max: 1000, step: 1, scale: "log" } } as const;
const capacity = { value: 10, scale: { min: 0.1, max: 1000, step: 1, scale: "log" } } as const;

describe("the drawn path", () => {
  it("stays inside its width from 360 px up, with every RTT", () => {
    for (const width of [344, 720, 1040, 2000]) {
      for (const value of [1, 100, 1000]) {
        const layout = pathLayout(width, 1, { ...rtt, value }, capacity);
        expect(layout.senderX - layout.nodeRadius).toBeGreaterThan(0);
        expect(layout.box.left).toBeGreaterThan(layout.senderX + layout.nodeRadius);
        expect(layout.linkEndX).toBeGreaterThan(layout.box.right + 40);
        expect(layout.receiverX + layout.nodeRadius).toBeLessThan(width);
      }
    }
  });

  it("puts the receiver further away for a longer RTT, and reads the RTT off its place", () => {
    const near = pathLayout(1000, 1, { ...rtt, value: 10 }, capacity);
    const far = pathLayout(1000, 1, rtt, capacity);
    expect(far.receiverX).toBeGreaterThan(near.receiverX);
    expect(rttAt(near.receiverX, far, rtt)).toBeCloseTo(10);
    expect(rttAt(5000, far, rtt)).toBe(1000);
  });

  it("draws a few of many senders", () => {
    expect(pathLayout(1000, 2, rtt, capacity).nodeYs).toHaveLength(2);
    expect(pathLayout(1000, 50, rtt, capacity).nodeYs).toHaveLength(4);
  });
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

describe("the way of the ACKs", () => {
  it("leads from the receiver below the queue to the sender, by equal steps", () => {
    const layout = pathLayout(1000, 1, rtt, capacity);
    const way = ackWay(layout);
    expect(way.at(0).x).toBeCloseTo(layout.receiverX);
    expect(way.at(1).x).toBeCloseTo(layout.senderX);
    expect(way.at(0.5).y).toBeCloseTo(layout.backY);
    const step = Math.abs(way.at(0.5).x - way.at(0.51).x);
    expect(Math.abs(way.at(0.7).x - way.at(0.71).x)).toBeCloseTo(step, 6);
  });
});
