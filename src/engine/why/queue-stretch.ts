/** Why a queue is empty, or full, in a stretch: windows against what the path holds, and the cut before. */
import type { Flow } from "../flow.ts";
import { NS_PER_S, readNumber } from "../params/read.ts";
import { queueOfLink } from "../scenario/places.ts";
import { QUEUE_EVENT } from "../trace/snapshot.ts";
import { stateTexts } from "./algorithm-state.ts";
import { ASIDE, type Draft, NEEDED, TELLING } from "./draft.ts";
import { flowsOver } from "./path-now.ts";
import { extentOf, valueAt } from "./series.ts";
import type { AskedStretch } from "./share-stretch.ts";
import { capital, flowName, type Known } from "./telling.ts";
import { counted, duration, type Moments, number, rate, segments, share } from "./text.ts";

/** Idle for more than this part of the stretch: the queue counts as empty. */
const NOTABLE_IDLE = 0.02;
const NS_PER_MS = 1e6;

export function sayQueueStretch(
  draft: Draft,
  known: Known,
  moments: Moments,
  link: number,
  asked: AskedStretch,
): void {
  const { fromNs, toNs } = asked;
  const idle = known.survey.idle[link]?.idleNsWithin(fromNs, toNs) ?? toNs - fromNs;
  const part = idle / (toNs - fromNs);
  saySojourn(draft, known, moments, link, asked);
  if (part > NOTABLE_IDLE) {
    const name = capital(known.linkName(link));
    draft.say(
      NEEDED,
      `${name} stood idle for ${share(Math.min(1, part))} of that time, so the queue was empty again and again.`,
    );
  }
  sayWindows(draft, known, link, asked);
  sayLastCut(draft, known, moments, link, asked);
  saySignals(draft, known, link, asked);
  sayState(draft, known, link, asked);
}

function saySojourn(
  draft: Draft,
  known: Known,
  moments: Moments,
  link: number,
  { fromNs, toNs }: AskedStretch,
): void {
  const { sojournMs } = known.survey.snapshot.links[link].queue;
  const extent = extentOf(sojournMs, fromNs / NS_PER_S, toNs / NS_PER_S);
  const queue = known.queueName(link);
  if (extent === null) {
    draft.say(NEEDED, "From ", moments.at(fromNs), " to ", moments.at(toNs), ` no packet left ${queue}.`);
    return;
  }
  const target = targetMs(known, link);
  const beside = target === null ? "" : `; the target is ${duration(target * NS_PER_MS)}`;
  const [least, mean, most] = [extent.min, extent.mean, extent.max].map((ms) => duration(ms * NS_PER_MS));
  draft.say(
    NEEDED,
    "From ",
    moments.at(fromNs),
    " to ",
    moments.at(toNs),
    ` packets waited in ${queue} for ${mean} on average, ${least} at least and ${most} at most${beside}.`,
  );
}

/** As the queue's parameters are at first. */
function targetMs({ scenario, network }: Known, link: number): number | null {
  const { target } = queueOfLink(scenario, network.links[link].id).params;
  return typeof target === "number" ? target : null;
}

/** Looked at so many times: between two looks nothing is missed that a plot shows. */
const LOOKS = 200;

/** What the windows ask of the link without a queue, each over its round trip; 1 is just the link's rate. */
function fillsIn(known: Known, over: readonly Flow[], rateBps: number, asked: AskedStretch): number[] {
  const { network } = known;
  const packetBits = packetBitsOf(known);
  const fills: number[] = [];
  for (let i = 0; i <= LOOKS; i++) {
    const atS = (asked.fromNs + ((asked.toNs - asked.fromNs) * i) / LOOKS) / NS_PER_S;
    let bps = 0;
    for (const { index, group, startNs, stopNs } of over) {
      const trace = known.trace(index);
      if (startNs > atS * NS_PER_S || stopNs < atS * NS_PER_S) continue;
      const cwnd = trace === null ? Number.NaN : valueAt(trace.cwnd, atS);
      bps += (cwnd * packetBits * NS_PER_S) / network.groups[group].propagationNs;
    }
    if (Number.isFinite(bps)) fills.push(bps / rateBps);
  }
  return fills;
}

