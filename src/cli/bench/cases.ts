/** What is measured: each scenario beside the floor loop on a path of the same shape. */
import { addFlow, defaultScenario, removeFlow, type Scenario, setCc, setParam } from "../../engine/index.ts";
import type { FloorSettings } from "./floor.ts";

export interface BenchCase {
  readonly name: string;
  readonly scenario: Scenario;
  readonly floor: FloorSettings;
}

const PACKET_BYTES = 1500;

function floorOf(capacityMbps: number, rttMs: number, durationS: number, beta: number): FloorSettings {
  return {
    rateBps: capacityMbps * 1e6,
    rttNs: rttMs * 1e6,
    durationNs: durationS * 1e9,
    packetBytes: PACKET_BYTES,
    // A queue of about 5 ms, CoDel's target.
    markAbove: Math.max(2, Math.round((capacityMbps * 1e6 * 0.005) / (8 * PACKET_BYTES))),
    beta,
  };
}

function oneNewReno(): BenchCase {
  return {
    name: "1 NewReno, CoDel, 10 Mbps, 100 ms, 100 s",
    scenario: defaultScenario(),
    floor: floorOf(10, 100, 100, 0.5),
  };
}

function tenCubic(): BenchCase {
  let scenario = setParam(defaultScenario(), { scope: "path" }, "capacity", 100);
  scenario = setParam(scenario, { scope: "run" }, "duration", 60);
  scenario = setCc(scenario, 0, "cubic");
  scenario = setParam(scenario, { scope: "flow", flow: 0 }, "rtt", 40);
  scenario = removeFlow(addFlow(scenario, { ...scenario.flows[0], count: 10 }), 0);
  return {
    name: "10 CUBIC, CoDel, 100 Mbps, 40 ms, 60 s",
    scenario,
    floor: floorOf(100, 40, 60, 0.7),
  };
}

export function benchCases(): readonly BenchCase[] {
  return [oneNewReno(), tenCubic()];
}
