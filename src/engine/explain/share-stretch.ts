/**
 * Explains how much each flow got in an interval, and why. Questions are about one flow's throughput, about all flows, or about
 * their fairness.
 */
import { NS_PER_S } from "../params/read.ts";
import { congestionControlById, trafficById } from "../registered.ts";
import type { FlowSpec, Scenario } from "../scenario/scenario.ts";
import { overlaysFor } from "../theory/overlays.ts";
import { asGoodput, fairSharesOverTime } from "../theory/scenario-shares.ts";
import { jainIndex } from "../trace/jain.ts";
import { FLOW_EVENT, isCut } from "../trace/snapshot.ts";
import { fact, type StoryPart, type StoryText, sentence } from "./facts.ts";
import { number } from "./formats.ts";
import { type AskedStretch, cutTimes, sayIdle, saySpan, sayWindows } from "./link-stretch.ts";
import { capital, flowName, type RunContext, roundAt, specAt } from "./run-context.ts";
import { ASIDE, NEEDED, type StoryBuilder, TELLING } from "./story-builder.ts";
import type { StretchTally } from "./stretch-tally.ts";

/** A rate within this fraction of the share counts as equal to it. */
const ABOUT = 0.1;
const BITS_PER_BYTE = 8;

/** Adds sentences on the rates in an interval and their causes. */
export function sayShares(
  story: StoryBuilder,
  run: RunContext,
  asked: AskedStretch,
  isFairness: boolean,
): void {
  const shares = sharesIn(run, asked.tally).sort((a, b) => a.rateBps - b.rateBps);
  const wanting = shares.filter(({ isThin }) => !isThin);
  if (shares.length === 0) {
    story.needed`${saySpan(story, asked)} no flow had anything to send.`;
    return;
  }
  const own = shares.find(({ flow }) => flow === asked.flow) ?? null;
  const most = wanting.at(-1) ?? shares[shares.length - 1];
  const least = own ?? wanting[0] ?? shares[0];
  if (own === null) sayEvenness(story, asked, shares, wanting);
  else sayOwn(story, asked, own, wanting);
  if (own !== null) sayHeld(story, asked, own.flow);
  if ((!isFairness && own === null) || shares.length === 1) {
    sayWindows(story, run, asked, { weight: shares.length === 1 ? NEEDED : ASIDE });
    sayIdle(story, run, asked);
  }
  if (own !== null) sayLosses(story, asked, own.flow, shares.length === 1);
  // The flow that got most is compared with the flow that got least. If the question is about the flow that got most, a flow
  // below its share is used.
  const less = least === most ? (wanting[0] ?? least) : least;
  if (most !== less && less.rateBps < most.rateBps) {
    for (const [i, one] of reasonsFor(less, most, asked).entries())
      story.say(i < 2 ? NEEDED : TELLING, ...sentence`${one}`);
    if (own !== null) {
      const [other, extreme] = own === most ? [less, "least"] : [most, "most"];
      story.needed`${capital(flowName(other.flow))} got ${extreme}, ${inOrder(asked, other.flow, other.rateBps)}.`;
    }
  }
  sayTheory(story, run, least);
}

/** Returns the in-order rate of a flow or, if `flow` is null, of all flows as text. */
function inOrder({ fromNs, toNs }: AskedStretch, flow: number | null, bps: number): StoryPart {
  return fact.rate(bps, { kind: "rate", of: "in-order", flow, fromNs, toNs });
}

/** Differences below this look like none on a plot. */
const NOTABLE_GAP = 0.005;

function sayOwn(
  story: StoryBuilder,
  asked: AskedStretch,
  { flow, rateBps, arrivedBps, fairBps, isThin }: FlowShare,
  wanting: readonly FlowShare[],
): void {
  const { fromNs, toNs } = asked;
  const arrived = fact.rate(arrivedBps, { kind: "rate", of: "arrived", flow, fromNs, toNs });
  const gap = Math.abs(arrivedBps - rateBps) > NOTABLE_GAP * arrivedBps;
  const before = rateBps > arrivedBps ? ", including data that had arrived before" : "";
  const handed = gap
    ? sentence` The receiver could deliver ${inOrder(asked, flow, rateBps)} in order${before}.`
    : "";
  story.needed`${saySpan(story, asked)} the receiver of ${flowName(flow)} got ${arrived}.${handed}`;
  if (wanting.length < 2) {
    if (asked.tally.flows.every(({ sent }, other) => other === flow || sent === 0))
      story.telling`No other flow sent data in this time.`;
    return;
  }
  // While the link has an outage, the flow has no fair share.
  if (isThin || !(fairBps > 0)) return;
  const part = rateBps / fairBps;
  const is = part > 1 + ABOUT ? "more than" : part < 1 - ABOUT ? "less than" : "about";
  const fair = fact.rate(fairBps, { kind: "fair-share", flow, fromNs, toNs });
  story.telling`That is ${is} its fair share of the path, which is ${fair}: ${fact.share(part, { kind: "part-of-share", flow, fromNs, toNs })} of it.`;
}