function sayWindows(draft: Draft, known: Known, link: number, asked: AskedStretch): void {
  const { network } = known;
  const over = flowsOver(network, network.links[link]);
  if (over.length === 0) {
    draft.say(NEEDED, `No flow's data takes ${known.linkName(link)}.`);
    return;
  }
  const { rateBps } = network.links[link].port;
  const fills = fillsIn(known, over, rateBps, asked);
  if (fills.length === 0) return;
  const [least, most] = [Math.min(...fills), Math.max(...fills)];
  const rttNs = network.groups[over[0].group].propagationNs;
  const areEqual = over.every(({ group }) => network.groups[group].propagationNs === rttNs);
  const bdp = (rateBps * rttNs) / NS_PER_S / packetBitsOf(known);
  const range = areEqual
    ? `${number(Math.round(least * bdp))} to ${segments(Math.round(most * bdp))}; the path holds ${number(Math.floor(bdp))}`
    : `for ${rate(least * rateBps)} to ${rate(most * rateBps)} without a queue; the link has ${rate(rateBps)}`;
  const whose = over.length === 1 ? `The window of ${flowName(over[0].index)}` : "All windows together";
  const who = `${whose} ${areEqual ? "made" : "asked"}`;
  draft.say(NEEDED, `${who} ${range}: ${verdictOf(least, most)}.`);
}

function verdictOf(least: number, most: number): string {
  if (most < 1) return "too little to keep the link busy";
  if (least >= 1) return "all that is beyond that waits in the queue";
  return "at its least too little to keep the link busy, at its most the rest waits in the queue";
}

const BITS_PER_BYTE = 8;

function packetBitsOf({ network: { tcp } }: Known): number {
  return (readNumber(tcp, "mss") + readNumber(tcp, "overhead")) * BITS_PER_BYTE;
}

function sayLastCut(
  draft: Draft,
  known: Known,
  moments: Moments,
  link: number,
  { fromNs, toNs }: AskedStretch,
): void {
  const { network, survey } = known;
  const isOver = (flow: number) =>
    network.groups[network.flows[flow].group].forward.includes(network.links[link]);
  const cuts = survey.events.filter(
    (one) => one.after < one.before && one.timeNs <= toNs && isOver(one.flow),
  );
  const before = cuts.filter(({ timeNs }) => timeNs <= fromNs);
  const last = before[before.length - 1] ?? cuts[0];
  if (last === undefined) {
    draft.say(TELLING, "No flow had cut its window until then.");
    return;
  }
  draft.say(
    NEEDED,
    last.timeNs <= fromNs ? "The last cut before was at " : "The first cut in it was at ",
    moments.at(last.timeNs),
    `: ${flowName(last.flow)} went from ${number(last.before)} to ${segments(last.after)}.`,
  );
  draft.moment(last.timeNs, `cwnd × ${number(last.after / last.before)}`, null, last.flow);
}

function saySignals(draft: Draft, known: Known, link: number, { fromNs, toNs }: AskedStretch): void {
  const within = known.survey.signals.filter(
    (one) => one.link === link && one.timeNs >= fromNs && one.timeNs <= toNs,
  );
  const marks = within.filter(({ kind }) => kind === QUEUE_EVENT.mark).length;
  const drops = within.length - marks;
  const { label } = known.network.links[link].definition;
  draft.say(
    TELLING,
    within.length === 0
      ? `${label} neither marked nor dropped a packet in this time.`
      : `In this time there were ${counted(marks, "mark")} and ${counted(drops, "drop")}.`,
  );
}

function sayState(draft: Draft, known: Known, link: number, { toNs }: AskedStretch): void {
  const { probes } = known.survey.snapshot.links[link].queue;
  const { id, label } = known.network.links[link].definition;
  const state = stateTexts(
    probes.map(({ probe }) => probe),
    (i) => valueAt(probes[i].series, toNs / NS_PER_S),
  );
  if (state.length === 0) return;
  draft.say(ASIDE, `At its end ${label} had ${state.join(", ")}.`);
  draft.rule("aqm", id, state.join(", "));
}
