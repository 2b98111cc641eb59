/** The measured cases: a scenario, and a minimal loop on a path with the same rate and delay. */
import {
  congestionControls,
  defaultScenario,
  presets,
  queueDisciplines,
  resolvePath,
  type Scenario,
  scenarioFromUrl,
  setTopology,
  topologies,
  trafficKinds,
} from "../../engine/index.ts";
import type { FloorSettings } from "./floor.ts";

/** A scenario to measure, and the settings of its minimal loop. */
export interface BenchCase {
  readonly name: string;
  readonly scenario: Scenario;
  readonly floor: FloorSettings;
  /** True if the case is measured in few rounds. There are many similar cases. */
  readonly isBrief?: true;
  /** True if the first runs of a fresh process are measured as well. */
  readonly isMain?: true;
  readonly line?: CostLimit;
  /** True if the queue grows during the whole run. Its memory is then counted as garbage, although it is in use. */
  readonly isGrowing?: true;
}

/** A limit for a case. */
export interface CostLimit {
  readonly atMost: number;
  /** Reference of the limit: "floor" for the minimal loop, otherwise the name of another case. */
  readonly of: "floor" | string;
}

const PACKET_BYTES = 1500;
const MAIN_LINE: CostLimit = { atMost: 3, of: "floor" };
const QUEUE_LINE: CostLimit = { atMost: 3.5, of: "floor" };
const SUB_QUEUES_LINE: CostLimit = { atMost: 5, of: "floor" };
const SENDER_LINE: CostLimit = { atMost: 4.5, of: "floor" };
/** Id of the queue discipline that has no limit. */
const ENDLESS = "infinite";
/** Ids of disciplines with several queues. */
const WITH_SUB_QUEUES = ["fq-codel", "fq-pie", "dualpi2"];

const FIRST = "1 NewReno, CoDel, 10 Mbps, 100 ms, 100 s";
/**
 * Case with which paths of several links are compared. On such paths a packet counts once for each link, so their cost per packet
 * cannot be compared with that of the default run.
 */
const DUMBBELL = "queue CoDel, NewReno";
const PATH_LINE: CostLimit = { atMost: 1.3, of: DUMBBELL };
const SCALE_LINE: CostLimit = { atMost: 1.5, of: FIRST };

function floorOf(capacityMbps: number, rttMs: number, durationS: number, beta: number): FloorSettings {
  return {
    rateBps: capacityMbps * 1e6,
    rttNs: rttMs * 1e6,
    durationNs: durationS * 1e9,
    packetBytes: PACKET_BYTES,
    // Threshold for a queue of about 5 ms, which is CoDel's target.
    markAbove: Math.max(2, Math.round((capacityMbps * 1e6 * 0.005) / (8 * PACKET_BYTES))),
    beta,
  };
}

const FIRST_FLOOR = floorOf(10, 100, 100, 0.5);

/** Returns the case of the default run. */
export function mainCase(): BenchCase {
  return { name: FIRST, scenario: defaultScenario(), floor: FIRST_FLOOR, isMain: true, line: MAIN_LINE };
}

const scenarioOf = (settings: string) => scenarioFromUrl(`v=2&${settings}`).scenario;

/** Returns a case on a path that suits any algorithm: 50 Mbps, 40 ms, 20 s. */
function mixed(name: string, line: CostLimit | null, settings: string): BenchCase {
  return mixedOf(name, line, scenarioOf(`capacity=50Mbps&duration=20s&${settings}`));
}

function mixedOf(name: string, line: CostLimit | null, scenario: Scenario): BenchCase {
  const floor = floorOf(50, 40, 20, 0.5);
  return { name, scenario, floor, isBrief: true, ...(line !== null && { line }) };
}

/**
 * Returns a large version of the first case. It has the same minimal loop, so that both are affected equally if the machine is
 * busy.
 */
function large(name: string, settings: string): BenchCase {
  return { name, scenario: scenarioOf(settings), floor: FIRST_FLOOR, isBrief: true, line: SCALE_LINE };
}

/** Returns all cases: the main ones; then one for every algorithm, kind of traffic and path; then large ones. */
export function benchCases(): readonly BenchCase[] {
  const severalLinks = topologies.filter(
    ({ id }) => resolvePath(setTopology(defaultScenario(), id).path).links.length > 1,
  );
  return [
    mainCase(),
    {
      name: "1 NewReno, DropTail, 10 Mbps, 100 ms, 100 s",
      scenario: scenarioOf("aqm=droptail&limit=83p"),
      floor: FIRST_FLOOR,
      isMain: true,
      line: MAIN_LINE,
    },
    {
      name: "10 CUBIC, CoDel, 100 Mbps, 40 ms, 60 s",
      scenario: scenarioOf("capacity=100Mbps&duration=60s&flow=cc=cubic,rtt=40ms,count=10"),
      floor: floorOf(100, 40, 60, 0.7),
      isMain: true,
      line: MAIN_LINE,
    },
    ...queueDisciplines.map(({ id, label }) => ({
      ...mixed(
        `queue ${label}, NewReno`,
        WITH_SUB_QUEUES.includes(id) ? SUB_QUEUES_LINE : QUEUE_LINE,
        `rtt=40ms&aqm=${id}`,
      ),
      ...(id === ENDLESS && { isGrowing: true as const }),
    })),
    ...congestionControls.map(({ id, label }) =>
      mixed(`sender ${label}, CoDel`, SENDER_LINE, `rtt=40ms&cc=${id}`),
    ),
    ...trafficKinds.map(({ id, label }) =>
      mixed(`traffic ${label} beside NewReno, CoDel`, null, `flow=rtt=40ms&flow=traffic=${id}`),
    ),
    ...severalLinks.map(({ id, label }) =>
      mixedOf(
        `path ${label}, CoDel`,
        PATH_LINE,
        setTopology(scenarioOf("capacity=50Mbps&duration=20s&rtt=40ms"), id),
      ),
    ),
    large("1,000 flows, CoDel, 1 Gbps, 100 ms, 2 s", "capacity=1Gbps&duration=2s&warmup=200ms&flows=1000"),
    large("1 Gbps, 10 NewReno, CoDel, 100 ms, 3 s", "capacity=1Gbps&duration=3s&warmup=300ms&flows=10"),
  ];
}

/** Returns all cases and all presets. The costs of their runs are stored as golden numbers. */
export function namedScenarios(): readonly Pick<BenchCase, "name" | "scenario">[] {
  return [...benchCases(), ...presets.map(({ id, scenario }) => ({ name: `preset ${id}`, scenario }))];
}