/** If fewer segments are delivered at once, the plot shows no jump of the rate. */
const NOTABLE_RELEASE = 10;

/** Explains why the in-order rate falls to zero and then jumps above the link's rate, although packets arrive evenly. */
function sayHeld(story: StoryBuilder, { tally, fromNs, toNs }: AskedStretch, flow: number): void {
  const { held, lost } = tally.flows[flow];
  if (held === null || lost === 0) return;
  const claim = { flow, fromNs, toNs } as const;
  const longest = fact.duration(held.longestNs, { kind: "held", ...claim });
  const released =
    held.released < NOTABLE_RELEASE
      ? ""
      : sentence` When the missing segments arrived, up to ${fact.segments(held.released, { kind: "released", ...claim })} could be delivered at once: the in-order rate jumps, but the arrival rate does not.`;
  story.needed`The receiver holds back all segments that arrive after a lost one, here for up to ${longest}.${released}`;
}

/** Adds a sentence on losses. If there were none, it is added only to short explanations. */
function sayLosses(
  story: StoryBuilder,
  { tally, fromNs, toNs }: AskedStretch,
  flow: number,
  isAlone: boolean,
): void {
  const { sent, lost, sentAgain } = tally.flows[flow];
  const packets = (quantity: "sent" | "lost" | "sent-again", value: number, text?: string) => {
    const claim = { kind: "packets", of: quantity, flow, fromNs, toNs } as const;
    return text === undefined ? fact.number(value, "packets", claim) : fact.as(text, value, "packets", claim);
  };
  if (sent === 0) return;
  if (lost === 0 && sentAgain === 0) {
    if (isAlone)
      story.telling`In this time it sent ${packets("sent", sent)} packets, and ${packets("lost", 0, "none")} was lost.`;
    return;
  }
  const were = lost === 1 ? "was" : "were";
  story.telling`In this time it sent ${packets("sent", sent)} packets, of which ${packets("sent-again", sentAgain)} repeated an earlier one; ${packets("lost", lost)} ${were} lost.`;
}

function sayEvenness(
  story: StoryBuilder,
  asked: AskedStretch,
  shares: readonly FlowShare[],
  wanting: readonly FlowShare[],
): void {
  const { fromNs, toNs } = asked;
  const total = shares.reduce((sum, { rateBps }) => sum + rateBps, 0);
  const [one] = shares;
  const whose =
    shares.length === 1
      ? sentence`${flowName(one.flow)} got ${inOrder(asked, one.flow, total)}.`
      : sentence`the flows that had data to send together got ${inOrder(asked, null, total)}.`;
  story.needed`${saySpan(story, asked)} ${whose}`;
  if (shares.length === 1) {
    story.needed`No other flow had data to send, so it did not have to share the link.`;
    return;
  }
  if (wanting.length < 2) {
    const who = wanting.length === 0 ? "No flow" : `Only ${flowName(wanting[0].flow)}`;
    story.needed`${who} needed more than it got. The other flows get all that they need, so an index of fairness has no meaning here.`;
    return;
  }
  const flows = wanting.map(({ flow }) => flow);
  const jain = jainIndex(wanting.map(({ rateBps }) => rateBps));
  const among =
    wanting.length === shares.length ? "their rates" : "the rates of the flows that need more than they get";
  if (!Number.isNaN(jain))
    story.needed`Jain's index of ${among} is ${fact.number(jain, "1", { kind: "jain", flows, fromNs, toNs })}; one means that all are equal.`;
  const [least, most] = [wanting[0], wanting[wanting.length - 1]];
  story.needed`${capital(flowName(least.flow))} got least, ${inOrder(asked, least.flow, least.rateBps)}; ${flowName(most.flow)} got most, ${inOrder(asked, most.flow, most.rateBps)}.`;
}

/** Adds the rate that a model predicts for the whole run. */
function sayTheory(story: StoryBuilder, run: RunContext, { flow }: FlowShare): void {
  const { index, scenario, network } = run;
  const { group } = network.flows[flow];
  const model = overlaysFor(scenario, index.snapshot.results).find(
    (one) => one.kind === "rate" && one.group === group && one.value.form === "constant",
  );
  if (model?.value.form !== "constant") return;
  const bps = fact.rate(model.value.value * 1e6, { kind: "theory", model: model.label, flow });
  story.aside`Theory (${model.label}) gives ${bps} for ${flowName(flow)} over the whole run.`;
}

