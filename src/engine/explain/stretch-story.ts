/** Explains an interval of a plot. */
import type { CongestionControlCard } from "../cc/congestion-control.ts";
import { LOSS_STATE, SLOW_START } from "../cc/phases.ts";
import type { Phase } from "../params/param.ts";
import { NS_PER_MS, NS_PER_S } from "../params/read.ts";
import { congestionControlById } from "../registered.ts";
import type { SenderLimit } from "../tcp/sender.ts";
import { FLOW_EVENT, isCut, QUEUE_EVENT } from "../trace/snapshot.ts";
import { stateFormula, stateSentence, stateTerms } from "./algorithm-state.ts";
import { capitalized, fact, type StoryText, sentence } from "./facts.ts";
import { number, segments } from "./formats.ts";
import {
  type AskedStretch,
  cutTimes,
  listed,
  narrowestOf,
  sayIdle,
  saySpan,
  sayTogether,
  sayWindows,
  timesText,
} from "./link-stretch.ts";
import { capital, flowName, queueAt, type RunContext, type StorySteps, specAt } from "./run-context.ts";
import type { FlowFact } from "./run-index.ts";
import { sayShares } from "./share-stretch.ts";
import { FLOW_EVENT_NAMES, QUEUE_EVENT_NAMES, type Question } from "./story.ts";
import { ASIDE, NEEDED, type StoryBuilder, TELLING } from "./story-builder.ts";
import { type MinMax, type PhaseSpan, tallyOf } from "./stretch-tally.ts";

type StretchQuestion = Extract<Question, { kind: "stretch" }>;

const TITLES: Readonly<Record<StretchQuestion["of"], string>> = {
  queue: "Queue delay",
  cwnd: "Window",
  throughput: "Throughput",
  fairness: "Fairness",
};

/** Shortest interval that is explained (ns). A shorter one would contain too few events. */
const SHORTEST_NS = 1e6;

/** Explains an interval of a plot. Yields between short steps of work. */
export function* stretchStory(run: RunContext, question: StretchQuestion): StorySteps {
  const { of: quantity } = question;
  const { flows } = run.network;
  // In a run with a single flow, a question about all flows is a question about that flow.
  const flow =
    question.flow ?? (quantity !== "queue" && quantity !== "fairness" && flows.length === 1 ? 0 : null);
  const link =
    flow === null
      ? question.link
      : quantity === "queue"
        ? question.link
        : narrowestOf(run, flow, question.toS);
  const fromNs = Math.max(0, Math.round(question.fromS * NS_PER_S));
  const untilNs = Math.max(Math.min(Math.round(question.toS * NS_PER_S), run.untilNs), fromNs + SHORTEST_NS);
  const tally = yield* tallyOf(run.make, link, fromNs, untilNs);
  const asked: AskedStretch = { flow, link, tally, fromNs, toNs: tally.toNs };
  const story = run.newStory(flow ?? 0);
  story.moment(fromNs, "from", null, flow);
  story.moment(asked.toNs, "to", null, flow);
  if (quantity === "queue") {
    sayQueueStretch(story, run, asked);
    // A flow that is alone determines the queue: slow start fills it, recovery drains it.
    if (run.network.flows.length === 1)
      sayPhaseTimes(story, 0, asked, tally.flows[0].phases.length > 1 ? TELLING : ASIDE);
  } else if (quantity === "cwnd" && flow === null) sayAllWindows(story, run, asked);
  else if (quantity === "cwnd" && flow !== null) sayOneWindow(story, run, flow, asked);
  else {
    sayShares(story, run, asked, quantity === "fairness");
    if (flow !== null) sayPhaseTimes(story, flow, asked, run.network.flows.length === 1 ? TELLING : ASIDE);
  }
  padStretch(story, run, asked);
  const title =
    question.flow === null || quantity === "queue"
      ? TITLES[quantity]
      : `${TITLES[quantity]} of ${flowName(question.flow)}`;
  return story.finish(question, title, fromNs, { previous: null, next: null });
}

