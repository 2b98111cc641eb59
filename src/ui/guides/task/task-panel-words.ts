/** What the panel of a task says around its numbers. */

import { counted } from "../../../experiments/counted.ts";
import { allowedWords, parameterWords } from "../../../teaching/parameters.ts";
import type { Task } from "../../../teaching/task.ts";

/** "2 of 3 tries left". */
export function triesWords(used: number, most: number | null): string {
  if (most === null) return used === 0 ? "" : `${counted(used, "try", "tries")} so far`;
  const left = Math.max(0, most - used);
  return `${left} of ${counted(most, "try", "tries")} left`;
}

/** "β_ecn: 0.5 to 0.95". */
export function changeWords(changes: Task["changes"]): string[] {
  return changes.map((allowed) => {
    const words = allowedWords(allowed);
    return allowed.range === null && allowed.values === null
      ? parameterWords(allowed.param)
      : `${parameterWords(allowed.param)}: ${words}`;
  });
}

export function hintLabel(shown: number, all: number): string {
  if (shown === 0) return all === 1 ? "Show a hint" : `Show a hint (${all})`;
  return `Show another hint (${all - shown} left)`;
}

export function handedInAs(name: string, tries: number): string {
  return `Of ${name}, after ${counted(tries, "try", "tries")}.`;
}

export function variantLine(words: string): string {
  return `Your variant: ${words}`;
}

/** `value`: null while no complete run is on the screen. */
export function shownValue(value: string | null): string {
  return value === null ? "on this run: …" : `on this run: ${value}`;
}

interface TryFacts {
  readonly trying: boolean;
  readonly refused: boolean;
  readonly tried: boolean;
  readonly tries: number;
  readonly most: number | null;
}

/** `counted`: "3 seeds: 3 runs". */
export function countsOn(counted: string): string {
  return `It counts on ${counted}.`;
}

export function yourAnswer(words: string): string {
  return `Your answer: ${words}`;
}

/** Why this answer cannot be tried; null where it can. */
export function whyNoTry({ trying, refused, tried, tries, most }: TryFacts): string | null {
  if (trying) return "The runs of this try are under way.";
  if (refused) return "Something was changed that the task keeps as it is.";
  if (tried) return "This answer was tried already: change something first.";
  if (most !== null && tries >= most) return "All tries are used. Hand in the answer that you choose.";
  return null;
}

export function whyNoHandIn(name: string): string {
  return name === ""
    ? "Write your name or number first."
    : "Something was changed that the task keeps as it is: set it back first.";
}

/** "Copy code". */
export function copyLabel(what: string): string {
  return `Copy ${what.toLowerCase()}`;
}
