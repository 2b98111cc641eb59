/** Fairness among the flows that could use more than their share. */

import type { Flow } from "../flow.ts";
import type { Network } from "../network.ts";
import type { ParamValues } from "../params/param.ts";
import { NS_PER_S, secondsToNs } from "../params/read.ts";
import { trafficById } from "../registered.ts";
import { payloadShare } from "../scenario/path-facts.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { fairnessAmong } from "./fairness-among.ts";
import { jainIndex } from "./jain.ts";
import { joinsAmong } from "./joins.ts";
import type { Recorder } from "./recorder.ts";
import type { FlowResult, Sharing } from "./snapshot.ts";

/**
 * Functions that find the thin flows. A thin flow wants less than an equal share of each link on its route, and gets what it
 * wants. An example is a call of 0.5 Mbps that competes with two downloads: its low rate is not unfair to it.
 */

/**
 * Share of the wanted rate that a thin flow must get. Lost datagrams are not retransmitted, so a flow with many losses gets less
 * than it wants.
 */
const GETS = 0.95;
/** Amount of data that may still be in flight or in queues, as seconds of the wanted rate. It is not counted as missing. */
const UNDER_WAY_S = 1;

/** Returns 1 for each thin flow; if all flows are thin, none counts as thin. */
function thinFlows(scenario: Scenario, network: Network, recorder: Recorder): Uint8Array {
  const groups = network.groups.map((_, group) => asks(scenario, group));
  const shares = network.groups.map((_, group) => equalShareBps(network, recorder, group));
  const thin = Uint8Array.from(network.flows, (flow) => {
    const stages = groups[flow.group];
    if (stages === null || stages.some(({ wireBps }) => wireBps >= shares[flow.group])) return 0;
    return gets(flow, stages, network, recorder) ? 1 : 0;
  });
  return thin.includes(0) ? thin : new Uint8Array(thin.length);
}

/** Rate that each flow of a group wants from a given time on, as payload and on the wire. */
interface Stage {
  readonly fromNs: number;
  readonly payloadBps: number;
  readonly wireBps: number;
}

/** Returns the wanted rates over time; null if the flows use all the rate that they can get. */
function asks({ flows, changes, tcp }: Scenario, group: number): Stage[] | null {
  const spec = flows[group];
  const { wantsBps } = trafficById(spec.traffic);
  if (wantsBps === undefined) return null;
  const stage = (fromNs: number, params: ParamValues): Stage => {
    const payloadBps = wantsBps(params);
    return { fromNs, payloadBps, wireBps: payloadBps / payloadShare({ ...spec, params }, tcp) };
  };
  let { params } = spec;
  const stages = [stage(0, params)];
  for (const { atS, id, value, flow, link } of changes) {
    if (link !== null || (flow !== null && flow !== group) || !Object.hasOwn(params, id)) continue;
    params = { ...params, [id]: value };
    stages.push(stage(secondsToNs(atS), params));
  }
  return stages;
}

/** Returns the equal share on the link on which the group's flows have the smallest equal share (bit/s). */
function equalShareBps({ links, groups, flows }: Network, recorder: Recorder, group: number): number {
  const over = links.map((link) => flows.filter((flow) => groups[flow.group].forward.includes(link)).length);
  const seconds = recorder.coveredNs / NS_PER_S;
  const rates = groups[group].forward.map((link) => {
    const rateBps = seconds > 0 ? link.capacityBits() / seconds : link.port.rateBps;
    return rateBps / over[links.indexOf(link)];
  });
  return Math.min(...rates);
}

/**
 * Returns true if the flow gets the rate that it wants. Flows over TCP always do, because TCP retransmits until everything has
 * arrived.
 */
function gets(flow: Flow, stages: readonly Stage[], network: Network, recorder: Recorder): boolean {
  const { traffic } = network.groups[flow.group].spec;
  if (trafficById(traffic).transport === "tcp") return true;
  const fromNs = Math.max(flow.startNs, recorder.sinceNs);
  const toNs = Math.min(network.clock.nowNs, flow.stopNs);
  let bits = 0;
  for (const [i, stage] of stages.entries()) {
    const start = Math.max(fromNs, stage.fromNs);
    const end = Math.min(toNs, stages[i + 1]?.fromNs ?? toNs);
    if (end > start) bits += (stage.payloadBps * (end - start)) / NS_PER_S;
  }
  const inFlight = stages[0].payloadBps * UNDER_WAY_S;
  const received = flow.receivedBytes - recorder.flowBaseline(flow.index).receivedBytes;
  return received * 8 >= GETS * bits - inFlight;
}

/** Returns the fairness among the flows that want more than their share. */
export function sharingOf(
  scenario: Scenario,
  network: Network,
  recorder: Recorder,
  flows: readonly FlowResult[],
): Sharing {
  const thin = thinFlows(scenario, network, recorder);
  const counts = thin.map((isThin) => 1 - isThin);
  const { sampler } = recorder;
  const running = thin.includes(1) ? fairnessAmong(sampler.samples(), counts).running : sampler.recordedF();
  const { nowNs } = network.clock;
  const counted = network.flows.filter(({ index, startNs, stopNs, completedNs }) => {
    const hasBegun = startNs < nowNs && stopNs > recorder.sinceNs;
    return counts[index] === 1 && hasBegun && (completedNs < 0 || completedNs > recorder.sinceNs);
  });
  const goodputs = counted.map(({ index }) => flows[index].goodputBps);
  return {
    flows: counted.map(({ index }) => index),
    thin: [...thin.keys()].filter((flow) => thin[flow] === 1),
    jain: jainIndex(goodputs),
    joins: joinsAmong(sampler.turns(), counts, running, sampler.intervalS),
  };
}
