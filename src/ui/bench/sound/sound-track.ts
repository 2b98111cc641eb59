/**
 * What there is to hear of a run, from values to sound: pure functions. As in other audio graphs time stays time and a value
 * is a pitch; a pitch is heard by ratios, and so is a window: what halves cwnd sounds the same wherever it happens.
 */

import { FLOW_EVENT, QUEUE_EVENT } from "../../../engine/index.ts";
import { valueAt } from "../../shared/chart/series.ts";
import { firstAtOrAfter } from "../../shared/chart/symbols.ts";
import type { RunView } from "../../state/run-view.ts";
import { watchedLink } from "../../state/run-view.ts";

export type TickKind = "mark" | "loss" | "timeout";

interface Tick {
  readonly atS: number;
  readonly kind: TickKind;
}

/** A window, the watched link's delay, and what happened, at any time. */
export interface SoundTrack {
  /** In segments; NaN where there is none. */
  windowAt(timeS: number): number;
  /** In ms; NaN where no packet has left the queue yet. */
  delayAt(timeS: number): number;
  /** From a time on and before another one, in order. */
  ticksIn(fromS: number, toS: number): Tick[];
  /** Null where there is no window. */
  readonly reach: Reach | null;
  /** Out to a power of two; 0 where nothing has waited. */
  readonly longestMs: number;
}

type Heard = Pick<RunView, "snapshot" | "link">;

/** `flow`: whose window and events; null: all recorded windows together, and everybody's events. */
export function soundTrack(run: Heard, flow: number | null): SoundTrack {
  const windows = run.snapshot.flows
    .filter((trace) => flow === null || trace.flow === flow)
    .map(({ cwnd }) => cwnd);
  const { sojournMs } = watchedLink(run).queue;
  const windowAt = (timeS: number) => {
    let sum = 0;
    for (const cwnd of windows) sum += valueAt(cwnd, timeS) || 0;
    return sum > 0 ? sum : Number.NaN;
  };
  const delayAt = (timeS: number) => valueAt(sojournMs, timeS);
  const [lowest, highest] = extremes(windowAt, run.snapshot.nowS);
  const [, longest] = extremes(delayAt, run.snapshot.nowS);
  return {
    windowAt,
    delayAt,
    ticksIn: (fromS, toS) => ticksIn(run, flow, fromS, toS),
    reach: roundReach(lowest, highest),
    longestMs: longest > 0 ? 2 ** Math.ceil(Math.log2(longest)) : 0,
  };
}

/** As finely as a plot of this many px shows it. */
const LOOKS = 2000;

function extremes(read: (timeS: number) => number, endS: number): [lowest: number, highest: number] {
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let look = 0; look < LOOKS; look++) {
    const value = read((endS * look) / LOOKS);
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
  }
  return [lowest, highest];
}

const QUEUE_TICKS: Readonly<Record<number, TickKind>> = {
  [QUEUE_EVENT.mark]: "mark",
  [QUEUE_EVENT.aqmDrop]: "loss",
  [QUEUE_EVENT.overflowDrop]: "loss",
  [QUEUE_EVENT.linkLoss]: "loss",
};
const FLOW_TICKS: Readonly<Record<number, TickKind>> = { [FLOW_EVENT.rto]: "timeout" };

interface Log {
  readonly timeS: Float64Array;
  readonly flow: Uint16Array;
  readonly kind: Uint8Array;
}

function ticksIn(run: Heard, flow: number | null, fromS: number, toS: number): Tick[] {
  const of = (log: Log, kinds: Readonly<Record<number, TickKind>>): Tick[] => {
    const ticks: Tick[] = [];
    const end = firstAtOrAfter(log.timeS, toS);
    for (let i = firstAtOrAfter(log.timeS, fromS); i < end; i++) {
      const kind = kinds[log.kind[i]];
      if (kind !== undefined && (flow === null || log.flow[i] === flow))
        ticks.push({ atS: log.timeS[i], kind });
    }
    return ticks;
  };
  const ticks = [...of(watchedLink(run).events, QUEUE_TICKS), ...of(run.snapshot.flowEvents, FLOW_TICKS)];
  return ticks.sort((a, b) => a.atS - b.atS);
}

export const LOWEST_HZ = 110;
export const HIGHEST_HZ = 880;
const OCTAVES = Math.log2(HIGHEST_HZ / LOWEST_HZ);

