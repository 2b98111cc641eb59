/** Explains how busy a link was in an interval: compares the windows of its flows with its capacity. */
import { NS_PER_S, readNumber } from "../params/read.ts";
import { fact, type StoryPart, type StoryText, sentence } from "./facts.ts";
import { number } from "./formats.ts";
import { flowsOver } from "./path-now.ts";
import { capital, flowName, type RunContext, rateAt, roundAt } from "./run-context.ts";
import { NEEDED, type StoryBuilder } from "./story-builder.ts";
import type { FlowTally, MinMax, StretchTally } from "./stretch-tally.ts";

/** The interval that a question is about, with counts of the events in it. */
export interface AskedStretch {
  /** Index of the flow; null for all flows. */
  readonly flow: number | null;
  readonly link: number;
  readonly fromNs: number;
  readonly toNs: number;
  readonly tally: StretchTally;
}

// Sentences shared by all explanations of a time interval.

/** Adds the start of a sentence that names the interval, and returns it: "From 12.000 s to 14.000 s". */
export function saySpan(story: StoryBuilder, { fromNs, toNs }: AskedStretch): readonly StoryPart[] {
  const claim = { kind: "bound", fromNs, toNs } as const;
  return sentence`From ${story.at(fromNs, claim)} to ${story.at(toNs, claim)}`;
}

/** Returns a count as text: "once", "3 times". */
export const timesText = (count: number): string =>
  count === 1 ? "once" : count === 2 ? "twice" : `${number(count)} times`;

/** Returns the number of reductions as text: "never cut", "cut once". */
export function cutTimes({ fromNs, toNs }: AskedStretch, flow: number | null, count: number): StoryPart {
  const text = count === 0 ? "never cut" : `cut ${timesText(count)}`;
  return fact.as(text, count, "times", { kind: "cuts", flow, event: null, fromNs, toNs });
}

/** Returns a list: "a, b and c". */
export function listed(parts: readonly StoryText[]): readonly StoryPart[] {
  return parts.flatMap((part, i) => {
    const before = i === 0 ? "" : i === parts.length - 1 ? " and " : ", ";
    return [...sentence`${before}${part}`];
  });
}

/** Returns the link with the lowest rate on a flow's path; the first of them if several have the same rate. */
export function narrowestOf(run: RunContext, flow: number, atS: number): number {
  const { links, groups, flows } = run.network;
  const way = groups[flows[flow].group].forward.map((link) => links.indexOf(link));
  return way.reduce((best, one) => (rateAt(run, one, atS) < rateAt(run, best, atS) ? one : best));
}

// Sentences on the utilisation of the link.

/** Idle fraction below which the queue was empty only for short moments. */
const NOTABLE_IDLE = 0.02;

/** Returns the fraction of the interval in which the link had nothing to send, as a number from 0 to 1. */
function idleShare({ link, tally, fromNs, toNs }: AskedStretch): number {
  return tally.links[link].idleNs / (toNs - fromNs);
}

/** Adds a sentence on how long the link was idle, or that it was busy all the time. */
export function sayIdle(story: StoryBuilder, run: RunContext, asked: AskedStretch): void {
  const { link, fromNs, toNs, tally } = asked;
  const { pauses } = tally.links[link];
  const part = idleShare(asked);
  const name = capital(run.linkName(link));
  if (run.network.links[link].port.recording !== null) {
    story.needed`The capacity of ${run.linkName(link)} follows a recording and changes all the time, so its idle time is not given here.`;
  }
  if (Number.isNaN(part)) return;
  const claim = { kind: "idle", link, fromNs, toNs } as const;
  if (part === 0) story.needed`${name} was ${fact.as("busy all the time", 0, "share", claim)}.`;
  else if (part >= 1) story.needed`${name} was ${fact.as("idle all the time", 1, "share", claim)}.`;
  else if (pauses === 1)
    story.needed`${name} was idle for ${fact.share(part, claim)} of that time, in one pause.`;
  else {
    const waits = (tally.links[link].delay?.max ?? 0) > 0;
    const again = part > NOTABLE_IDLE && waits ? ", so the queue was empty again and again" : "";
    story.needed`${name} was idle for ${fact.share(part, claim)} of that time${again}.`;
  }
}