// Values of each flow in an interval: rate, reductions, RTT, and its fair share.

/** Values of one flow in an interval. */
export interface FlowShare {
  readonly flow: number;
  readonly spec: FlowSpec;
  /** Name of the congestion control, or of the traffic if it is not TCP. */
  readonly sender: string;
  /** Rate of the payload that could be delivered in order (bit/s). */
  readonly rateBps: number;
  /** Rate of the payload that arrived (bit/s). */
  readonly arrivedBps: number;
  readonly startNs: number;
  readonly cuts: number;
  readonly cutsForMarks: number;
  readonly cutsForLosses: number;
  /** RTT without queues (ns). */
  readonly rttNs: number;
  /**
   * Max-min fair share as payload rate (bit/s), averaged over the time in which the flow has something to send; NaN if it never
   * has.
   */
  readonly fairBps: number;
  /** True if the flow gets all the rate that it can use over the whole run (trace/sharing.ts). */
  readonly isThin: boolean;
}

/** Returns the values of all flows that had something to send in the interval. */
export function sharesIn(run: RunContext, { fromNs, toNs, flows }: StretchTally): FlowShare[] {
  const { index, scenario, network } = run;
  const [fromS, toS] = [fromNs / NS_PER_S, toNs / NS_PER_S];
  const shares = asGoodput(scenario, fairSharesOverTime(scenario));
  const middleS = (fromS + toS) / 2;
  const rate = (bytes: number) => (bytes * BITS_PER_BYTE) / (toS - fromS);
  return network.flows.flatMap(({ index: flow, group, startNs }) => {
    const { arrivedBytes, inOrderBytes, events } = flows[flow];
    const fairBps = meanOf(shares.timeS, shares.maxMinBps[group], fromS, toS);
    if (startNs >= toNs || (arrivedBytes === 0 && Number.isNaN(fairBps))) return [];
    const count = (kind: number) => events.filter((one) => one.kind === kind).length;
    const spec = specAt(run, flow, middleS);
    return {
      flow,
      spec,
      sender: nameOf(spec, scenario),
      rateBps: rate(inOrderBytes),
      arrivedBps: rate(arrivedBytes),
      startNs,
      cuts: events.filter(({ kind }) => isCut(kind)).length,
      cutsForMarks: count(FLOW_EVENT.ecnReduction),
      cutsForLosses: count(FLOW_EVENT.lossReduction),
      rttNs: roundAt(run, flow, middleS),
      fairBps,
      isThin: index.snapshot.results.fairness.sharing.thin.includes(flow),
    };
  });
}

/** Returns the mean of a step function whose steps start at `timeS`; NaN steps are ignored. */
function meanOf(timeS: readonly number[], values: readonly number[], fromS: number, toS: number): number {
  let [sum, lasts] = [0, 0];
  for (const [i, value] of values.entries()) {
    const within = Math.min(toS, timeS[i + 1] ?? toS) - Math.max(fromS, timeS[i]);
    if (Number.isNaN(value) || within <= 0) continue;
    sum += value * within;
    lasts += within;
  }
  return sum / lasts;
}

// Reasons why one flow gets less than another: the differences between them, the most important first.

/** Two values whose ratio is smaller than this explain no difference of the rates. */
const NOTABLE = 1.1;

/** Returns the reasons as complete sentences. */
function reasonsFor(less: FlowShare, more: FlowShare, asked: AskedStretch): StoryText[] {
  return [
    ...thinReason(less),
    ...startReason(less, asked),
    ...roundReason(less, more, asked),
    ...waitReason(less, more, asked),
    ...signalReason(less, more, asked),
    ...senderReason(less, more),
    ...answerReason(less, more, asked),
    ...cutReason(less, more, asked),
  ];
}

function thinReason({ isThin, flow }: FlowShare): StoryText[] {
  if (!isThin) return [];
  return [`${capital(flowName(flow))} needs no more: over the whole run it gets all that its traffic needs.`];
}

function startReason({ startNs, flow }: FlowShare, { fromNs }: AskedStretch): StoryText[] {
  if (startNs <= fromNs) return [];
  const start = fact.as(`${number(startNs / NS_PER_S)} s`, startNs, "ns", { kind: "joined", flow });
  return [sentence`${capital(flowName(flow))} joined only at ${start}.`];
}

function roundReason(less: FlowShare, more: FlowShare, { fromNs, toNs }: AskedStretch): StoryText[] {
  if (less.rttNs <= more.rttNs * NOTABLE) return [];
  const atNs = (fromNs + toNs) / 2;
  const rtt = ({ rttNs, flow }: FlowShare) => fact.duration(rttNs, { kind: "path", of: "rtt", flow, atNs });
  return [
    sentence`Without a queue the round trip of ${flowName(less.flow)} is ${rtt(less)}, and that of ${flowName(more.flow)} is ${rtt(more)}. A window that grows once per round trip grows more slowly on the longer one, and the same window is a lower rate there.`,
  ];
}