function padStretch(story: StoryBuilder, run: RunContext, asked: AskedStretch): void {
  const { fromNs, toNs, tally } = asked;
  const between = { fromNs, toNs };
  const cuts = tally.flows.flatMap(({ events }) => events.filter(({ kind }) => isCut(kind))).length;
  const whose = run.network.flows.length === 1 ? "The window was" : "The windows of all flows were";
  story.pad(
    sentence`The interval begins at ${story.at(fromNs, { kind: "bound", ...between })} and lasts ${fact.duration(toNs - fromNs, { kind: "between", ...between })}.`,
    sentence`${whose} ${cutTimes(asked, null, cuts)} in it.`,
  );
}

// Explains why a queue is empty or full in an interval. It compares the windows with the capacity of the path and mentions the
// last reduction.

function sayQueueStretch(story: StoryBuilder, run: RunContext, asked: AskedStretch): void {
  saySojourn(story, run, asked);
  sayIdle(story, run, asked);
  sayWindows(story, run, asked);
  sayLastCut(story, run, asked);
  saySignals(story, run, asked);
  sayState(story, asked);
}

function saySojourn(story: StoryBuilder, run: RunContext, asked: AskedStretch): void {
  const { fromNs, toNs, link, tally } = asked;
  const { delay } = tally.links[link];
  const queue = run.queueName(link);
  if (delay === null) {
    story.needed`${saySpan(story, asked)} no packet left ${queue}.`;
    return;
  }
  const { targetMs } = queueAt(run, link, toNs / NS_PER_S);
  const claim = { kind: "delay", link, fromNs, toNs } as const;
  const target =
    targetMs === null
      ? ""
      : fact.duration(targetMs * NS_PER_MS, { kind: "param", id: "target", link, atNs: toNs });
  const beside = target === "" ? "" : sentence`; the target is ${target}`;
  const mean = fact.duration(delay.mean, { ...claim, of: "mean" });
  const most = fact.duration(delay.max, { ...claim, of: "max" });
  const least = fact.duration(delay.min, { ...claim, of: "min" });
  const never = delay.min === 0 ? "" : sentence` No packet waited less than ${least}.`;
  if (delay.max === 0) {
    const none = fact.as("no packet had to wait", 0, "ns", { ...claim, of: "max" });
    story.needed`${saySpan(story, asked)} ${none} in ${queue}${beside}.`;
    return;
  }
  story.needed`${saySpan(story, asked)} packets waited in ${queue} for ${mean} on average, and for at most ${most}${beside}.${never}`;
}

function sayLastCut(story: StoryBuilder, run: RunContext, { fromNs, toNs, link }: AskedStretch): void {
  const { network, index } = run;
  const isOver = (flow: number) =>
    network.groups[network.flows[flow].group].forward.includes(network.links[link]);
  const cuts = index.flowEvents.filter(
    (one) => isCut(one.kind) && one.after < one.before && one.timeNs <= toNs && isOver(one.flow),
  );
  const before = cuts.filter(({ timeNs }) => timeNs < fromNs);
  const last = before[before.length - 1] ?? cuts[0];
  if (last === undefined) {
    story.telling`No flow had cut its window before.`;
    return;
  }
  const when = last.timeNs < fromNs ? "The last cut before that was" : "The first cut in this time was";
  story.needed`${when} at ${cutAt(story, last)}: ${flowName(last.flow)} went from ${cutText(last)}.`;
  story.moment(last.timeNs, `cwnd × ${number(last.after / last.before)}`, null, last.flow);
}

const eventName = (kind: number) => FLOW_EVENT_NAMES[kind];

function cutAt(story: StoryBuilder, { timeNs, flow, kind }: FlowFact) {
  return story.at(timeNs, { kind: "event", event: eventName(kind), flow, atNs: timeNs });
}

