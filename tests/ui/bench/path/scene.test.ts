import { describe, expect, it } from "vitest";
import { defaultScenario } from "../../../../src/engine/index.ts";
import {
  limitPackets,
  niceAbove,
  packetMs,
  polyline,
  queueScale,
} from "../../../../src/ui/bench/path/scene.ts";

describe("a path of straight lines", () => {
  const way = polyline([
    { x: 0, y: 0 },
    { x: 30, y: 0 },
    { x: 30, y: 10 },
  ]);

  it("is walked in equal steps of length, around its corners", () => {
    expect(way.lengthPx).toBe(40);
    expect(way.at(0.5)).toEqual({ x: 20, y: 0 });
    expect(way.at(0.75)).toEqual({ x: 30, y: 0 });
    expect(way.at(0.875)).toEqual({ x: 30, y: 5 });
  });

  it("ends at its ends", () => {
    expect(way.at(-1)).toEqual({ x: 0, y: 0 });
    expect(way.at(2)).toEqual({ x: 30, y: 10 });
  });

  it("does not move without a length", () => {
    expect(
      polyline([
        { x: 5, y: 5 },
        { x: 5, y: 5 },
      ]).at(0.3),
    ).toEqual({ x: 5, y: 5 });
  });
});

const scenario = defaultScenario();
const queue = (limit: string) => ({ aqm: "codel", params: { limit } });

describe("the queue's measures", () => {
  it("compute the time of a packet", () => {
    expect(packetMs(scenario, 10)).toBeCloseTo(1.2);
  });

  it("read the buffer in packets and in bytes", () => {
    expect(limitPackets(scenario, queue("250p"))).toBe(250);
    expect(limitPackets(scenario, queue("150000B"))).toBe(100);
  });
});

describe("the scale of the queue", () => {
  it("gives each packet a symbol at 10 Mbps and puts the target at its delay", () => {
    const scale = queueScale(280, 1.2, 5, 1000);
    expect(scale.packetsPerMark).toBe(1);
    expect(scale.boxMs).toBe(20);
    expect(scale.markPitch).toBeCloseTo(1.2 * scale.pxPerMs);
    expect(scale.slots).toBe(16);
  });

  it("lets a symbol represent many packets at a high rate", () => {
    const scale = queueScale(280, 0.012, 5, 1000);
    expect(scale.packetsPerMark).toBeGreaterThan(1);
    expect(scale.markPitch).toBeGreaterThanOrEqual(6);
  });

  it("has room for several packets at a low rate, though each takes longer than the target", () => {
    const scale = queueScale(280, 24, 5, 1000);
    expect(scale.slots).toBeGreaterThanOrEqual(9);
    expect(scale.boxMs).toBeGreaterThan(200);
  });

  it("covers the whole buffer if there is no target", () => {
    expect(queueScale(280, 1.2, null, 100).boxMs).toBeCloseTo(120);
  });

  it("rounds up to 1, 2, 5", () => {
    expect([0.3, 1, 1.1, 12.5, 50, 51].map(niceAbove)).toEqual([0.5, 1, 2, 20, 50, 100]);
  });
});
