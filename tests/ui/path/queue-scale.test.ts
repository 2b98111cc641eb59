import { describe, expect, it } from "vitest";
import type { Scenario } from "../../../src/engine/index.ts";
import { limitPackets, packetMs } from "../../../src/ui/path/queue-scale.ts";

function scenario(limit: string): Scenario {
  return {
    v: 1,
    run: {},
    path: {},
    queue: { aqm: "codel", params: { limit } },
    tcp: { mss: 1448, overhead: 52 },
    flows: [],
    changes: [],
  };
}

describe("the queue's measures", () => {
  it("know how long a packet takes", () => {
    expect(packetMs(scenario("1000p"), 10)).toBeCloseTo(1.2);
  });

  it("read the buffer in packets and in bytes", () => {
    expect(limitPackets(scenario("250p"))).toBe(250);
    expect(limitPackets(scenario("150000B"))).toBe(100);
  });
});
