/** What a projector and a talk say around their numbers. */
import { counted } from "../../experiments/counted.ts";

export function sceneCount(step: number, scenes: number): string {
  return `${step} / ${scenes}`;
}

/** For the list of scenes. */
export function sceneName(step: number, sentence: string): string {
  return `${step}. ${sentence}`;
}

/** For those who hear the page. */
export function sceneNews(step: number, scenes: number, sentence: string): string {
  return `Scene ${step} of ${scenes}: ${sentence}`;
}

export function revealCount(left: number): string {
  return left === 1 ? "One more step in this scene" : `${counted(left, "more step")} in this scene`;
}

export function plotKey(number: number, label: string): string {
  return `${number} ${label}`;
}

/** What the next press of the clicker does; null twice: nothing. */
export function comingWords(reveal: readonly string[] | null, sentence: string | null): string {
  if (reveal !== null) return `In this scene: ${reveal.join(", ")}`;
  return sentence ?? "Nothing: this is the last scene.";
}

/** "12:05", of a talk that has gone on so long. */
export function elapsedText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Time of day. */
export function clockText(now: Date): string {
  return `${now.getHours()}:${String(now.getMinutes()).padStart(2, "0")}`;
}

export const NO_SPEAKER_WINDOW =
  "The browser does not allow a second window here. M shows the notes on this screen.";

/** Of a plot that this run has no curves for. */
export function nothingToShow(plot: string): string {
  return `${plot}: this run has nothing to show of it.`;
}