// Compares windows with the path. On an empty path, a window gives a rate of cwnd / RTT. If all RTTs are equal, the windows are
// compared with the number of segments that the path holds. Otherwise their rates are compared with the link's rate.

const BITS_PER_BYTE = 8;

/**
 * Adds a comparison of the windows with the path. `isSaid` is true if an earlier sentence states the range of the flow's own
 * window.
 */
export function sayWindows(
  story: StoryBuilder,
  run: RunContext,
  asked: AskedStretch,
  { weight = NEEDED, isSaid = false } = {},
): void {
  const path = pathIn(run, asked);
  if (path === null) {
    story.needed`No flow's data takes ${run.linkName(asked.link)}.`;
    return;
  }
  const whose = path.flows === 1 ? `The window of ${flowName(path.flow)} was` : "All windows together were";
  const isAlone = isSaid && path.flows === 1;
  const comparison = againstPath(asked, path, isAlone);
  if (comparison !== null) story.say(weight, ...sentence`${isAlone ? "" : `${whose} `}${comparison}`);
}

/**
 * Like `sayWindows`, for explanations of windows. The sentence is then less important, because the capacity of the path is not
 * the subject.
 */
export function sayTogether(story: StoryBuilder, run: RunContext, asked: AskedStretch): void {
  const { tally } = asked;
  if (tally.windows === null) return;
  const path = pathIn(run, asked);
  const comparison = path === null ? null : againstPath(asked, path);
  if (comparison !== null)
    story.needed`${saySpan(story, asked)} all windows over ${run.linkName(asked.link)} together were ${comparison}`;
}

interface PathIn {
  /** Number of flows over the link. `flow` is the index of the first of them. */
  readonly flows: number;
  readonly flow: number;
  /** RTT without queueing delay, if all these flows have the same one; null if the RTTs differ or one of them changes. */
  readonly roundNs: number | null;
  readonly rateBps: MinMax;
  readonly packetBits: number;
  /**
   * Start of a sentence about the path: "The path holds", or, if the link is not the slowest on the path, "In a round trip the
   * link Hop 1 carries".
   */
  readonly name: string;
}

/** Returns the values of the path in the interval; null if no flow uses the link. */
function pathIn(run: RunContext, { link, fromNs, toNs }: AskedStretch): PathIn | null {
  const { network } = run;
  const over = flowsOver(network, network.links[link]);
  if (over.length === 0) return null;
  const rounds = new Set(
    over.flatMap(({ index }) => [fromNs, toNs].map((ns) => roundAt(run, index, ns / NS_PER_S))),
  );
  const isNarrowest = narrowestOf(run, over[0].index, toNs / NS_PER_S) === link;
  return {
    name: isNarrowest ? "The path holds" : `In a round trip ${run.linkName(link)} carries`,
    flows: over.length,
    flow: over[0].index,
    roundNs: rounds.size === 1 ? [...rounds][0] : null,
    rateBps: ratesIn(run, link, fromNs / NS_PER_S, toNs / NS_PER_S),
    packetBits: (readNumber(network.tcp, "mss") + readNumber(network.tcp, "overhead")) * BITS_PER_BYTE,
  };
}

/** Returns the minimum and maximum rate of the link in an interval, from the samples of the run. Patterns are included. */
function ratesIn({ index }: RunContext, link: number, fromS: number, toS: number): MinMax {
  const { samples, links } = index.snapshot;
  const { rateBps } = links[link];
  const nearest = (s: number) => Math.min(rateBps.length - 1, Math.max(0, Math.round(s / samples.intervalS)));
  let [min, max] = [Number.POSITIVE_INFINITY, 0];
  for (let i = nearest(fromS); i <= nearest(toS); i++) {
    min = Math.min(min, rateBps[i]);
    max = Math.max(max, rateBps[i]);
  }
  return { min, max };
}

