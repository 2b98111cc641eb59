/** Why a stretch of a plot looks as it does. */
import { congestionControlById } from "../algorithms.ts";
import type { Flow } from "../flow.ts";
import { NS_PER_MS, NS_PER_S, readNumber } from "../params/read.ts";
import { FLOW_EVENT, type FlowTrace, isCut, QUEUE_EVENT } from "../trace/snapshot.ts";
import { stateFormula, stateSentence, stateTerms } from "./algorithm-state.ts";
import { counted, duration, number, rate, segments, share } from "./formats.ts";
import { flowsOver } from "./path-now.ts";
import {
  capital,
  extentOf,
  flowName,
  queueAt,
  type RunContext,
  rateAt,
  roundAt,
  specAt,
  valueAt,
} from "./run-context.ts";
import type { FlowFact } from "./run-index.ts";
import { type AskedStretch, sayShares } from "./share-stretch.ts";
import type { Question, Story } from "./story.ts";
import { NEEDED, type StoryBuilder, TELLING } from "./story-builder.ts";

type StretchQuestion = Extract<Question, { kind: "stretch" }>;

const TITLES: Readonly<Record<StretchQuestion["of"], string>> = {
  queue: "Delay of the queue",
  cwnd: "Window",
  throughput: "Throughput",
  fairness: "Fairness",
};

/** Shorter ones hold too little to tell of. */
const SHORTEST_NS = 1e6;

export function stretchStory(run: RunContext, question: StretchQuestion): Story {
  const { of, flow, link } = question;
  const fromNs = Math.max(0, question.fromS * NS_PER_S);
  const toNs = Math.max(Math.min(question.toS * NS_PER_S, run.untilNs), fromNs + SHORTEST_NS);
  const asked: AskedStretch = { flow, fromNs, toNs };
  const story = run.newStory(flow ?? 0);
  story.moment(fromNs, "from", null, flow);
  story.moment(toNs, "to", null, flow);
  if (of === "queue") sayQueueStretch(story, run, link, asked);
  else if (of === "cwnd" && flow !== null) sayCwndStretch(story, run, flow, asked);
  else sayShares(story, run, asked);
  padStretch(story, run, asked);
  const title = flow === null ? TITLES[of] : `${TITLES[of]} of ${flowName(flow)}`;
  return story.finish(question, title, fromNs, { previous: null, next: null });
}

function padStretch(
  story: StoryBuilder,
  { network, index }: RunContext,
  { fromNs, toNs }: AskedStretch,
): void {
  const cuts = index.events.filter(({ timeNs }) => timeNs >= fromNs && timeNs <= toNs).length;
  const times = cuts === 1 ? "once" : counted(cuts, "time");
  story.pad(
    ["The stretch begins at ", story.at(fromNs), ` and lasts ${duration(toNs - fromNs)}.`],
    [`Windows were cut ${times} in it, of ${counted(network.flows.length, "flow")}.`],
  );
}

// Why a queue is empty, or full, in a stretch: windows against what the path holds, and the cut before.

/** Idle for more than this part of the stretch: the queue counts as empty. */
const NOTABLE_IDLE = 0.02;

function sayQueueStretch(story: StoryBuilder, run: RunContext, link: number, asked: AskedStretch): void {
  const { fromNs, toNs } = asked;
  const idle = run.index.idle[link]?.idleNsWithin(fromNs, toNs) ?? toNs - fromNs;
  const part = idle / (toNs - fromNs);
  saySojourn(story, run, link, asked);
  if (part > NOTABLE_IDLE) {
    const name = capital(run.linkName(link));
    story.needed`${name} stood idle for ${share(Math.min(1, part))} of that time, so the queue was empty again and again.`;
  }
  sayWindows(story, run, link, asked);
  sayLastCut(story, run, link, asked);
  saySignals(story, run, link, asked);
  sayState(story, run, link, asked);
}

