/** What came of a flow that joined: its share, the end of its slow start, and whether it got there. */
import { congestionControlById, trafficById } from "../algorithms.ts";
import { NS_PER_S } from "../params/read.ts";
import { FLOW_EVENT } from "../trace/snapshot.ts";
import { Draft, NEEDED, TELLING } from "./draft.ts";
import { rateOf, sharesIn } from "./flow-share.ts";
import { sayFirstOpening } from "./handshake-phrases.ts";
import { roundAt, specAt } from "./in-force.ts";
import type { Question, Story } from "./story.ts";
import { capital, flowName, type Known } from "./telling.ts";
import { counted, duration, type Moments, number, rate, segments } from "./text.ts";

type JoinQuestion = Extract<Question, { kind: "join" }>;

/** A flow has its share once a second's rate is that much of it. */
const REACHED = 0.9;
const MOMENT_S = 1;
/** Flows that begin within so long of each other begin together. */
const TOGETHER_NS = NS_PER_S;

const END_WORDS: readonly string[] = ["a mark", "a loss", "a timeout", "its own rule"];

export function joinStory(known: Known, question: JoinQuestion): Story {
  const { flow } = question;
  const joined = known.network.flows[flow];
  if (joined === undefined || joined.startNs > known.untilNs) {
    throw new Error(`${capital(flowName(flow))} does not join in this run`);
  }
  const atNs = joined.startNs;
  const moments = known.moments(flow);
  const draft = new Draft();
  draft.moment(atNs, "joins", null, flow);
  sayCompany(draft, known, moments, flow, atNs);
  if (sayFirstOpening(draft, known, moments, flow, atNs)) {
    if (isTcp(known, flow, atNs)) sayEndOfSlowStart(draft, known, moments, flow, atNs);
    else draft.say(TELLING, "It sends datagrams, which nobody acknowledges: no mark or loss slows it down.");
    sayWay(draft, known, moments, flow, atNs);
  }
  draft.pad([
    `Without any queue its way there and back takes ${duration(roundAt(known, flow, atNs / NS_PER_S))}.`,
  ]);
  const asked: Question = { ...question, atS: atNs / NS_PER_S };
  return draft.finish(asked, `Start of ${flowName(flow)}`, atNs, neighbours(known, flow));
}

function sayCompany(draft: Draft, known: Known, moments: Moments, flow: number, atNs: number): void {
  const { network } = known;
  const spec = specAt(known, flow, atNs / NS_PER_S);
  const control = isTcp(known, flow, atNs) ? congestionControlById(spec.cc) : null;
  const others = network.flows.filter(
    (one) => one.index !== flow && one.startNs <= atNs && one.stopNs > atNs,
  ).length;
  const beside = others === 0 ? "alone" : `beside ${counted(others, "other")}`;
  draft.say(
    NEEDED,
    `${capital(flowName(flow))} (${(control ?? trafficById(spec.traffic)).label}) joined at `,
    moments.at(atNs),
    `, ${beside}.`,
  );
  if (control !== null) draft.rule("cc", control.id, "slow start: cwnd doubles in each round trip");
}

function isTcp(known: Known, flow: number, atNs: number): boolean {
  const { traffic } = specAt(known, flow, atNs / NS_PER_S);
  return trafficById(traffic).transport === "tcp";
}

function sayEndOfSlowStart(draft: Draft, known: Known, moments: Moments, flow: number, atNs: number): void {
  const first = known.survey.events.find(
    (one) =>
      one.flow === flow && one.kind < END_WORDS.length && one.timeNs >= atNs && one.timeNs <= known.untilNs,
  );
  if (first === undefined) {
    draft.say(TELLING, "Nothing has ended its slow start so far as is known.");
    return;
  }
  const { kind, before, after, timeNs } = first;
  const then = kind === FLOW_EVENT.slowStartExit ? "" : `, which cut it to ${segments(after)}`;
  draft.say(
    NEEDED,
    `Its first slow start ended at `,
    moments.at(timeNs),
    `, ${duration(timeNs - atNs)} later, at cwnd ${number(before)}: by ${END_WORDS[kind]}${then}.`,
  );
  draft.moment(timeNs, "slow start ends", null, flow);
}

/** From its start to that of the next one that does not begin with it, or to the end: there the share is one and the same. */
function sayWay(draft: Draft, known: Known, moments: Moments, flow: number, atNs: number): void {
  const later = known.network.flows.map(({ startNs }) => startNs).filter((ns) => ns > atNs + TOGETHER_NS);
  const untilNs = Math.min(known.untilNs, ...later);
  const [fromS, toS] = [atNs / NS_PER_S, untilNs / NS_PER_S];
  const own = sharesIn(known, fromS, toS).find((one) => one.flow === flow);
  if (own === undefined || Number.isNaN(own.fairBps)) return;
  if (own.isThin) {
    draft.say(
      NEEDED,
      `Its traffic asks for no more than its share, and got ${rate(own.rateBps)} until `,
      moments.at(untilNs),
      ".",
    );
    return;
  }
  draft.say(NEEDED, `Its fair share of the path was ${rate(own.fairBps)} then.`);
  draft.say(TELLING, `Up to `, moments.at(untilNs), ` it got ${rate(own.rateBps)} on average.`);
  if (toS - fromS < MOMENT_S) return;
  let bestBps = 0;
  for (let s = fromS + MOMENT_S; s <= toS; s += MOMENT_S / 10) {
    const bps = rateOf(known, flow, s - MOMENT_S, s);
    bestBps = Math.max(bestBps, bps);
    if (bps < REACHED * own.fairBps) continue;
    const ns = s * NS_PER_S;
    draft.say(
      NEEDED,
      `It first got ${number(REACHED * 100)} % of that over a second by `,
      moments.at(ns),
      `, ${duration(ns - atNs)} after its start.`,
    );
    draft.moment(ns, "has its share", null, flow);
    return;
  }
  draft.say(
    NEEDED,
    `Up to `,
    moments.at(untilNs),
    ` it did not get there: ${rate(bestBps)} was its best second.`,
  );
}

function neighbours({ network, untilNs }: Known, flow: number) {
  const order = network.flows
    .filter(({ startNs }) => startNs <= untilNs)
    .sort((a, b) => a.startNs - b.startNs || a.index - b.index);
  const at = order.findIndex(({ index }) => index === flow);
  const ask = (one: (typeof order)[number] | undefined): Question | null =>
    one === undefined ? null : { kind: "join", flow: one.index, atS: one.startNs / NS_PER_S };
  return { previous: ask(order[at - 1]), next: ask(order[at + 1]) };
}
