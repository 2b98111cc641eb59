import { describe, expect, test } from "vitest";
import { Simulation, scenarioFromUrl } from "../../../src/engine/index.ts";

function at(fragment: string, atS: number): Simulation {
  const simulation = new Simulation(scenarioFromUrl(fragment).scenario);
  simulation.advance(atS);
  return simulation;
}

describe("the path at one instant", () => {
  test("shows the packets where they are: sent one packet time apart, all within the way", () => {
    // 30 ms after the start: the first ten packets are on their 50 ms way, the first one three fifths along.
    const { data, acks, queuePackets } = at("duration=10s", 0.03).picture();
    expect(data.flow).toHaveLength(10);
    expect(data.at[0]).toBeCloseTo(0.6, 5);
    expect(data.at[1]).toBeCloseTo((30 - 1.2) / 50, 5);
    expect([acks.flow.length, queuePackets]).toEqual([0, 0]);
  });

  test("then their ACKs on the way back", () => {
    const { data, acks } = at("duration=10s", 0.075).picture();
    expect([data.flow.length, acks.flow.length]).toEqual([0, 10]);
    expect(acks.at[0]).toBeCloseTo(0.5, 5);
  });

  test("positions lie between 0 and 1 from head to tail, and all flows are there", () => {
    const { data, acks, queued, cwnd } = at("flows=3&duration=20s", 12.3456).picture();
    for (const stretch of [data.at, acks.at]) {
      expect(stretch.length).toBeGreaterThan(3);
      for (const one of stretch) expect(one >= 0 && one <= 1).toBe(true);
    }
    expect(new Set(data.flow)).toEqual(new Set([0, 1, 2]));
    expect(queued.flow.length).toBe(queued.ce.length);
    expect(cwnd).toHaveLength(3);
  });

  test("marks are seen on their way: CE on data, ECE on ACKs, and counted", () => {
    const simulation = at("duration=60s", 0);
    let seen = false;
    while (!simulation.done && !seen) {
      simulation.stepToSignal();
      simulation.advance(simulation.nowS + 0.08);
      const { data, acks, marks } = simulation.picture();
      seen = marks > 0 && (data.ce.includes(1) || acks.ece.includes(1));
    }
    expect(seen).toBe(true);
  });

  test("a long queue is shown in part and counted in full", () => {
    const { queued, queuePackets } = at(
      "aqm=droptail&cc=cubic&hystart=off&ecn=off&capacity=20Mbps&duration=60s",
      30,
    ).picture();
    expect(queuePackets).toBeGreaterThan(600);
    expect(queued.flow.length).toBe(600);
  });
});
