/** Explains what happened after a flow joined: its fair share, the end of its slow start, and whether it reached the share. */

import { customProgram } from "../custom/scenario-programs.ts";
import { NS_PER_S } from "../params/read.ts";
import { congestionControlById, trafficById } from "../registered.ts";
import { FLOW_EVENT, isCut } from "../trace/snapshot.ts";
import { sayFirstOpening } from "./explain-handshake.ts";
import { fact, sentence } from "./facts.ts";
import { narrowestOf } from "./link-stretch.ts";
import { capital, flowName, type RunContext, roundAt, type StorySteps, specAt } from "./run-context.ts";
import { type FlowShare, sharesIn } from "./share-stretch.ts";
import { FLOW_EVENT_NAMES, type Question } from "./story.ts";
import type { StoryBuilder } from "./story-builder.ts";
import { tallyOf } from "./stretch-tally.ts";

type JoinQuestion = Extract<Question, { kind: "join" }>;

/** A flow counts as having reached its share when its rate over one second is at least this fraction of the share. */
const REACHED = 0.9;
const MOMENT_S = 1;
/** Time within which flows count as starting at the same time. */
const TOGETHER_NS = NS_PER_S;

const END_WORDS: readonly string[] = ["a mark", "a loss", "a timeout", "its own rule"];

/** Explains how a flow joined. Yields between short steps of work. */
export function* joinStory(run: RunContext, question: JoinQuestion): StorySteps {
  const { flow } = question;
  const joined = run.network.flows[flow];
  if (joined === undefined || joined.startNs > run.untilNs) {
    throw new Error(`${capital(flowName(flow))} does not join in this run`);
  }
  const atNs = joined.startNs;
  const story = run.newStory(flow);
  story.moment(atNs, "joins", null, flow);
  sayCompany(story, run, flow, atNs);
  if (sayFirstOpening(story, run, flow, atNs)) {
    if (isTcp(run, flow, atNs)) sayEndOfGrowth(story, run, flow, atNs);
    else story.telling`It sends datagrams, which are not acknowledged: no mark or loss slows it down.`;
    yield* sayWay(story, run, flow, atNs);
  }
  const rtt = fact.duration(roundAt(run, flow, atNs / NS_PER_S), { kind: "path", of: "rtt", flow, atNs });
  story.pad(sentence`Without queues its round trip takes ${rtt}.`);
  const asked: Question = { ...question, atS: atNs / NS_PER_S };
  return story.finish(asked, `Start of ${flowName(flow)}`, atNs, neighbours(run, flow));
}

function sayCompany(story: StoryBuilder, run: RunContext, flow: number, atNs: number): void {
  const { network } = run;
  const spec = specAt(run, flow, atNs / NS_PER_S);
  const control = isTcp(run, flow, atNs) ? congestionControlById(spec.cc, run.scenario.programs) : null;
  const others = network.flows.filter(
    (one) => one.index !== flow && one.startNs <= atNs && one.stopNs > atNs,
  ).length;
  const beside =
    others === 0
      ? "alone"
      : sentence`beside ${fact.counted(others, "other", { kind: "others", flow, atNs })}`;
  story.needed`${capital(flowName(flow))} (${(control ?? trafficById(spec.traffic)).label}) joined at ${story.at(atNs, { kind: "joined", flow })}, ${beside}.`;
  if (control === null) return;
  const rule =
    customProgram(control.id, run.scenario.programs) !== undefined
      ? "its onAck says how cwnd grows"
      : "slow start: cwnd doubles in each round trip";
  story.rule("cc", control.id, rule);
}

function isTcp(run: RunContext, flow: number, atNs: number): boolean {
  const { traffic } = specAt(run, flow, atNs / NS_PER_S);
  return trafficById(traffic).transport === "tcp";
}