function saySojourn(
  story: StoryBuilder,
  run: RunContext,
  link: number,
  { fromNs, toNs }: AskedStretch,
): void {
  const { sojournMs } = run.index.snapshot.links[link].queue;
  const extent = extentOf(sojournMs, fromNs / NS_PER_S, toNs / NS_PER_S);
  const queue = run.queueName(link);
  if (extent === null) {
    story.needed`From ${story.at(fromNs)} to ${story.at(toNs)} no packet left ${queue}.`;
    return;
  }
  const { targetMs } = queueAt(run, link, toNs / NS_PER_S);
  const beside = targetMs === null ? "" : `; the target is ${duration(targetMs * NS_PER_MS)}`;
  const [least, mean, most] = [extent.min, extent.mean, extent.max].map((ms) => duration(ms * NS_PER_MS));
  story.needed`From ${story.at(fromNs)} to ${story.at(toNs)} packets waited in ${queue} for ${mean} on average, ${least} at least and ${most} at most${beside}.`;
}

function sayLastCut(
  story: StoryBuilder,
  run: RunContext,
  link: number,
  { fromNs, toNs }: AskedStretch,
): void {
  const { network, index } = run;
  const isOver = (flow: number) =>
    network.groups[network.flows[flow].group].forward.includes(network.links[link]);
  const cuts = index.events.filter((one) => one.after < one.before && one.timeNs <= toNs && isOver(one.flow));
  const before = cuts.filter(({ timeNs }) => timeNs <= fromNs);
  const last = before[before.length - 1] ?? cuts[0];
  if (last === undefined) {
    story.telling`No flow had cut its window until then.`;
    return;
  }
  story.say(
    NEEDED,
    last.timeNs <= fromNs ? "The last cut before was at " : "The first cut in it was at ",
    story.at(last.timeNs),
    `: ${flowName(last.flow)} went from ${number(last.before)} to ${segments(last.after)}.`,
  );
  story.moment(last.timeNs, `cwnd × ${number(last.after / last.before)}`, null, last.flow);
}

function saySignals(
  story: StoryBuilder,
  run: RunContext,
  link: number,
  { fromNs, toNs }: AskedStretch,
): void {
  const within = run.index.signals.filter(
    (one) => one.link === link && one.timeNs >= fromNs && one.timeNs <= toNs,
  );
  const marks = within.filter(({ kind }) => kind === QUEUE_EVENT.mark).length;
  const drops = within.length - marks;
  const { label } = queueAt(run, link, toNs / NS_PER_S);
  story.say(
    TELLING,
    within.length === 0
      ? `${label} neither marked nor dropped a packet in this time.`
      : `In this time there were ${counted(marks, "mark")} and ${counted(drops, "drop")}.`,
  );
}

function sayState(story: StoryBuilder, run: RunContext, link: number, { toNs }: AskedStretch): void {
  const { probes } = run.index.snapshot.links[link].queue;
  const { id, label } = queueAt(run, link, toNs / NS_PER_S);
  // Probes are those of the last discipline (trace/recorder.ts).
  if (id !== run.network.links[link].definition.id) return;
  const state = stateTerms(
    probes.map(({ probe }) => probe),
    (i) => valueAt(probes[i].series, toNs / NS_PER_S),
  );
  if (state.length === 0) return;
  story.aside`At its end ${stateSentence(label, state)}.`;
  story.rule("aqm", id, stateFormula(state));
}

// What the windows of the flows over a link asked of it in a stretch, against what it can carry.

const BITS_PER_BYTE = 8;
/** Looked at so many times: between two looks nothing is missed that a plot shows. */
const LOOKS = 200;