/** Returns the windows of a reduction as text: "90 to 45 segments". */
function cutText({ timeNs, flow, kind, before, after }: FlowFact): StoryText {
  const claim = { flow, atNs: timeNs, event: eventName(kind) };
  return sentence`${fact.number(before, "segments", { kind: "before", ...claim })} to ${fact.segments(after, { kind: "after", ...claim })}`;
}

function saySignals(story: StoryBuilder, run: RunContext, { fromNs, toNs, link, tally }: AskedStretch): void {
  const { signals } = tally.links[link];
  const { label } = queueAt(run, link, toNs / NS_PER_S);
  const packets = (kind: number, text = number(signals[kind])) =>
    fact.as(text, signals[kind], "packets", {
      kind: "stretch-signals",
      event: QUEUE_EVENT_NAMES[kind],
      link,
      fromNs,
      toNs,
    });
  const { mark, aqmDrop, overflowDrop, linkLoss } = QUEUE_EVENT;
  const marked = signals[mark];
  const dropped = signals[aqmDrop];
  const some = (kind: number) =>
    packets(kind, `${number(signals[kind])} packet${signals[kind] === 1 ? "" : "s"}`);
  const full = signals[overflowDrop] === 0 ? "" : sentence` ${some(overflowDrop)} found the queue full.`;
  const lost =
    signals[linkLoss] === 0
      ? ""
      : sentence` ${some(linkLoss)} ${signals[linkLoss] === 1 ? "was" : "were"} lost at random on the link.`;
  if (marked === 0 && dropped === 0 && full !== "") {
    // If packets were dropped because the queue was full, "neither marked nor dropped" would sound wrong.
    const gone = signals[overflowDrop] === 1 ? "was" : "were";
    const own = sentence`${label} sent ${packets(mark, "no mark")} and ${packets(aqmDrop, "no early drop")}`;
    story.telling`In this time ${some(overflowDrop)} found the queue full and ${gone} dropped; ${own}.${lost}`;
    return;
  }
  const [does, not] =
    marked === 0 && dropped === 0
      ? [sentence`${packets(mark, "neither marked")} ${packets(aqmDrop, "nor dropped")} a packet`, ""]
      : dropped === 0
        ? [sentence`marked ${some(mark)}`, sentence` and ${packets(aqmDrop, "dropped none")}`]
        : marked === 0
          ? [sentence`dropped ${some(aqmDrop)}`, sentence` and ${packets(mark, "marked none")}`]
          : [sentence`marked ${some(mark)}`, sentence` and dropped ${packets(aqmDrop)}`];
  story.telling`In this time ${label} ${does}${not}.${full}${lost}`;
}

/** Maximum number of values in a sentence. The rule below the sentences lists all of them. */
const MOST_TERMS = 3;

function sayState(story: StoryBuilder, { link, fromNs, toNs, tally }: AskedStretch): void {
  const { algorithm, label, probes, values } = tally.links[link];
  const terms = stateTerms(probes, (i) => values[i]);
  if (terms.length === 0) return;
  const stateText = stateSentence(label, terms.slice(0, MOST_TERMS), (id) => ({
    kind: "stretch-probe",
    id,
    link,
    fromNs,
    toNs,
  }));
  story.aside`At the end of this time ${stateText}.`;
  story.rule("aqm", algorithm, stateFormula(terms));
}

// Explains a flow's window in an interval: the reductions, the growth, and the limits of the window.

function sayOneWindow(story: StoryBuilder, run: RunContext, flow: number, asked: AskedStretch): void {
  const { tally } = asked;
  const { cwnd, events } = tally.flows[flow];
  if (cwnd === null) {
    story.needed`${saySpan(story, asked)} ${flowName(flow)} has no window: it sent nothing over TCP.`;
    return;
  }
  sayRange(story, flow, asked, cwnd);
  sayCuts(story, events, flow, asked);
  const hasOwnWords = sayPhases(story, run, flow, asked);
  sayGrowth(story, run, flow, asked);
  sayLimit(story, flow, asked);
  sayWindows(story, run, asked, { isSaid: true });
  if (!hasOwnWords) sayLaw(story, run, flow, asked);
}

