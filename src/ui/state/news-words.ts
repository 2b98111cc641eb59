/** What the page's state has to tell by itself. */

/** Of a program that did not come. */
export function linkNotRead(reason: string): string {
  return `The link could not be read: ${reason}`;
}

/** `now`: null where a setting is not in use. */
export function inForceWords(now: string | null, atStart: string): string {
  return now === null ? "now not in use" : `now ${now}, ${atStart} at the start`;
}