function sayWindows(story: StoryBuilder, run: RunContext, link: number, asked: AskedStretch): void {
  const { network } = run;
  const over = flowsOver(network, network.links[link]);
  if (over.length === 0) {
    story.needed`No flow's data takes ${run.linkName(link)}.`;
    return;
  }
  const middleS = (asked.fromNs + asked.toNs) / 2 / NS_PER_S;
  const roundsNs = over.map(({ index }) => roundAt(run, index, middleS));
  const looks = looksAt(run, link, over, roundsNs, asked);
  if (looks.length === 0) return;
  const parts = looks.map(({ askedBps, rateBps }) => askedBps / rateBps);
  const [least, most] = [Math.min(...parts), Math.max(...parts)];
  const whose = over.length === 1 ? `The window of ${flowName(over[0].index)}` : "All windows together";
  const rates = looks.map(({ rateBps }) => rateBps);
  const isPlain = roundsNs.every((ns) => ns === roundsNs[0]) && rates.every((bps) => bps === rates[0]);
  const range = isPlain
    ? inSegments(run, least, most, rates[0], roundsNs[0])
    : inRates(
        looks.map(({ askedBps }) => askedBps),
        rates,
      );
  story.needed`${whose} ${range}: ${verdictOf(least, most)}.`;
}

interface Look {
  /** Each window over its round trip. */
  readonly askedBps: number;
  readonly rateBps: number;
}

/** None where a flow without a recorded window is among them. */
function looksAt(
  run: RunContext,
  link: number,
  over: readonly Flow[],
  roundsNs: readonly number[],
  { fromNs, toNs }: AskedStretch,
): Look[] {
  const traces = over.map(({ index }) => run.trace(index));
  const packetBits = packetBitsOf(run);
  const looks: Look[] = [];
  for (let i = 0; i <= LOOKS && !traces.includes(null); i++) {
    const atNs = fromNs + ((toNs - fromNs) * i) / LOOKS;
    const atS = atNs / NS_PER_S;
    let askedBps = 0;
    for (const [j, { startNs, stopNs }] of over.entries()) {
      const trace = traces[j];
      if (trace === null || startNs > atNs || stopNs < atNs) continue;
      askedBps += (valueAt(trace.cwnd, atS) * packetBits * NS_PER_S) / roundsNs[j];
    }
    if (Number.isFinite(askedBps)) looks.push({ askedBps, rateBps: rateAt(run, link, atS) });
  }
  return looks;
}

function packetBitsOf({ network: { tcp } }: RunContext): number {
  return (readNumber(tcp, "mss") + readNumber(tcp, "overhead")) * BITS_PER_BYTE;
}

function inSegments(run: RunContext, least: number, most: number, rateBps: number, roundNs: number): string {
  const bdp = (rateBps * roundNs) / NS_PER_S / packetBitsOf(run);
  const [low, high] = [Math.round(least * bdp), Math.round(most * bdp)];
  return `made ${number(low)} to ${segments(high)}; the path holds ${number(Math.floor(bdp))}`;
}

function inRates(asked: readonly number[], rates: readonly number[]): string {
  const [low, high] = [Math.min(...rates), Math.max(...rates)];
  const has = low === high ? rate(low) : `${rate(low)} to ${rate(high)}`;
  const range = `${rate(Math.min(...asked))} to ${rate(Math.max(...asked))}`;
  return `asked for ${range} without a queue; the link had ${has}`;
}

function verdictOf(least: number, most: number): string {
  if (most < 1) return "too little to keep the link busy";
  if (least >= 1) return "all that is beyond that waits in the queue";
  return "at its least too little to keep the link busy, at its most the rest waits in the queue";
}

// How a flow's window went in a stretch: what cut it, how it grew, and what held it back.

/** Of cwnd: with so much less under way something else holds the sender back. */
const IN_USE = 0.8;