function sayRange(story: StoryBuilder, flow: number, asked: AskedStretch, { min, max }: MinMax): void {
  const { fromNs, toNs, tally } = asked;
  const { first, last } = tally.flows[flow];
  const windowClaim = { kind: "window", flow, fromNs, toNs } as const;
  const cwnd = sentence`${saySpan(story, asked)} the cwnd of ${flowName(flow)}`;
  const most = fact.segments(max, { ...windowClaim, of: "max" });
  if (min === max) {
    story.needed`${cwnd} stayed at ${most}.`;
    return;
  }
  const ended = fact.segments(last, { ...windowClaim, of: "last" });
  const started = fact.number(first, "segments", { ...windowClaim, of: "first" });
  const went = Number.isNaN(first)
    ? sentence`came to ${ended}`
    : number(first) === number(last)
      ? sentence`was ${started} at the start and ${ended} at the end`
      : sentence`went from ${started} to ${ended}`;
  const least = fact.number(min, "segments", { ...windowClaim, of: "min" });
  story.needed`${cwnd} ${went}. Its minimum was ${least} and its maximum ${most}.`;
}

const CAUSES: readonly (readonly [number, string])[] = [
  [FLOW_EVENT.ecnReduction, "for a mark"],
  [FLOW_EVENT.lossReduction, "for a loss"],
  [FLOW_EVENT.rto, "by a timeout"],
];

function sayCuts(
  story: StoryBuilder,
  events: readonly FlowFact[],
  flow: number,
  { fromNs, toNs }: AskedStretch,
): void {
  const cuts = events.filter(({ kind }) => isCut(kind));
  const cutsClaim = { kind: "cuts", flow, fromNs, toNs } as const;
  if (cuts.length === 0) {
    story.needed`${fact.as("No mark, loss or timeout cut it", 0, "times", { ...cutsClaim, event: null })} in this time.`;
    return;
  }
  const causes = CAUSES.flatMap(([kind, why]): StoryText[] => {
    const count = cuts.filter((one) => one.kind === kind).length;
    if (count === 0) return [];
    return [
      sentence`${fact.as(timesText(count), count, "times", { ...cutsClaim, event: eventName(kind) })} ${why}`,
    ];
  });
  const [first] = cuts;
  story.needed`It was cut ${listed(causes)}. The first cut was at ${cutAt(story, first)}, from ${cutText(first)}.`;
  for (const { timeNs, before, after } of cuts.slice(0, MOST_MOMENTS)) {
    story.moment(timeNs, `cwnd × ${number(after / before)}`, null, flow);
  }
}

// The sender's phases, and which of them changed the window most.

/** Maximum number of phases that are listed one by one. With more, the share of the time of each kind of phase is given. */
const MOST_SPANS = 3;
/** A phase that lasts for less than this fraction of the interval is not named. */
const NOTABLE_SPAN = 0.005;
/** A phase gets its own sentence only if it changed cwnd by at least this fraction. */
const NOTABLE_MOVE = 0.1;

