/** How far a run is, in words. */

import { timeWords } from "../../shared/time-words.ts";
import type { RunProgress } from "../../state/run-progress.ts";

/** "13.9 of 100 s": to the tenth of a second, of a short run to the hundredth. */
export function simulatedWords(simulatedS: number, endS: number): string {
  return `${simulatedS.toFixed(endS < 10 ? 2 : 1)} of ${endS} s`;
}

/** How far, and how long still; the second is empty while there is nothing to guess from. */
export function progressWords({ of, simulatedS, endS, leftS }: RunProgress): readonly [string, string] {
  const what = of === "pinned" ? "pinned run: " : "simulated ";
  const left = leftS === null ? "" : `about ${timeWords(leftS)} left`;
  return [`${what}${simulatedWords(simulatedS, endS)}`, left];
}

/** For the ear, of a run that was stopped. */
export function stoppedWords(far: string): string {
  return `Stopped at ${far}.`;
}

/** Of the one button: to the eye an act, to the ear with what it does. */
export function runButton(isStopped: boolean): readonly [seen: string, heard: string] {
  return isStopped ? ["Go on", "Go on simulating"] : ["Cancel", "Cancel simulating"];
}
