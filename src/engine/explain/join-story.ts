/** What came of a flow that joined: its share, the end of its slow start, and whether it got there. */
import { congestionControlById, trafficById } from "../algorithms.ts";
import { NS_PER_S } from "../params/read.ts";
import { FLOW_EVENT } from "../trace/snapshot.ts";
import { counted, duration, number, rate, segments } from "./formats.ts";
import { sayFirstOpening } from "./handshake-story.ts";
import { capital, flowName, type RunContext, roundAt, specAt } from "./run-context.ts";
import { rateOf, sharesIn } from "./share-stretch.ts";
import type { Question, Story } from "./story.ts";
import type { StoryBuilder } from "./story-builder.ts";

type JoinQuestion = Extract<Question, { kind: "join" }>;

/** A flow has its share once a second's rate is that much of it. */
const REACHED = 0.9;
const MOMENT_S = 1;
/** Flows that begin within so long of each other begin together. */
const TOGETHER_NS = NS_PER_S;

const END_WORDS: readonly string[] = ["a mark", "a loss", "a timeout", "its own rule"];

export function joinStory(run: RunContext, question: JoinQuestion): Story {
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
    if (isTcp(run, flow, atNs)) sayEndOfSlowStart(story, run, flow, atNs);
    else story.telling`It sends datagrams, which nobody acknowledges: no mark or loss slows it down.`;
    sayWay(story, run, flow, atNs);
  }
  story.pad([
    `Without any queue its way there and back takes ${duration(roundAt(run, flow, atNs / NS_PER_S))}.`,
  ]);
  const asked: Question = { ...question, atS: atNs / NS_PER_S };
  return story.finish(asked, `Start of ${flowName(flow)}`, atNs, neighbours(run, flow));
}

function sayCompany(story: StoryBuilder, run: RunContext, flow: number, atNs: number): void {
  const { network } = run;
  const spec = specAt(run, flow, atNs / NS_PER_S);
  const control = isTcp(run, flow, atNs) ? congestionControlById(spec.cc) : null;
  const others = network.flows.filter(
    (one) => one.index !== flow && one.startNs <= atNs && one.stopNs > atNs,
  ).length;
  const beside = others === 0 ? "alone" : `beside ${counted(others, "other")}`;
  story.needed`${capital(flowName(flow))} (${(control ?? trafficById(spec.traffic)).label}) joined at ${story.at(atNs)}, ${beside}.`;
  if (control !== null) story.rule("cc", control.id, "slow start: cwnd doubles in each round trip");
}

function isTcp(run: RunContext, flow: number, atNs: number): boolean {
  const { traffic } = specAt(run, flow, atNs / NS_PER_S);
  return trafficById(traffic).transport === "tcp";
}

function sayEndOfSlowStart(story: StoryBuilder, run: RunContext, flow: number, atNs: number): void {
  const first = run.index.events.find(
    (one) =>
      one.flow === flow && one.kind < END_WORDS.length && one.timeNs >= atNs && one.timeNs <= run.untilNs,
  );
  if (first === undefined) {
    story.telling`Nothing has ended its slow start so far as is known.`;
    return;
  }
  const { kind, before, after, timeNs } = first;
  const then = kind === FLOW_EVENT.slowStartExit ? "" : `, which cut it to ${segments(after)}`;
  story.needed`Its first slow start ended at ${story.at(timeNs)}, ${duration(timeNs - atNs)} later, at cwnd ${number(before)}: by ${END_WORDS[kind]}${then}.`;
  story.moment(timeNs, "slow start ends", null, flow);
}

/** From its start to that of the next one that does not begin with it, or to the end: there the share is one and the same. */
function sayWay(story: StoryBuilder, run: RunContext, flow: number, atNs: number): void {
  const later = run.network.flows.map(({ startNs }) => startNs).filter((ns) => ns > atNs + TOGETHER_NS);
  const untilNs = Math.min(run.untilNs, ...later);
  const [fromS, toS] = [atNs / NS_PER_S, untilNs / NS_PER_S];
  const own = sharesIn(run, fromS, toS).find((one) => one.flow === flow);
  if (own === undefined || Number.isNaN(own.fairBps)) return;
  if (own.isThin) {
    story.needed`Its traffic asks for no more than its share, and got ${rate(own.rateBps)} until ${story.at(untilNs)}.`;
    return;
  }
  story.needed`Its fair share of the path was ${rate(own.fairBps)} then.`;
  story.telling`Up to ${story.at(untilNs)} it got ${rate(own.rateBps)} on average.`;
  if (toS - fromS < MOMENT_S) return;
  let bestBps = 0;
  for (let s = fromS + MOMENT_S; s <= toS; s += MOMENT_S / 10) {
    const bps = rateOf(run, flow, s - MOMENT_S, s);
    bestBps = Math.max(bestBps, bps);
    if (bps < REACHED * own.fairBps) continue;
    const ns = s * NS_PER_S;
    story.needed`It first got ${number(REACHED * 100)} % of that over a second by ${story.at(ns)}, ${duration(ns - atNs)} after its start.`;
    story.moment(ns, "has its share", null, flow);
    return;
  }
  story.needed`Up to ${story.at(untilNs)} it did not get there: ${rate(bestBps)} was its best second.`;
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
