/** Who got how much in a stretch, and why: asked of one flow's throughput, or of how evenly all shared. */
import { congestionControlById, trafficById } from "../algorithms.ts";
import { NS_PER_S } from "../params/read.ts";
import type { FlowSpec } from "../scenario/scenario.ts";
import { overlaysFor } from "../theory/overlays.ts";
import { asGoodput, fairSharesOverTime } from "../theory/scenario-shares.ts";
import { jainIndex } from "../trace/jain.ts";
import { FLOW_EVENT } from "../trace/snapshot.ts";
import { counted, number, rate, share } from "./formats.ts";
import { capital, extentOf, flowName, type RunContext, roundAt, specAt } from "./run-context.ts";
import { NEEDED, type StoryBuilder, TELLING } from "./story-builder.ts";

/** Within that of the share, a flow has it. */
const ABOUT = 0.1;

export interface AskedStretch {
  readonly flow: number | null;
  readonly fromNs: number;
  readonly toNs: number;
}

export function sayShares(story: StoryBuilder, run: RunContext, asked: AskedStretch): void {
  const [fromS, toS] = [asked.fromNs / NS_PER_S, asked.toNs / NS_PER_S];
  const shares = sharesIn(run, fromS, toS).sort((a, b) => a.rateBps - b.rateBps);
  const wanting = shares.filter(({ isThin }) => !isThin);
  if (shares.length === 0) {
    story.needed`No flow had anything to send from ${story.at(asked.fromNs)} to ${story.at(asked.toNs)}.`;
    return;
  }
  const own = shares.find(({ flow }) => flow === asked.flow) ?? null;
  const most = wanting.at(-1) ?? shares[shares.length - 1];
  const least = own ?? wanting[0] ?? shares[0];
  if (own === null) sayEvenness(story, asked, shares, wanting, least, most);
  else sayOwn(story, asked, own);
  if (most !== least && least.rateBps < most.rateBps) {
    const reasons = reasonsFor(least, most, fromS);
    for (const [i, one] of reasons.entries()) story.say(i < 2 ? NEEDED : TELLING, one);
    if (own !== null) story.needed`${capital(flowName(most.flow))} got most, ${rate(most.rateBps)}.`;
  }
  sayTheory(story, run, least);
}

function sayOwn(
  story: StoryBuilder,
  { fromNs, toNs }: AskedStretch,
  { flow, rateBps, fairBps, isThin }: FlowShare,
): void {
  const fair =
    Number.isNaN(fairBps) || isThin ? "" : `; its fair share of the path would be ${rate(fairBps)}`;
  story.needed`${capital(flowName(flow))} got ${rate(rateBps)} from ${story.at(fromNs)} to ${story.at(toNs)}${fair}.`;
  if (isThin || Number.isNaN(fairBps)) return;
  const part = rateBps / fairBps;
  const is = part > 1 + ABOUT ? "more than" : part < 1 - ABOUT ? "less than" : "about";
  story.telling`That is ${is} its share: ${share(part)} of it.`;
}

function sayEvenness(
  story: StoryBuilder,
  { fromNs, toNs }: AskedStretch,
  shares: readonly FlowShare[],
  wanting: readonly FlowShare[],
  least: FlowShare,
  most: FlowShare,
): void {
  const total = shares.reduce((sum, { rateBps }) => sum + rateBps, 0);
  story.say(
    NEEDED,
    "From ",
    story.at(fromNs),
    " to ",
    story.at(toNs),
    shares.length === 1
      ? ` ${flowName(shares[0].flow)} got ${rate(total)}.`
      : ` ${counted(shares.length, "flow")} got ${rate(total)} together.`,
  );
  if (wanting.length < 2) {
    const who = wanting.length === 0 ? "None of them" : "Only one of them";
    const alone = shares.length === 1 ? "It was the only one" : `${who} wanted more than it got`;
    story.needed`${alone}: there is nobody to share with.`;
    return;
  }
  const jain = jainIndex(wanting.map(({ rateBps }) => rateBps));
  if (!Number.isNaN(jain))
    story.needed`Among those that want more than they get, Jain's index of their rates is ${number(jain)}.`;
  story.needed`${capital(flowName(least.flow))} got least, ${rate(least.rateBps)}; ${flowName(most.flow)} most, ${rate(most.rateBps)}.`;
}

/** What a model of its rate says, for the run as a whole. */
function sayTheory(story: StoryBuilder, run: RunContext, { flow }: FlowShare): void {
  const { index, scenario, network } = run;
  const { group } = network.flows[flow];
  const model = overlaysFor(scenario, index.snapshot.results).find(
    (one) => one.kind === "rate" && one.group === group && one.value.form === "constant",
  );
  if (model?.value.form !== "constant") return;
  const bps = rate(model.value.value * 1e6);
  story.aside`Theory (${model.label}) gives ${flowName(flow)} ${bps} over the whole run.`;
}

// What each flow had in a stretch of the run: rate, cuts, round trip; and what would have been its fair share.

interface FlowShare {
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
  /** In the run as a whole it gets all that it asks for (trace/sharing.ts). */
  readonly isThin: boolean;
}

