/** What each flow had in a stretch of the run: rate, cuts, round trip; and what would have been its fair share. */
import { NS_PER_S } from "../params/read.ts";
import type { FlowSpec } from "../scenario/scenario.ts";
import { asGoodput, fairSharesOverTime } from "../theory/scenario-shares.ts";
import { FLOW_EVENT } from "../trace/snapshot.ts";
import { roundAt, specAt } from "./in-force.ts";
import { extentOf } from "./series.ts";
import type { Known } from "./telling.ts";

export interface FlowShare {
  readonly flow: number;
  readonly spec: FlowSpec;
  /** Payload received in order. */
  readonly rateBps: number;
  readonly startS: number;
  readonly marksAnswered: number;
  readonly lossesAnswered: number;
  readonly timeouts: number;
  /** Without any queue. */
  readonly rttMs: number;
  /** Measured; NaN where the flow is not traced or sent nothing. */
  readonly srttMs: number;
  /** Its fair share as payload (max-min) in the middle of the stretch; NaN while it has nothing to send. */
  readonly fairBps: number;
  /** In the run as a whole it gets all that it asks for (trace/thin-flows.ts). */
  readonly isThin: boolean;
}

/** Of all flows that had something to send then. */
export function sharesIn(known: Known, fromS: number, toS: number): FlowShare[] {
  const { survey, scenario, network } = known;
  const shares = asGoodput(scenario, fairSharesOverTime(scenario));
  const middleS = (fromS + toS) / 2;
  const step = shares.timeS.filter((s) => s <= middleS).length - 1;
  const events = survey.events.filter(({ timeNs }) => timeNs >= fromS * NS_PER_S && timeNs <= toS * NS_PER_S);
  return network.flows.flatMap(({ index: flow, group }) => {
    const spec = specAt(known, flow, middleS);
    const startS = network.flows[flow].startNs / NS_PER_S;
    const rateBps = rateOf(known, flow, fromS, toS);
    const fairBps = shares.maxMinBps[group][Math.max(0, step)];
    if (startS >= toS || (rateBps === 0 && Number.isNaN(fairBps))) return [];
    const own = events.filter((one) => one.flow === flow);
    const count = (kind: number) => own.filter((one) => one.kind === kind).length;
    const trace = known.trace(flow);
    return {
      flow,
      spec,
      rateBps,
      startS,
      marksAnswered: count(FLOW_EVENT.ecnReduction),
      lossesAnswered: count(FLOW_EVENT.lossReduction),
      timeouts: count(FLOW_EVENT.rto),
      rttMs: roundAt(known, flow, middleS) / 1e6,
      srttMs: (trace === null ? null : extentOf(trace.srttMs, fromS, toS))?.mean ?? Number.NaN,
      fairBps,
      isThin: survey.snapshot.results.fairness.sharing.thin.includes(flow),
    };
  });
}

/** Payload received in order between the samples nearest to the two times. */
export function rateOf(known: Known, flow: number, fromS: number, toS: number): number {
  const { samples } = known.survey.snapshot;
  const received = samples.receivedBytes[flow];
  const at = (s: number) => Math.max(0, Math.min(samples.length - 1, Math.round(s / samples.intervalS)));
  const [first, last] = [at(fromS), Math.max(at(toS), at(fromS) + 1)];
  if (received === undefined || last >= samples.length) return 0;
  return ((received[last] - received[first]) * 8) / ((last - first) * samples.intervalS);
}