/**
 * Returns the comparison "44 to 90 segments. The path holds 83 segments without a queue: …"; null if the windows are
 * unknown.
 */
function againstPath(asked: AskedStretch, path: PathIn, isSaid = false): StoryText | null {
  const { tally, fromNs, toNs, link } = asked;
  const { windows, asked: rates } = tally;
  if (windows === null || rates === null) return null;
  const claim = { link, fromNs, toNs } as const;
  const { roundNs, rateBps, packetBits } = path;
  const range = rangeText(windows, (value, side) =>
    fact.number(value, "segments", { kind: "windows", of: side, ...claim }),
  );
  const unit = windows.min === windows.max && windows.max === 1 ? "segment" : "segments";
  if (roundNs !== null && rateBps.min === rateBps.max) {
    const bdp = (rateBps.min * roundNs) / NS_PER_S / packetBits;
    const holds = fact.wholeSegments(bdp, { kind: "holds", flow: path.flow, ...claim });
    const were = isSaid ? "" : sentence`${range} ${unit}. `;
    const verdict = verdictOf(asked, windows, bdp) || unusedVerdict(asked, bdp);
    return sentence`${were}${path.name} ${holds} without a queue${verdict}.`;
  }
  const askedText = rangeText(rates, (bps, side) => fact.rate(bps, { kind: "asked", of: side, ...claim }));
  const had = rangeText(rateBps, (bps, side) => fact.rate(bps, { kind: "link-rate", of: side, ...claim }));
  const bdpNow = rateBps.min === rateBps.max ? rateBps.min : Number.NaN;
  if (isSaid)
    return sentence`The window divided by its round-trip time without a queue is ${askedText}; the link has ${had}${verdictOf(asked, rates, bdpNow)}.`;
  return sentence`${range} ${unit}. Each window divided by its round-trip time without a queue gives ${askedText} together; the link has ${had}${verdictOf(asked, rates, bdpNow)}.`;
}

function rangeText({ min, max }: MinMax, text: (value: number, side: "min" | "max") => StoryPart): StoryText {
  const [least, most] = [text(min, "min"), text(max, "max")];
  return min === max ? least : sentence`${least} to ${most}`;
}

/** If the mean flight is below this fraction of cwnd, something other than cwnd limits the sender. */
const IN_USE = 0.8;

/** Returns true if the flow had about as many segments in flight as cwnd allowed. */
function isWindowInUse({ inFlight, readCwnd }: FlowTally): boolean {
  return !(inFlight < IN_USE * readCwnd);
}

/**
 * Returns the conclusion for a flow that is alone on the link and does not use its whole window. The number of segments in flight
 * then determines how busy the link is.
 */
function unusedVerdict(asked: AskedStretch, holds: number): string {
  const [alone, ...others] = asked.tally.flows;
  const isUnused = others.length === 0 && !isWindowInUse(alone) && alone.inFlight < holds;
  return isUnused && idleShare(asked) > 0
    ? ": with fewer in flight the link is idle for a part of each round trip"
    : "";
}

/**
 * Returns a conclusion from the windows if the link's idle time agrees with it, otherwise an empty text. They may disagree: after
 * a reduction more segments than cwnd may be in flight, and a sender may not use its whole window.
 */
function verdictOf(asked: AskedStretch, { min, max }: MinMax, holds: number): string {
  const part = idleShare(asked);
  const isInUse = asked.tally.flows.every(isWindowInUse);
  if (!isInUse || Number.isNaN(part)) return "";
  if (max < holds) return part > 0 ? ": with less the link is idle for a part of each round trip" : "";
  if (min >= holds) return part === 0 ? ": the excess waits in the queue" : "";
  if (Number.isNaN(holds) || part === 0) return "";
  return ": with less the link is idle for a part of each round trip, and with more the excess waits in the queue";
}
