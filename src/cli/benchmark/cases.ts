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
  /** One of the two whose first runs in a fresh process are measured as well. */
  readonly isMain?: true;
  readonly line?: Line;
  /** Its queue grows as long as it runs: what it allocates for that is no garbage, but counts as such. */
  readonly isGrowing?: true;
}

/** What a case is held to. */
export interface Line {
  readonly atMost: number;
  /** Times the floor; or, named, times the cost of that case. */
  readonly of: "floor" | string;
}

const PACKET_BYTES = 1500;
const MAIN_LINE: Line = { atMost: 3, of: "floor" };
const QUEUE_LINE: Line = { atMost: 3.5, of: "floor" };
const SUB_QUEUES_LINE: Line = { atMost: 5, of: "floor" };
const SENDER_LINE: Line = { atMost: 4.5, of: "floor" };
/** The queue without a limit. */
const ENDLESS = "infinite";
/** Queues that keep several. */
const WITH_SUB_QUEUES = ["fq-codel", "fq-pie", "dualpi2"];

const FIRST = "1 NewReno, CoDel, 10 Mbps, 100 ms, 100 s";
/** What the paths with several links are beside: packets are counted at every link. */
const DUMBBELL = "queue CoDel, NewReno";
const PATH_LINE: Line = { atMost: 1.3, of: DUMBBELL };
const SCALE_LINE: Line = { atMost: 1.5, of: FIRST };

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

const FIRST_FLOOR = floorOf(10, 100, 100, 0.5);

/** The default run. */
export function mainCase(): BenchCase {
  return {
    name: FIRST,
    scenario: defaultScenario(),
    floor: FIRST_FLOOR,
    isMain: true,
    line: MAIN_LINE,
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
    isMain: true,
    line: MAIN_LINE,
  };
}

/** A flow that any algorithm can run with: 50 Mbps, 40 ms, 20 s. */
function mixed(name: string, line: Line | null, change: (scenario: Scenario) => Scenario): BenchCase {
  let scenario = setParam(defaultScenario(), { scope: "path" }, "capacity", 50);
  scenario = setParam(scenario, { scope: "run" }, "duration", 20);
  scenario = setParam(scenario, { scope: "flow", flow: 0 }, "rtt", 40);
  const benchCase = {
    name,
    scenario: change(scenario),
    floor: floorOf(50, 40, 20, 0.5),
    isBrief: true,
  } as const;
  return line === null ? benchCase : { ...benchCase, line };
}

function queueCases(): BenchCase[] {
  return queueDisciplines.map(({ id, label }) => ({
    ...mixed(
      `queue ${label}, NewReno`,
      WITH_SUB_QUEUES.includes(id) ? SUB_QUEUES_LINE : QUEUE_LINE,
      (scenario) => setAqm(scenario, id),
    ),
    ...(id === ENDLESS && { isGrowing: true as const }),
  }));
}

function senderCases(): BenchCase[] {
  return congestionControls.map(({ id, label }) =>
    mixed(`sender ${label}, CoDel`, SENDER_LINE, (scenario) => setCc(scenario, 0, id)),
  );
}

function trafficCases(): BenchCase[] {
  return trafficKinds.map(({ id, label }) =>
    mixed(`traffic ${label} beside NewReno, CoDel`, null, (scenario) => addFlow(scenario, { traffic: id })),
  );
}

function pathCases(): BenchCase[] {
  return topologies
    .filter(({ id }) => resolvePath(setTopology(defaultScenario(), id).path).links.length > 1)
    .map(({ id, label }) =>
      mixed(`path ${label}, CoDel`, PATH_LINE, (scenario) => setTopology(scenario, id)),
    );
}

/** As the first case but for its size; beside the same floor, so that the machine's mood counts in neither. */
function large(name: string, capacityMbps: number, durationS: number, flows: number): BenchCase {
  let scenario = setParam(defaultScenario(), { scope: "path" }, "capacity", capacityMbps);
  scenario = setParam(scenario, { scope: "run" }, "duration", durationS);
  scenario = removeFlow(addFlow(scenario, { ...scenario.flows[0], count: flows }), 0);
  return { name, scenario, floor: FIRST_FLOOR, isBrief: true, line: SCALE_LINE };
}

function scaleCases(): BenchCase[] {
  return [
    large("1,000 flows, CoDel, 1 Gbps, 100 ms, 2 s", 1000, 2, 1000),
    large("1 Gbps, 10 NewReno, CoDel, 100 ms, 3 s", 1000, 3, 10),
  ];
}

/** The first two are those that have been measured from the beginning; then every algorithm, kind of traffic and path, and large ones. */
export function benchCases(): readonly BenchCase[] {
  return [
    mainCase(),
    tenCubic(),
    ...queueCases(),
    ...senderCases(),
    ...trafficCases(),
    ...pathCases(),
    ...scaleCases(),
  ];
}