/** Adds sentences on the phases of the sender. Returns true if one of them is the control's own explanation of a phase. */
function sayPhases(story: StoryBuilder, run: RunContext, flow: number, asked: AskedStretch): boolean {
  const { phases } = asked.tally.flows[flow];
  if (phases.length === 0) return false;
  sayPhaseTimes(story, flow, asked, NEEDED);
  for (const { phase, fromNs } of phases.slice(1, 1 + MOST_MOMENTS))
    if (phases.length <= MOST_MOMENTS) story.moment(fromNs, phase.label, null, flow);
  const span = tellingSpan(phases);
  if (span === null) return sayFastPhase(story, asked, phases);
  const { id } = controlAt(run, flow, span.fromNs);
  sayMove(story, flow, span, phases);
  const at = story.at(span.fromNs, {
    ...(span.isEntered
      ? { kind: "enters", phase: span.phase.id, flow, atNs: span.fromNs }
      : { kind: "bound", fromNs: asked.fromNs, toNs: asked.toNs }),
  });
  story.quote(span.explanation, 1, { flow, atNs: span.fromNs }, sentence`At ${at}: `);
  const formula = span.explanation?.formula;
  if (formula !== undefined) story.rule("cc", id, formula);
  return true;
}

/** Phases in which cwnd grows faster than in congestion avoidance. The less usual one comes first. */
const FAST_PHASES: readonly Phase[] = [LOSS_STATE, SLOW_START];
/** A fast phase gets its own sentence if it takes at least this fraction of the interval. */
const NOTABLE_SHARE = 0.05;

/**
 * Adds a sentence on how cwnd changes in a fast phase. Returns false, and adds nothing, if the phase takes too small a part of
 * the interval.
 */
function sayFastPhase(
  story: StoryBuilder,
  { fromNs, toNs }: AskedStretch,
  phases: readonly PhaseSpan[],
): boolean {
  const lastsNs = (one: Phase) =>
    phases.filter(({ phase }) => phase === one).reduce((sum, span) => sum + span.toNs - span.fromNs, 0);
  const fast = FAST_PHASES.find((one) => lastsNs(one) >= NOTABLE_SHARE * (toNs - fromNs));
  // A flow that is in slow start all the time and does not grow is limited by something other than slow start.
  if (fast === undefined || phases.length === 1) return false;
  story.telling`${capital(fast.label)}: ${fast.help.charAt(0).toLowerCase()}${fast.help.slice(1)}`;
  return true;
}

/** Adds the times at which the sender was in each phase. */
function sayPhaseTimes(story: StoryBuilder, flow: number, asked: AskedStretch, weight: number): void {
  const { phases } = asked.tally.flows[flow];
  if (phases.length === 0) return;
  const times =
    phases.length <= MOST_SPANS ? phasesInTurn(story, flow, phases) : phaseShares(flow, asked, phases);
  story.say(weight, ...sentence`${capital(flowName(flow))} was ${times}.`);
}

const nounOf = ({ phase: { label, noun = label } }: Pick<PhaseSpan, "phase">) => noun;

/**
 * Returns the phases in order as text: "in slow start, from 12.407 s on in recovery, and from 12.510 s on in the
 * concave region".
 */
function phasesInTurn(story: StoryBuilder, flow: number, phases: readonly PhaseSpan[]): StoryText {
  // A phase that lasts only a short time at the start or end of the interval belongs to the time outside it. A flow that joined in
  // the interval is measured by its own time in it.
  const lastedNs = Math.max(...phases.map((span) => span.toNs)) - phases[0].fromNs;
  const told = phases.filter((span) => span.toNs - span.fromNs >= NOTABLE_SPAN * lastedNs);
  const [first, ...rest] = told.length === 0 ? phases : told;
  if (rest.length > 0) return listed([first, ...rest].map((span) => inPhase(story, flow, span)));
  if (!first.isEntered) return sentence`${inPhase(story, flow, first)} all the time`;
  const at = story.at(first.fromNs, { kind: "enters", phase: first.phase.id, flow, atNs: first.fromNs });
  return sentence`in ${nounOf(first)} from ${at} on`;
}

/** Returns a phase as text: "in slow start", "from 12.407 s on in recovery". */
function inPhase(story: StoryBuilder, flow: number, span: PhaseSpan): StoryText {
  const { phase, fromNs: atNs, isEntered } = span;
  const claim = { phase: phase.id, flow, atNs };
  if (isEntered) return sentence`from ${story.at(atNs, { kind: "enters", ...claim })} on in ${nounOf(span)}`;
  return sentence`in ${fact.as(nounOf(span), 1, "times", { kind: "in-phase", ...claim })}`;
}

