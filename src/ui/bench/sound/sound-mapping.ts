/**
 * From values to sound: pure functions. As in other audio graphs time stays time and a value is a pitch; a pitch is heard by
 * ratios, and so is a window: what halves cwnd sounds the same wherever it happens.
 */
export const LOWEST_HZ = 110;
export const HIGHEST_HZ = 880;
const SEMITONES_PER_OCTAVE = 12;
const OCTAVES = Math.log2(HIGHEST_HZ / LOWEST_HZ);

/** Between what a value lies; of a whole run, so that a pitch means the same from its start to its end. */
export interface Reach {
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
  return SEMITONES_PER_OCTAVE * octavesPerDoubling(reach);
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

const RUSTLE_GAIN = 0.7;

export function rustleGain(level: number): number {
  return RUSTLE_GAIN * level;
}

/** A longer queue rustles brighter, two octaves from none to the longest. */
export function rustleHz(level: number): number {
  return 300 * 4 ** level;
}

/** Half of the slider is a quarter of the amplitude, which is heard as about half as loud. */
export function volumeGain(percent: number): number {
  return (Math.min(100, Math.max(0, percent)) / 100) ** 2;
}

export type TickKind = "mark" | "loss" | "timeout";

/** A short sound that glides from one pitch to another while it dies away. */
export interface TickSound {
  readonly wave: OscillatorType;
  readonly fromHz: number;
  readonly toHz: number;
  readonly glideS: number;
  /** Time constant of its decay. */
  readonly decayS: number;
  readonly gain: number;
}

/** A bright tick, a dull knock, a long fall: told apart by pitch, length and direction. */
export const TICK_SOUNDS: Readonly<Record<TickKind, TickSound>> = {
  mark: { wave: "sine", fromHz: 1760, toHz: 1760, glideS: 0, decayS: 0.014, gain: 0.2 },
  loss: { wave: "triangle", fromHz: 260, toHz: 90, glideS: 0.06, decayS: 0.045, gain: 0.36 },
  timeout: { wave: "triangle", fromHz: 660, toHz: 110, glideS: 0.4, decayS: 0.16, gain: 0.3 },
};