/** Of all flows that had something to send then. */
export function sharesIn(run: RunContext, fromS: number, toS: number): FlowShare[] {
  const { index, scenario, network } = run;
  const shares = asGoodput(scenario, fairSharesOverTime(scenario));
  const middleS = (fromS + toS) / 2;
  const step = shares.timeS.filter((s) => s <= middleS).length - 1;
  const events = index.events.filter(({ timeNs }) => timeNs >= fromS * NS_PER_S && timeNs <= toS * NS_PER_S);
  return network.flows.flatMap(({ index: flow, group }) => {
    const spec = specAt(run, flow, middleS);
    const startS = network.flows[flow].startNs / NS_PER_S;
    const rateBps = rateOf(run, flow, fromS, toS);
    const fairBps = shares.maxMinBps[group][Math.max(0, step)];
    if (startS >= toS || (rateBps === 0 && Number.isNaN(fairBps))) return [];
    const own = events.filter((one) => one.flow === flow);
    const count = (kind: number) => own.filter((one) => one.kind === kind).length;
    const trace = run.trace(flow);
    return {
      flow,
      spec,
      rateBps,
      startS,
      marksAnswered: count(FLOW_EVENT.ecnReduction),
      lossesAnswered: count(FLOW_EVENT.lossReduction),
      timeouts: count(FLOW_EVENT.rto),
      rttMs: roundAt(run, flow, middleS) / 1e6,
      srttMs: (trace === null ? null : extentOf(trace.srttMs, fromS, toS))?.mean ?? Number.NaN,
      fairBps,
      isThin: index.snapshot.results.fairness.sharing.thin.includes(flow),
    };
  });
}

/** Payload received in order between the samples nearest to the two times. */
export function rateOf(run: RunContext, flow: number, fromS: number, toS: number): number {
  const { samples } = run.index.snapshot;
  const received = samples.receivedBytes[flow];
  const at = (s: number) => Math.max(0, Math.min(samples.length - 1, Math.round(s / samples.intervalS)));
  const [first, last] = [at(fromS), Math.max(at(toS), at(fromS) + 1)];
  if (received === undefined || last >= samples.length) return 0;
  return ((received[last] - received[first]) * 8) / ((last - first) * samples.intervalS);
}

// Why one flow gets less than another: what differs between them, the weightiest first.

/** Smaller differences tell nothing. */
const NOTABLE = 1.1;

/** Whole sentences. */
function reasonsFor(less: FlowShare, more: FlowShare, fromS: number): string[] {
  const names = [flowName(less.flow), flowName(more.flow)] as const;
  return [
    ...thinReason(less),
    ...startReason(less, fromS),
    ...roundReason(less, more, names),
    ...senderReason(less, more, names),
    ...answerReason(less, more, names),
    ...cutReason(less, more, names),
  ];
}

function thinReason({ isThin, flow, rateBps }: FlowShare): string[] {
  if (!isThin) return [];
  return [
    `F${flowName(flow).slice(1)} asks for no more: its traffic wants about ${rate(rateBps)}, and gets it.`,
  ];
}

function startReason({ startS, flow }: FlowShare, fromS: number): string[] {
  if (startS <= fromS) return [];
  return [`F${flowName(flow).slice(1)} joined only at ${number(startS)} s.`];
}

function roundReason(less: FlowShare, more: FlowShare, [one, other]: readonly [string, string]): string[] {
  if (less.rttMs <= more.rttMs * NOTABLE) return [];
  return [
    `The round trip of ${one} is ${number(less.rttMs)} ms, that of ${other} ${number(more.rttMs)} ms without a queue: ` +
      "a window that grows once per round trip grows so much more slowly, and the same window is a lower rate.",
  ];
}

function senderReason(less: FlowShare, more: FlowShare, [one, other]: readonly [string, string]): string[] {
  const name = ({ spec }: FlowShare) => nameOf(spec);
  if (name(less) === name(more)) return [];
  return [`The senders differ: ${one} is ${name(less)}, ${other} is ${name(more)}.`];
}

function nameOf({ cc, traffic }: FlowSpec): string {
  const { transport, label } = trafficById(traffic);
  return transport === "tcp" ? congestionControlById(cc).label : label;
}

function answerReason(less: FlowShare, more: FlowShare, [one, other]: readonly [string, string]): string[] {
  const [own, others] = [less.spec.params, more.spec.params];
  const found: string[] = [];
  if (typeof own.ecn === "boolean" && typeof others.ecn === "boolean" && own.ecn !== others.ecn) {
    const without = own.ecn ? other : one;
    found.push(`ECN differs: the packets of ${without} are dropped where the others' are marked.`);
  }
  const factors: readonly (readonly [string, string, number])[] = [
    ["beta-ecn", "β_ecn, what a mark leaves of cwnd", more.marksAnswered],
    ["beta-loss", "β_loss, what a loss leaves of cwnd", more.lossesAnswered],
  ];
  for (const [id, what, cuts] of factors) {
    const [left, right] = [own[id], others[id]];
    if (typeof left !== "number" || typeof right !== "number" || left >= right || cuts === 0) continue;
    found.push(`${what}: ${number(left)} for ${one}, ${number(right)} for ${other}.`);
  }
  return found;
}

function cutReason(less: FlowShare, more: FlowShare, [one, other]: readonly [string, string]): string[] {
  const cuts = ({ marksAnswered, lossesAnswered, timeouts }: FlowShare) =>
    marksAnswered + lossesAnswered + timeouts;
  const [own, others] = [cuts(less), cuts(more)];
  if (own + others === 0) return [];
  const times = (n: number) => (n === 1 ? "once" : `${number(n)} times`);
  const detail = less.timeouts > 0 ? `, ${number(less.timeouts)} of them timeouts` : "";
  return [`In this stretch ${one} was cut ${times(own)}${detail}, ${other} ${times(others)}.`];
}
