/** A stretch of a run, written down to be played: what each voice does when, in seconds of sound. */
import { delayLevel, pitchHz, rustleGain, rustleHz, type TickKind, toneGain } from "./sound-mapping.ts";
import type { SoundTrack } from "./sound-track.ts";

export interface ScorePoint {
  readonly atS: number;
  /** Null: there is no window, and the tone is silent. */
  readonly hz: number | null;
  readonly toneGain: number;
  readonly rustleHz: number;
  readonly rustleGain: number;
}

export interface Score {
  readonly lengthS: number;
  readonly points: readonly ScorePoint[];
  readonly ticks: readonly { readonly atS: number; readonly kind: TickKind }[];
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

function apart(ticks: Score["ticks"]): Score["ticks"] {
  const lastS: Partial<Record<TickKind, number>> = {};
  return ticks.filter(({ atS, kind }) => {
    if (atS - (lastS[kind] ?? Number.NEGATIVE_INFINITY) < TICK_GAP_S) return false;
    lastS[kind] = atS;
    return true;
  });
}