/** Adds the end of slow start. A custom control may have no slow start; then the first reduction counts as the end. */
function sayEndOfGrowth(story: StoryBuilder, run: RunContext, flow: number, atNs: number): void {
  const { cc } = specAt(run, flow, atNs / NS_PER_S);
  const isCustom = customProgram(cc, run.scenario.programs) !== undefined;
  const ends = (kind: number) => (isCustom ? isCut(kind) : kind < END_WORDS.length);
  const first = run.index.flowEvents.find(
    (one) => one.flow === flow && ends(one.kind) && one.timeNs >= atNs && one.timeNs <= run.untilNs,
  );
  if (first === undefined) {
    if (isCustom) story.telling`It has not cut its window yet.`;
    else story.telling`Its first slow start has not ended yet.`;
    return;
  }
  const { kind, before, after, timeNs } = first;
  const claim = { flow, atNs: timeNs, event: FLOW_EVENT_NAMES[kind] };
  const then =
    kind === FLOW_EVENT.slowStartExit
      ? ""
      : sentence`, which cut it to ${fact.segments(after, { kind: "after", ...claim })}`;
  const later = fact.duration(timeNs - atNs, { kind: "between", fromNs: atNs, toNs: timeNs });
  story.needed`${isCustom ? "Its window was first cut" : "Its first slow start ended"} at ${story.at(timeNs, { kind: "event", ...claim })}, ${later} later, at cwnd ${fact.number(before, "segments", { kind: "before", ...claim })}: by ${END_WORDS[kind]}${then}.`;
  story.moment(timeNs, isCustom ? "first cut" : "slow start ends", null, flow);
}

/**
 * Adds sentences on the interval from the flow's start to the next join of another flow, or to the end of the run. The fair share
 * is constant in this interval.
 */
function* sayWay(
  story: StoryBuilder,
  run: RunContext,
  flow: number,
  atNs: number,
): Generator<undefined, void> {
  const later = run.network.flows.map(({ startNs }) => startNs).filter((ns) => ns > atNs + TOGETHER_NS);
  const untilNs = Math.min(run.untilNs, ...later);
  if (untilNs <= atNs) return;
  const link = narrowestOf(run, flow, atNs / NS_PER_S);
  const tally = yield* tallyOf(run.make, link, atNs, untilNs);
  const own = sharesIn(run, tally).find((one) => one.flow === flow);
  if (own === undefined || Number.isNaN(own.fairBps)) return;
  const between = { flow, fromNs: atNs, toNs: untilNs };
  const until = story.at(untilNs, { kind: "bound", fromNs: atNs, toNs: untilNs });
  const got = fact.rate(own.rateBps, { kind: "rate", of: "in-order", ...between });
  if (own.isThin) {
    story.needed`Its traffic needs no more than its share, and got ${got} until ${until}.`;
    return;
  }
  story.needed`Its fair share of the path was ${fact.rate(own.fairBps, { kind: "fair-share", ...between })} then.`;
  story.telling`From its start to ${until} it got ${got} on average.`;
  sayArrival(story, run, own, atNs, untilNs);
}

/**
 * Adds the time at which the flow's rate over one second first came close to its share. The rate is computed from the samples of
 * the run.
 */
function sayArrival(
  story: StoryBuilder,
  run: RunContext,
  { flow, fairBps }: Pick<FlowShare, "flow" | "fairBps">,
  atNs: number,
  untilNs: number,
): void {
  const { intervalS, length, receivedBytes } = run.index.snapshot.samples;
  const received = receivedBytes[flow];
  const span = Math.round(MOMENT_S / intervalS);
  const first = Math.ceil(atNs / NS_PER_S / intervalS) + span;
  const last = Math.min(length - 1, Math.floor(untilNs / NS_PER_S / intervalS));
  if (received === undefined || first > last) return;
  let bestBps = 0;
  for (let i = first; i <= last; i++) {
    const bps = ((received[i] - received[i - span]) * 8) / (span * intervalS);
    bestBps = Math.max(bestBps, bps);
    if (bps < REACHED * fairBps) continue;
    const ns = Math.round(i * intervalS * NS_PER_S);
    const between = { fromNs: atNs, toNs: ns };
    const part = fact.share(REACHED, { kind: "reached", flow, ...between });
    story.needed`Over a second it first got ${part} of its share up to ${story.at(ns, { kind: "bound", ...between })}, ${fact.duration(ns - atNs, { kind: "between", ...between })} after its start.`;
    story.moment(ns, "has its share", null, flow);
    return;
  }
  const toNs = Math.round(last * intervalS * NS_PER_S);
  const best = fact.rate(bestBps, { kind: "best-second", flow, fromNs: atNs, toNs });
  story.needed`It did not reach ${fact.share(REACHED, { kind: "term", name: "constant" })} of its share in any second: ${best} was the most.`;
}

function neighbours({ network, untilNs }: RunContext, flow: number) {
  const order = network.flows
    .filter(({ startNs }) => startNs <= untilNs)
    .sort((a, b) => a.startNs - b.startNs || a.index - b.index);
  const at = order.findIndex(({ index }) => index === flow);
  const ask = (one: (typeof order)[number] | undefined): Question | null =>
    one === undefined ? null : { kind: "join", flow: one.index, atS: one.startNs / NS_PER_S };
  return { previous: ask(order[at - 1]), next: ask(order[at + 1]) };
}
