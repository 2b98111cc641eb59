/** What is said of the sound: how values are heard, what its controls are called, and why nothing is heard. */
import { counted } from "../../../experiments/counted.ts";
import { shortNumber } from "../../shared/chart/chart-model.ts";
import type { DoorAnswer } from "./audio-door.ts";
import { HIGHEST_HZ, LOWEST_HZ, semitonesOfHalf } from "./sound-mapping.ts";
import { TOUR_S } from "./sound-score.ts";
import type { VoiceName } from "./sound-settings.ts";
import type { SoundTrack } from "./sound-track.ts";

export const SOUND_PROBLEMS: Readonly<Record<Exclude<DoorAnswer, "open">, string>> = {
  missing: "This browser makes no sound: it has no Web Audio, or gives no more of it to this page.",
  blocked: "The browser keeps sound back. Allow sound for this page, and press again.",
};

export const SOUND_TOLD = {
  on: `Sound on. It is heard while time plays, and at each step. Shift and A plays what is in view in ${TOUR_S} seconds.`,
  off: "Sound off.",
};

export const VOICE_WORDS: Readonly<Record<VoiceName, string>> = {
  tone: "cwnd: pitch of a tone",
  rustle: "queue delay: a rustle",
  ticks: "marks, losses, timeouts: ticks",
};

/** How what is in view is heard; empty before the first run. */
export function mappingSentences(track: SoundTrack | null): string[] {
  if (track === null) return [];
  return [windowSentence(track), delaySentence(track), TICK_SENTENCE];
}

const TICK_SENTENCE = "A mark is a bright tick, a loss a dull knock, a timeout a long fall.";

function windowSentence({ reach }: SoundTrack): string {
  if (reach === null) return "No window has been recorded: there is no tone.";
  const semitones = Number(semitonesOfHalf(reach).toFixed(1));
  return `cwnd from ${reach.low} to ${reach.high} segments is ${LOWEST_HZ} to ${HIGHEST_HZ} Hz; half a window sounds ${semitones} semitones lower.`;
}

function delaySentence({ longestMs }: SoundTrack): string {
  if (longestMs === 0) return "Nothing has waited in the queue: there is no rustle.";
  return `Queue delay up to ${shortNumber(longestMs)} ms: the longer, the louder and brighter.`;
}

/** "the whole run", or the stretch that is in view. */
export function tourWords(isWhole: boolean, fromS: number, toS: number): string {
  const second = (timeS: number) => Number(timeS.toFixed(2));
  return isWhole
    ? `Hear the whole run in ${TOUR_S} s`
    : `Hear ${second(fromS)} to ${second(toS)} s in ${TOUR_S} s`;
}

export function soundLabel(isOn: boolean): string {
  return `Sound: ${isOn ? "on" : "off"}`;
}

/** Of the choice whose window is heard. */
export function togetherLabel(flows: number): string {
  return `all ${counted(flows, "recorded flow")} together`;
}
