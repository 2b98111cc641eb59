/** Checks on one scenario, for a limited number of events, the properties that every run must have. */
import { expect } from "vitest";
import { parseArguments } from "../../src/cli/command.ts";
import { run } from "../../src/cli/run.ts";
import { readScenario } from "../../src/cli/scenario-options.ts";
import {
  type RunResults,
  type Scenario,
  scenarioFromUrl,
  scenarioToFlags,
  scenarioToUrl,
  validateScenario,
} from "../../src/engine/index.ts";
import type { Network } from "../../src/engine/network.ts";
import { MOST_CONNECTIONS_OF_A_RUN } from "../../src/engine/network.ts";
import { trafficById } from "../../src/engine/registered.ts";
import { Simulation } from "../../src/engine/simulator.ts";
import { Deliveries } from "./deliveries.ts";
import { Witness } from "./witness.ts";

/** Number of times that the state is read during a run. */
const LOOKS = 4;

export function expectInvariants(scenario: Scenario, events: number): void {
  expectSameInWords(scenario);
  const simulation = expectSoundRun(scenario, events);
  expectSameReplayed(scenario, simulation, events);
}

/** Checks that the scenario survives conversion to a URL, a file and options. */
function expectSameInWords(scenario: Scenario): void {
  const { scenario: linked, problems } = scenarioFromUrl(scenarioToUrl(scenario));
  expect([linked, problems]).toEqual([scenario, []]);
  expect(validateScenario(JSON.parse(JSON.stringify(scenario)))).toEqual({
    scenario,
    problems: [],
    isOld: false,
  });
  const silent = { out: () => {}, note: () => {}, progress: () => {} };
  expect(readScenario(parseArguments(run, shellWords(scenarioToFlags(scenario))), silent)).toEqual(scenario);
}

/** Splits a line like a shell without escapes: into words, some of which are in double quotes. */
function shellWords(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|[^\s"]+/g)].map(([word, quoted]) => quoted ?? word);
}

function expectSoundRun(scenario: Scenario, events: number): Simulation {
  const simulation = new Simulation(scenario);
  const witness = new Witness(simulation);
  const deliveries = new Deliveries();
  let counted: readonly number[] = [];
  deliveries.during(() => {
    for (let look = 0; look < LOOKS && !simulation.done; look++) {
      simulation.advance(Number.POSITIVE_INFINITY, events / LOOKS);
      // This also processes all events at exactly this time.
      simulation.advance(simulation.nowS);
      const results = simulation.results();
      witness.expectConserved();
      witness.expectSound();
      expectInOrder(deliveries, witness.network);
      expectFigures(results);
      const now = countersOf(witness.network, simulation.nowS);
      expect(counted.filter((count, i) => !(now[i] >= count))).toEqual([]);
      counted = now;
      expectBounded(simulation, witness.network);
    }
  });
  return simulation;
}

function expectInOrder(deliveries: Deliveries, { flows, groups }: Network): void {
  deliveries.expectInOrder();
  for (const flow of flows) {
    const isTcp = trafficById(groups[flow.group].spec.traffic).transport === "tcp";
    const bytes = isTcp ? deliveries.bytesOf(flow.connections) : flow.receivedBytes;
    if (flow.receivedBytes !== bytes) expect(flow.receivedBytes).toBe(bytes);
  }
}

/** Returns all counters that must never decrease. */
function countersOf({ links, flows }: Network, nowS: number): number[] {
  return [
    nowS,
    ...links.flatMap(({ port, losses }) => [
      port.packetsSent,
      port.bytesSent,
      port.marks,
      port.aqmDrops,
      port.overflowDrops,
      losses,
      port.lengthIntegral(),
    ]),
    ...flows.flatMap((flow) => Object.values(flow.counts())),
  ];
}

function expectFigures({ links, flows, fairness }: RunResults): void {
  for (const { sojournMs, packets, queuePackets } of links) {
    expect(sojournMs?.n ?? 0).toBe(packets);
    if (sojournMs !== null) expectOrdered([0, sojournMs.p50, sojournMs.p90, sojournMs.p99, sojournMs.max]);
    if (sojournMs !== null) expect(sojournMs.mean).toBeLessThanOrEqual(sojournMs.max);
    expectOrdered([0, queuePackets.mean, queuePackets.max]);
  }
  for (const { responses, cwndSegments } of flows) {
    if (responses !== null)
      expectOrdered([0, responses.p50S, responses.p90S, responses.p99S, responses.maxS]);
    if (cwndSegments !== null) expectOrdered([1, cwndSegments.min, cwndSegments.mean, cwndSegments.max]);
  }
  expect(fairness.jain > 1 + 1e-9 || fairness.jain < 0).toBe(false);
}

function expectOrdered(values: readonly number[]): void {
  if (values.some((value, i) => !(value >= values[Math.max(0, i - 1)])))
    expect(values.toSorted((a, b) => a - b)).toEqual(values);
}

/**
 * Largest mean number of events per packet: at its links and their queues, at its arrival, for its ACK, and sometimes
 * for a timer.
 */
const EVENTS_OF_A_PACKET = 5;
/** Largest number of wake-ups per second that a queue (PI) or traffic (short flows) needs. */
const MOST_WAKES_PER_S = 10_000;
/** Number of events for samples, starts and stops at the beginning of a run. */
const EVENTS_OF_A_RUN = 1000;
const EVENTS_OF_A_FLOW = 20;

/**
 * Checks that the number of events fits the work, and that memory stays below its limit. No clock is used, so the
 * check fails on every machine or on none.
 */
function expectBounded(simulation: Simulation, { flows, ends, links }: Network): void {
  const sent = flows.reduce((sum, flow) => {
    const { packetsSent, handshakePackets } = flow.counts();
    return sum + packetsSent + handshakePackets;
  }, 0);
  const packets = sent + links.reduce((sum, { port }) => sum + port.packetsSent, 0);
  const wakes = (1 + links.length + flows.length) * MOST_WAKES_PER_S * simulation.nowS;
  const most = EVENTS_OF_A_PACKET * packets + wakes + EVENTS_OF_A_FLOW * flows.length + EVENTS_OF_A_RUN;
  expect(simulation.results().events).toBeLessThanOrEqual(most);
  expect(ends.length).toBeLessThanOrEqual(MOST_CONNECTIONS_OF_A_RUN + flows.length);
}

/** Runs the scenario again in slices, with reads between them, up to the time that the first run has reached. */
function expectSameReplayed(scenario: Scenario, first: Simulation, events: number): void {
  const again = new Simulation(structuredClone(scenario));
  let slice = 1;
  while (!again.advance(first.nowS, slice)) {
    slice = (slice * 7) % events;
    if (slice % 2 === 0) again.results();
    else again.pathState();
  }
  expect(again.digest()).toBe(first.digest());
}