function sayCwndStretch(story: StoryBuilder, run: RunContext, flow: number, asked: AskedStretch): void {
  const [fromS, toS] = [asked.fromNs / NS_PER_S, asked.toNs / NS_PER_S];
  const trace = run.trace(flow);
  const extent = trace === null ? null : extentOf(trace.cwnd, fromS, toS);
  const who = capital(flowName(flow));
  if (trace === null || extent === null) {
    story.needed`Of ${flowName(flow)} no window is recorded from ${story.at(asked.fromNs)} to ${story.at(asked.toNs)}.`;
    return;
  }
  const [first, last] = [valueAt(trace.cwnd, fromS), valueAt(trace.cwnd, toS)];
  const began = Number.isNaN(first) ? "" : ` from ${number(first)}`;
  story.say(
    NEEDED,
    `${who}'s cwnd went${began} to ${segments(last)} between `,
    story.at(asked.fromNs),
    " and ",
    story.at(asked.toNs),
    `: ${number(extent.min)} at least, ${number(extent.max)} at most.`,
  );
  const events = run.index.events.filter(
    (one) => one.flow === flow && one.timeNs >= asked.fromNs && one.timeNs <= asked.toNs,
  );
  sayCuts(story, events);
  sayGrowth(story, run, trace, asked, events, last - first);
  sayLimit(story, trace, who, fromS, toS);
}

function sayCuts(story: StoryBuilder, events: readonly FlowFact[]): void {
  const cuts = events.filter(({ kind }) => isCut(kind));
  const count = (kind: number) => cuts.filter((one) => one.kind === kind).length;
  if (cuts.length === 0) {
    story.needed`Nothing cut it in this time.`;
    return;
  }
  const parts = [
    counted(count(FLOW_EVENT.ecnReduction), "mark"),
    `${number(count(FLOW_EVENT.lossReduction))} ${count(FLOW_EVENT.lossReduction) === 1 ? "loss" : "losses"}`,
    counted(count(FLOW_EVENT.rto), "timeout"),
  ];
  const [first] = cuts;
  story.needed`It was cut for ${parts[0]}, ${parts[1]} and ${parts[2]}, first at ${story.at(first.timeNs)}: from ${number(first.before)} to ${segments(first.after)}.`;
  for (const { timeNs, before, after, flow } of cuts.slice(0, MOST_MOMENTS)) {
    story.moment(timeNs, `cwnd × ${number(after / before)}`, null, flow);
  }
}

const MOST_MOMENTS = 8;

function sayGrowth(
  story: StoryBuilder,
  run: RunContext,
  trace: FlowTrace,
  { fromNs, toNs }: AskedStretch,
  events: readonly FlowFact[],
  gain: number,
): void {
  const { flow } = trace;
  const { cc } = specAt(run, flow, toNs / NS_PER_S);
  const { label, id } = congestionControlById(cc);
  const lost = events.reduce(
    (sum, { before, after, kind }) => sum + (isCut(kind) || kind === FLOW_EVENT.undo ? before - after : 0),
    0,
  );
  const measuredMs = extentOf(trace.srttMs, fromNs / NS_PER_S, toNs / NS_PER_S)?.mean;
  const roundNs = measuredMs === undefined ? roundAt(run, flow, toNs / NS_PER_S) : measuredMs * NS_PER_MS;
  const perRound = (gain + lost) / Math.max(1, (toNs - fromNs) / roundNs);
  if (!Number.isFinite(perRound)) return;
  const grew = `${label} made it grow by ${segments(Math.max(0, gain + lost))} in all`;
  story.needed`${grew}, about ${number(Math.max(0, perRound))} per round trip of ${duration(roundNs)}.`;
  story.rule("cc", id, `about +${number(Math.max(0, perRound))} segments per round trip`);
}

function sayLimit(story: StoryBuilder, trace: FlowTrace, who: string, fromS: number, toS: number): void {
  const [used, cwnd] = [extentOf(trace.inflight, fromS, toS), extentOf(trace.cwnd, fromS, toS)];
  if (used === null || cwnd === null) return;
  const under = `${segments(Math.round(used.mean))} under way on average`;
  story.say(
    TELLING,
    used.mean >= IN_USE * cwnd.mean
      ? `${who} had ${under}: cwnd is what limits it.`
      : `${who} had ${under}, less than cwnd: the application, the receiver's window or pacing holds it back.`,
  );
}
