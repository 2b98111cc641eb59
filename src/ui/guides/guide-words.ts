/** What whoever leads over the bench says: a lesson, a task, a talk. */
import type { Stretch } from "../../teaching/links.ts";

/** "End the lesson". */
export function endLabel(kind: string): string {
  return `End the ${kind.toLowerCase()}`;
}

export function notSeenWords(label: string): string {
  return `${label} is not on the screen now.`;
}

/** For the ear, of what the eye is led to. */
export function lookWords(label: string, stretch: Stretch | null): string {
  return `Look at ${label}${stretchWords(stretch)}.`;
}

export function stretchWords(stretch: Stretch | null): string {
  return stretch === null ? "" : `, from ${stretch.fromS} s to ${stretch.toS} s`;
}