/**
 * Returns the shares of the phases as text: "in PROBE_BW CRUISE for 75 % of the time, in PROBE_BW UP for 13 % and in
 * PROBE_BW DOWN for 12 %".
 */
function phaseShares(flow: number, { fromNs, toNs }: AskedStretch, phases: readonly PhaseSpan[]): StoryText {
  const lasts = new Map<Phase, number>();
  for (const { phase, fromNs: from, toNs: to } of phases)
    lasts.set(phase, (lasts.get(phase) ?? 0) + to - from);
  const shares = [...lasts].sort(([, one], [, other]) => other - one);
  const parts = shares.map(([phase, ns], i) => {
    const claim = { kind: "phase-share", phase: phase.id, flow, fromNs, toNs } as const;
    const part = fact.share(ns / (toNs - fromNs), claim);
    return sentence`in ${nounOf({ phase })} for ${part}${i === 0 ? " of the time" : ""}`;
  });
  return listed(parts);
}

/** Returns the phase that changed cwnd most, among those with an explanation; null if there is none. */
function tellingSpan(phases: readonly PhaseSpan[]): PhaseSpan | null {
  const worded = phases.filter(({ explanation }) => explanation !== null);
  const sizeOf = ({ first, last, toNs, fromNs }: PhaseSpan) =>
    (Number.isNaN(first) ? 0 : Math.abs(last - first)) + (toNs - fromNs) * TIE;
  return worded.reduce<PhaseSpan | null>(
    (best, span) => (best === null || sizeOf(span) > sizeOf(best) ? span : best),
    null,
  );
}

/** Decides between phases that changed cwnd by the same amount: the longer one is preferred. */
const TIE = 1e-15;

function sayMove(
  story: StoryBuilder,
  flow: number,
  { phase, fromNs, toNs, first, last }: PhaseSpan,
  phases: readonly PhaseSpan[],
): void {
  if (phases.length === 1 || !(Math.abs(last - first) >= NOTABLE_MOVE * Math.max(first, last))) return;
  const until = phases.at(-1)?.toNs === toNs ? toNs : toNs - 1;
  const windowClaim = { kind: "window", flow, fromNs, toNs: until } as const;
  const from = fact.number(first, "segments", { ...windowClaim, of: "first" });
  const to = fact.segments(last, { ...windowClaim, of: "last" });
  const noun = capital(phase.noun ?? phase.label);
  story.needed`${noun} took cwnd from ${from} to ${to}.`;
}

const MOST_MOMENTS = 8;
/** If the interval has fewer round trips than this, growth per round trip is not stated. */
const LEAST_ROUNDS = 2;

function sayGrowth(story: StoryBuilder, run: RunContext, flow: number, asked: AskedStretch): void {
  const { fromNs, toNs, tally } = asked;
  const { label, id, ownsCwnd } = controlAt(run, flow, toNs);
  if (ownsCwnd === true) return;
  const { first, last, events, srttNs: roundNs } = tally.flows[flow];
  const grown = last - first + takenBy(events);
  const rounds = (toNs - fromNs) / roundNs;
  if (!(grown > 0) || !(rounds >= LEAST_ROUNDS)) return;
  const growthClaim = { kind: "growth", flow, fromNs, toNs } as const;
  const all = fact.segments(grown, { ...growthClaim, per: "stretch" });
  const each = fact.number(grown / rounds, "segments", { ...growthClaim, per: "round-trip" });
  const began = run.index.flowEvents.some((one) => one.flow === flow && one.timeNs < fromNs);
  const start = began ? "" : ", slow start included";
  story.telling`${label} made it grow by ${all} in all, about ${each} per round trip of ${fact.duration(roundNs, { kind: "srtt", flow, fromNs, toNs })}${start}.`;
  story.rule("cc", id, `about +${number(grown / rounds)} segments per round trip`);
}

