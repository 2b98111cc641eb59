/** What is measured: each scenario beside the floor loop on a path of the same shape. */
import {
  addFlow,
  congestionControls,
  defaultScenario,
  queueDisciplines,
  removeFlow,
  resolvePath,
  type Scenario,
  setAqm,
  setCc,
  setParam,
  setTopology,
  topologies,
  trafficKinds,
} from "../../engine/index.ts";
import type { FloorSettings } from "./floor.ts";

export interface BenchCase {
  readonly name: string;
  readonly scenario: Scenario;
  readonly floor: FloorSettings;
  /** Measured in few rounds: there are many like it. */
  readonly isBrief?: true;
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

/** A flow that any algorithm can run with: 50 Mbps, 40 ms, 20 s. */
function mixed(name: string, change: (scenario: Scenario) => Scenario): BenchCase {
  let scenario = setParam(defaultScenario(), { scope: "path" }, "capacity", 50);
  scenario = setParam(scenario, { scope: "run" }, "duration", 20);
  scenario = setParam(scenario, { scope: "flow", flow: 0 }, "rtt", 40);
  return { name, scenario: change(scenario), floor: floorOf(50, 40, 20, 0.5), isBrief: true };
}

function queueCases(): BenchCase[] {
  return queueDisciplines.map(({ id, label }) =>
    mixed(`queue ${label}, NewReno`, (scenario) => setAqm(scenario, id)),
  );
}

function senderCases(): BenchCase[] {
  return congestionControls.map(({ id, label }) =>
    mixed(`sender ${label}, CoDel`, (scenario) => setCc(scenario, 0, id)),
  );
}

function trafficCases(): BenchCase[] {
  return trafficKinds.map(({ id, label }) =>
    mixed(`traffic ${label} beside NewReno, CoDel`, (scenario) => addFlow(scenario, { traffic: id })),
  );
}

function pathCases(): BenchCase[] {
  return topologies
    .filter(({ id }) => resolvePath(setTopology(defaultScenario(), id).path).links.length > 1)
    .map(({ id, label }) => mixed(`path ${label}, CoDel`, (scenario) => setTopology(scenario, id)));
}

/** The first two are those that have been measured from the beginning; then every algorithm, kind of traffic and path. */
export function benchCases(): readonly BenchCase[] {
  return [oneNewReno(), tenCubic(), ...queueCases(), ...senderCases(), ...trafficCases(), ...pathCases()];
}
