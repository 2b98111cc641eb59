import { describe, expect, it } from "vitest";
import { defaultScenario } from "../../../../src/engine/index.ts";
import { limitPackets, packetMs } from "../../../../src/ui/bench/path/queue-scale.ts";

const scenario = defaultScenario();
const queue = (limit: string) => ({ aqm: "codel", params: { limit } });

describe("the queue's measures", () => {
  it("know how long a packet takes", () => {
    expect(packetMs(scenario, 10)).toBeCloseTo(1.2);
  });

  it("read the buffer in packets and in bytes", () => {
    expect(limitPackets(scenario, queue("250p"))).toBe(250);
    expect(limitPackets(scenario, queue("150000B"))).toBe(100);
  });
});