/** Between what a value lies; of a whole run, so that a pitch means the same from its start to its end. */
interface Reach {
  readonly low: number;
  readonly high: number;
}

/** Out to powers of two: two runs that differ a little sound on one scale. Null where there is no value. */
export function roundReach(lowest: number, highest: number): Reach | null {
  if (!(lowest > 0) || !Number.isFinite(highest)) return null;
  const low = 2 ** Math.floor(Math.log2(lowest));
  return { low, high: Math.max(2 * low, 2 ** Math.ceil(Math.log2(highest))) };
}

/** An octave for a factor of two, or less where the reach has more octaves than there are. */
function octavesPerDoubling({ low, high }: Reach): number {
  return Math.min(1, OCTAVES / Math.log2(high / low));
}

/** The top of the reach is the highest pitch. NaN without a window. */
export function pitchHz(segments: number, reach: Reach): number {
  return segments > 0 ? HIGHEST_HZ * (segments / reach.high) ** octavesPerDoubling(reach) : Number.NaN;
}

/** How much lower half the window sounds. */
export function semitonesOfHalf(reach: Reach): number {
  return 12 * octavesPerDoubling(reach);
}

/** The ear and small loudspeakers are weak below: low notes get more. */
export function toneGain(hz: number): number {
  return Number.isFinite(hz) ? 0.36 * (440 / hz) ** 0.3 : 0;
}

/** What is 0.4 % of the longest delay is still heard: each doubling is about an eighth more. */
const DELAY_DOUBLINGS = 8;

/** Of the queue's rustle, 0 to 1, by its logarithm: a short queue is heard beside the longest of slow start. */
export function delayLevel(ms: number, longestMs: number): number {
  if (!(ms > 0 && longestMs > 0)) return 0;
  const share = Math.min(1, ms / longestMs);
  return Math.log2(1 + (2 ** DELAY_DOUBLINGS - 1) * share) / DELAY_DOUBLINGS;
}

export function rustleGain(level: number): number {
  return 0.7 * level;
}

/** A longer queue rustles brighter, two octaves from none to the longest. */
export function rustleHz(level: number): number {
  return 300 * 4 ** level;
}

/** What each voice does when, in seconds of sound. */
export interface Score {
  readonly lengthS: number;
  readonly points: readonly ScorePoint[];
  readonly ticks: readonly Tick[];
}

interface ScorePoint {
  readonly atS: number;
  /** Null: there is no window, and the tone is silent. */
  readonly hz: number | null;
  readonly toneGain: number;
  readonly rustleHz: number;
  readonly rustleGain: number;
}

export interface Stretch {
  readonly fromS: number;
  readonly toS: number;
}

/** So long all that is in view sounds. */
export const TOUR_S = 5;
/** Steps of pitch that follow each other so closely are heard as a glide. */
const STEP_S = 0.01;
/** Ticks of one kind that fall closer together sound as one. */
const TICK_GAP_S = 0.03;

/** A stretch that begins where it ends is one held note. */
export function scoreOf(track: SoundTrack, { fromS, toS }: Stretch, lengthS: number): Score {
  const count = Math.max(1, Math.round(lengthS / STEP_S));
  const runS = (toS - fromS) / lengthS;
  const points = Array.from({ length: count }, (_, step) => {
    const atS = (lengthS * step) / count;
    return pointOf(track, fromS + atS * runS, atS);
  });
  const ticks = track.ticksIn(fromS, toS).map(({ atS, kind }) => ({ atS: (atS - fromS) / runS, kind }));
  return { lengthS, points, ticks: apart(ticks) };
}

function pointOf(track: SoundTrack, timeS: number, atS: number): ScorePoint {
  const hz = track.reach === null ? Number.NaN : pitchHz(track.windowAt(timeS), track.reach);
  const level = delayLevel(track.delayAt(timeS), track.longestMs);
  return {
    atS,
    hz: Number.isFinite(hz) ? hz : null,
    toneGain: toneGain(hz),
    rustleHz: rustleHz(level),
    rustleGain: rustleGain(level),
  };
}

function apart(ticks: readonly Tick[]): Tick[] {
  const lastS: Partial<Record<TickKind, number>> = {};
  return ticks.filter(({ atS, kind }) => {
    if (atS - (lastS[kind] ?? Number.NEGATIVE_INFINITY) < TICK_GAP_S) return false;
    lastS[kind] = atS;
    return true;
  });
}
