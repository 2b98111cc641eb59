/** What was set at a time of the run: the survey's network shows the end of it alone. */

import { queueDisciplineById } from "../algorithms.ts";
import { basePropagationMs, resolvePath } from "../scenario/path.ts";
import { queueOfLink } from "../scenario/places.ts";
import type { Change, FlowSpec } from "../scenario/scenario.ts";
import { type Stage, stageAt } from "../theory/scenario-stages.ts";
import type { Known } from "./telling.ts";

const NS_PER_MS = 1e6;

function stage({ stages }: Known, atS: number): Stage {
  return stageAt(stages, atS);
}

/** Parameters of the flow's group, and its congestion control. */
export function specAt(known: Known, flow: number, atS: number): FlowSpec {
  const { group } = known.network.flows[flow];
  const spec = stage(known, atS).flows[group];
  let { cc } = spec;
  for (const change of known.scenario.changes) {
    const isOurs = change.link === null && (change.flow === null || change.flow === group);
    if (change.id === "cc" && isOurs && change.atS <= atS) cc = String(change.value);
  }
  return cc === spec.cc ? spec : { ...spec, cc };
}

/** Propagation there and back of the flow's packets. */
export function roundAt(known: Known, flow: number, atS: number): number {
  const { path, flows } = stage(known, atS);
  return basePropagationMs(resolvePath(path), flows[known.network.flows[flow].group]) * NS_PER_MS;
}

/** Of the link, as the sample nearest to that time has it: patterns included. */
export function rateAt({ survey, network }: Known, link: number, atS: number): number {
  const { samples, links } = survey.snapshot;
  const { rateBps } = links[link];
  const at = Math.min(rateBps.length - 1, Math.max(0, Math.round(atS / samples.intervalS)));
  return rateBps[at] ?? network.links[link].port.rateBps;
}

export interface QueueAt {
  readonly id: string;
  readonly label: string;
  /** Null where it has none, or none that is known. */
  readonly targetMs: number | null;
}

export function queueAt({ scenario, network }: Known, link: number, atS: number): QueueAt {
  const { id: name, sharesQueue } = network.links[link];
  const { aqm, params } = queueOfLink(scenario, name);
  const isOurs = (change: Change) => change.link === name || (change.link === null && sharesQueue);
  let [id, target] = [aqm, params.target];
  for (const change of scenario.changes) {
    if (change.atS > atS || change.flow !== null || !isOurs(change)) continue;
    if (change.id === "target") target = change.value;
    if (change.id !== "aqm" || change.value === id) continue;
    id = String(change.value);
    target = null;
  }
  const { label } = queueDisciplineById(id);
  return { id, label, targetMs: typeof target === "number" ? target : null };
}
