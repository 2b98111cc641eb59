/** What the page's state has to tell by itself. */

/** Of a program that did not come. */
export function linkNotRead(reason: string): string {
  return `The link could not be read: ${reason}`;
}

/** For the ear, of a question. */
export function noAnswerCame(reason: string | null): string {
  return `No answer: ${reason}`;
}

/** `now`: null where a setting is not in use. */
export function inForceWords(now: string | null, atStart: string): string {
  return now === null ? "now not in use" : `now ${now}, ${atStart} at the start`;
}

/** Of the keys of speeds, from the least to the most. */
export function speedsWords(least: number, most: number): string {
  return `Speed, from ${least}× to ${most}×`;
}

/** Of the key that plays what is in view. */
export function hearKey(seconds: number): string {
  return `Hear what is in view in ${seconds} s, or stop that`;
}