/** Returns the comparison of the measured RTTs, including queueing delay. Two flows over one link may wait in different queues. */
function waitReason(less: FlowShare, more: FlowShare, { fromNs, toNs, tally }: AskedStretch): StoryText[] {
  const srttOf = ({ flow }: FlowShare) => tally.flows[flow].srttNs;
  if (!(srttOf(less) > srttOf(more) * NOTABLE) || less.rttNs > more.rttNs * NOTABLE) return [];
  const srtt = (one: FlowShare) => fact.duration(srttOf(one), { kind: "srtt", flow: one.flow, fromNs, toNs });
  return [
    sentence`With its queue the round trip of ${flowName(less.flow)} took ${srtt(less)} on average, that of ${flowName(more.flow)} ${srtt(more)}: the same window is a lower rate on the longer one, and grows more slowly.`,
  ];
}

/** If the marked fractions of two flows have a smaller ratio than this, the flows count as getting the same signals. */
const OTHER_SIGNAL = 2;

function signalReason(less: FlowShare, more: FlowShare, { fromNs, toNs, tally }: AskedStretch): StoryText[] {
  // If only one of the flows uses ECN, the difference of marks is explained by another sentence.
  if (less.spec.params.ecn !== more.spec.params.ecn) return [];
  const partOf = ({ flow }: FlowShare) => tally.flows[flow].marked / tally.flows[flow].sent;
  const [own, others] = [partOf(less), partOf(more)];
  if (!(own > 0 || others > 0) || Math.max(own, others) < OTHER_SIGNAL * Math.min(own, others)) return [];
  const count = ({ flow }: FlowShare, event: "sent" | "marked") =>
    fact.number(tally.flows[flow][event], "packets", {
      kind: "packets",
      of: event,
      flow,
      fromNs,
      toNs,
    });
  const shareText = (one: FlowShare) =>
    sentence`${count(one, "marked")} of ${count(one, "sent")} packets of ${flowName(one.flow)}`;
  return [
    sentence`They get two different signals: the queue marked ${shareText(less)} and ${shareText(more)}. Each congestion control has its own rule for the reduction after a mark.`,
  ];
}

function senderReason(less: FlowShare, more: FlowShare): StoryText[] {
  if (less.sender === more.sender) return [];
  return [
    `The senders differ: ${flowName(less.flow)} is ${less.sender}, ${flowName(more.flow)} is ${more.sender}.`,
  ];
}

function nameOf({ cc, traffic }: FlowSpec, { programs }: Scenario): string {
  const { transport, label } = trafficById(traffic);
  return transport === "tcp" ? congestionControlById(cc, programs).label : label;
}

function answerReason(less: FlowShare, more: FlowShare, { toNs }: AskedStretch): StoryText[] {
  const [own, others] = [less.spec.params, more.spec.params];
  const found: StoryText[] = [];
  if (typeof own.ecn === "boolean" && typeof others.ecn === "boolean" && own.ecn !== others.ecn) {
    const without = own.ecn ? more : less;
    const withIt = own.ecn ? less : more;
    found.push(
      `ECN differs: a queue drops packets of ${flowName(without.flow)} where it can mark packets of ${flowName(withIt.flow)}.`,
    );
  }
  const factors = [
    ["beta-ecn", "β_ecn, the share of cwnd that is kept after a mark,", more.cutsForMarks],
    ["beta-loss", "β_loss, the share of cwnd that is kept after a loss,", more.cutsForLosses],
  ] as const;
  for (const [id, what, cuts] of factors) {
    const [left, right] = [own[id], others[id]];
    if (typeof left !== "number" || typeof right !== "number" || left >= right || cuts === 0) continue;
    const beta = (value: number, flow: number) =>
      fact.number(value, "1", { kind: "param", id, flow, atNs: toNs });
    found.push(
      sentence`${what} is ${beta(left, less.flow)} for ${flowName(less.flow)} and ${beta(right, more.flow)} for ${flowName(more.flow)}.`,
    );
  }
  return found;
}

function cutReason(less: FlowShare, more: FlowShare, asked: AskedStretch): StoryText[] {
  if (less.cuts + more.cuts === 0) return [];
  const times = ({ flow, cuts }: FlowShare) => cutTimes(asked, flow, cuts);
  return [
    sentence`In this time the window of ${flowName(less.flow)} was ${times(less)}, and the window of ${flowName(more.flow)} was ${times(more)}.`,
  ];
}
