/** What the column of numbers, the cards and the dialogs say around names and numbers. */
import { counted, grouped } from "../../../experiments/counted.ts";

export function countFrom(warmupS: number): string {
  return `Numbers count from ${warmupS} s on.`;
}

/** `covered`: "The whole run"; `link`: the watched one. */
export function coversWords(covered: string, link: string, isCounting: boolean): string {
  return `${covered}. Delays, marks and drops are those at ${link}${isCounting ? ": being counted." : "."}`;
}

/** `index`: null where there is none; `of`: "of 2 flows". */
export function jainWords(index: number | null, of: string): string {
  return `Jain's index ${index === null ? "none" : index.toFixed(3)} ${of}.`;
}

export function coveredWords(warmupS: number, unfinished: string | null): string {
  const from = warmupS > 0 ? `After ${warmupS} s of warm-up` : "The whole run";
  return unfinished === null ? from : `${from}, ${unfinished}`;
}

export function moreInFile(left: number): string {
  return `and ${grouped(left)} more; the file has all`;
}

/** Of a box at a flow, for the ear. */
export function countsInJain(flow: string): string {
  return `${flow} counts in Jain's index`;
}

/** "PIE at Hop 1". */
export function queueAt(queue: string, link: string): string {
  return `${queue} at ${link}`;
}

/** A link over what stands between. */
export function wayTo(place: string): string {
  return `To the ${place}`;
}

export function digestText(digest: string): string {
  return `digest ${digest}`;
}

/** Over the numbers of one link. */
export function atLink(link: string): string {
  return `At ${link}`;
}

/** `listed`: one by one, or the smallest and the largest for all; `unfinished`: how far the run is. */
export function goodputsTitle(flows: number, listed: boolean, unfinished: string | null): string {
  const title = listed
    ? "Goodput per flow"
    : `Goodput of the slowest and fastest of ${counted(flows, "flow")}`;
  return unfinished === null ? title : `${title}, ${unfinished}`;
}

export function doneIn(seconds: number): string {
  return `done in ${seconds.toFixed(2)} s`;
}

/** Before the digest. */
export function afterWarmup(seconds: number): string {
  return seconds > 0 ? `after ${seconds} s of warm-up · ` : "";
}

export function responsesTitle(covered: string, refused: number): string {
  const title = `Response times, ${covered}`;
  if (refused === 0) return title;
  return `${title}; ${counted(refused, "more request was", "more requests were")} refused, too many being open`;
}

/** A group of flows; `route`: null where there is one only. */
export function groupWords(flows: number, route: string | null): string {
  return route === null ? counted(flows, "flow") : `${counted(flows, "flow")} on ${route}`;
}

/** Of flows that have no line of their own in a legend. */
export function moreDelays(others: number): string {
  return `and ${others} more: the numbers per flow have them`;
}
