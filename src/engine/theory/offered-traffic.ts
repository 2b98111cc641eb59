/**
 * What each kind of traffic asks of the network over time, as far as the scenario alone tells: when a flow has something
 * to send, and how much it wants at most.
 *
 * Assumptions: a flow begins at its start, without the jitter among equal ones, and ends at its stop; a transfer of a
 * given size, and turns of random length, count as always on, since when they end is the network's or the chance's
 * doing; arrivals of short flows and web pages count as one flow that wants its mean load.
 *
 * Units: s, and bit/s on the wire, headers included.
 */

import { trafficById } from "../algorithms.ts";
import { readNumber, readText } from "../params/read.ts";
import { payloadShare } from "../scenario/path-facts.ts";
import type { FlowSpec, Scenario } from "../scenario/scenario.ts";
import { type Stage, stageAt } from "./scenario-stages.ts";

export interface Interval {
  readonly fromS: number;
  readonly toS: number;
}

/** Flows with more turns than this count as always on. */
const MOST_TURNS = 1000;

/** When the flows of a group have something to send. */
export function activeIntervals(scenario: Scenario, stages: readonly Stage[], group: number): Interval[] {
  const fromS = readNumber(scenario.flows[group].params, "start");
  const toS = Math.min(stopOf(scenario, group, fromS), readNumber(scenario.run, "duration"));
  if (fromS >= toS) return [];
  const isOnOff = scenario.flows[group].traffic === "on-off";
  return isOnOff ? turns(stages, group, { fromS, toS }) : [{ fromS, toS }];
}

/** A stop may be moved while the flow runs; one for all flows is none of those that start after it. */
function stopOf({ flows, changes }: Scenario, group: number, startS: number): number {
  const { stop } = flows[group].params;
  let stopS = typeof stop === "number" ? stop : Number.POSITIVE_INFINITY;
  for (const { atS, id, flow, value } of changes) {
    if (id !== "stop" || (flow !== null && flow !== group) || atS >= stopS) continue;
    const movedS = typeof value === "number" ? value : Number.POSITIVE_INFINITY;
    if (flow === null && movedS <= startS) continue;
    stopS = movedS;
  }
  return stopS;
}

function turns(stages: readonly Stage[], group: number, whole: Interval): Interval[] {
  const found: Interval[] = [];
  let timeS = whole.fromS;
  while (timeS < whole.toS) {
    const params = (atS: number) => stageAt(stages, atS).flows[group].params;
    if (readText(params(timeS), "periods") !== "fixed" || found.length === MOST_TURNS) return [whole];
    const offS = timeS + readNumber(params(timeS), "on-time");
    found.push({ fromS: timeS, toS: Math.min(offS, whole.toS) });
    timeS = offS + readNumber(params(offS), "off-time");
  }
  return found;
}

/** What one flow of the group wants on the wire; undefined: all it can get. */
export function demandBps(spec: FlowSpec, tcp: Scenario["tcp"]): number | undefined {
  const payload = trafficById(spec.traffic).wantsBps?.(spec.params);
  return payload === undefined ? undefined : payload / payloadShare(spec, tcp);
}
