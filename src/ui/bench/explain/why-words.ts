/** What is said around stories and the list of events. */
import type { Snapshot } from "../../../engine/index.ts";
import { ordinal } from "../../shared/chart/symbols.ts";

/** "12 345", grouped from five digits on, as in stories. */
export function thousands(count: number): string {
  return count < 10_000 ? String(count) : String(count).replace(/\B(?=(?:\d{3})+$)/g, "\u00a0");
}

export function listTitle(events: number): string {
  return `Events of the run: ${thousands(events)}`;
}

/** "every 4th of 12 345 marks and drops at Hop 1", for each log that was thinned. */
function thinnedLogs({ flowEvents, links }: Pick<Snapshot, "flowEvents" | "links">): string[] {
  const several = links.length > 1;
  return [
    ...links.map(({ events, label }) => ({
      ...events,
      what: several ? `marks and drops at ${label}` : "marks and drops",
    })),
    { ...flowEvents, what: "events of senders" },
  ]
    .filter(({ stride }) => stride > 1)
    .map(({ stride, total, what }) => `every ${ordinal(stride)} of ${thousands(total)} ${what}`);
}

/** Null where every event is in the list. */
export function thinningWords(snapshot: Pick<Snapshot, "flowEvents" | "links">): string | null {
  const logs = thinnedLogs(snapshot);
  return logs.length === 0 ? null : `There were too many to keep them all. Listed: ${logs.join("; ")}.`;
}

export function pageWords(page: number, pages: number): string {
  return `page ${page} of ${pages}`;
}

/** `what`: the event's title, or the story's. */
export function whyTitle(what: string): string {
  return `Why? ${what}`;
}

/** For the ear, at a symbol that would answer. */
export function askWords(event: string, atS: number): string {
  return `${event} at ${atS.toFixed(2)} s. Enter asks why.`;
}

export function noAnswer(reason: string): string {
  return `There is no answer: ${reason}`;
}

const WAYS = { next: ["Next", "next", "."], previous: ["Previous", "previous", ","] } as const;

export function turnLabel(way: keyof typeof WAYS): string {
  return `${WAYS[way][0]} of this kind`;
}

/** With its key, or that there is none to go to. */
export function turnTitle(way: keyof typeof WAYS, isNone: boolean): string {
  const [, word, key] = WAYS[way];
  return isNone ? `There is no ${word} one of this kind` : `${turnLabel(way)} (${key})`;
}

/** `plot`: what the plot shows. */
export function whyHereLabel(plot: string): string {
  return `Why here? Of the ${plot} in view`;
}