/** Returns the number of segments removed by reductions, minus those restored by undoing reductions. */
function takenBy(events: readonly FlowFact[]): number {
  return events.reduce(
    (sum, { before, after, kind }) => sum + (isCut(kind) || kind === FLOW_EVENT.undo ? before - after : 0),
    0,
  );
}

function sayLimit(story: StoryBuilder, flow: number, { fromNs, toNs, tally }: AskedStretch): void {
  const { inFlight, limits } = tally.flows[flow];
  const times = Object.values(limits).reduce((sum, count) => sum + count, 0);
  if (Number.isNaN(inFlight) || times === 0) return;
  const claim = { kind: "under-way-mean", flow, fromNs, toNs } as const;
  const mean = fact.as(segments(Math.round(inFlight)), inFlight, "segments", claim);
  const held = (Object.entries(limits) as [SenderLimit, number][])
    .filter(([, count]) => count > 0)
    .sort(([, one], [, other]) => other - one)
    .map(([by, count]) => ({
      words: LIMIT_WORDS[by],
      part: fact.share(count / times, { kind: "limited", by, flow, fromNs, toNs }),
    }));
  const [most, ...rest] = held;
  const others = rest.map(({ words, part }) => sentence`${words} after ${part}`);
  const alone = rest.length === 0 ? "" : sentence` after ${most.part} of the ACKs, ${listed(others)}`;
  story.needed`On average ${mean} were in flight, and ${most.words} held the sender back${alone}.`;
}

const LIMIT_WORDS: Readonly<Record<SenderLimit, string>> = {
  cwnd: "cwnd",
  pacing: "pacing",
  "receive window": "the receiver's window",
  application: "the application, which had nothing more to send,",
};

/** Adds the control's rule in the words of its declaration. */
function sayLaw(story: StoryBuilder, run: RunContext, flow: number, { toNs }: AskedStretch): void {
  const { label, summary } = controlAt(run, flow, toNs);
  story.aside`The law of ${label}: ${summary}`;
}

function sayAllWindows(story: StoryBuilder, run: RunContext, asked: AskedStretch): void {
  const { fromNs, toNs, tally } = asked;
  const having = tally.flows.flatMap(({ cwnd, last, events }, flow) =>
    cwnd === null ? [] : [{ flow, last, events }],
  );
  if (having.length === 0) {
    story.needed`${saySpan(story, asked)} no flow has a window: none sent anything over TCP.`;
    return;
  }
  sayTogether(story, run, asked);
  const sorted = [...having].sort((a, b) => a.last - b.last);
  const [least, most] = [sorted[0], sorted[sorted.length - 1]];
  const lastOf = ({ flow, last }: typeof least) =>
    fact.segments(last, { kind: "window", of: "last", flow, fromNs, toNs });
  if (least !== most)
    story.needed`At the end of this time ${flowName(least.flow)} had the smallest window, ${lastOf(least)}, and ${flowName(most.flow)} the largest, ${lastOf(most)}.`;
  const cutsOf = ({ events }: typeof least) => events.filter(({ kind }) => isCut(kind)).length;
  const named = having.length <= MOST_TOLD ? having : [least, most];
  const cuts = named.map(
    (one) => sentence`${flowName(one.flow)} was ${cutTimes(asked, one.flow, cutsOf(one))}`,
  );
  story.needed`${capitalized(listed(cuts))}.`;
  story.aside`Choose one flow to get an explanation of its window alone.`;
}

const MOST_TOLD = 3;

/** Returns the declaration of the flow's congestion control at that time. */
function controlAt(run: RunContext, flow: number, atNs: number): CongestionControlCard {
  return congestionControlById(specAt(run, flow, atNs / NS_PER_S).cc, run.scenario.programs);
}
