/** The rows of the list of events: chosen by kind and flow, a page at a time. */
import { type EventKind, type RunEvent, SAME_TIME_S } from "../../state/run-events.ts";

export interface EventChoice {
  /** Null: of all. */
  readonly kind: EventKind | null;
  readonly flow: number | null;
}

export const ALL_EVENTS: EventChoice = { kind: null, flow: null };

export function chosenEvents(events: readonly RunEvent[], { kind, flow }: EventChoice): readonly RunEvent[] {
  if (kind === null && flow === null) return events;
  return events.filter(
    (event) => (kind === null || event.kind === kind) && (flow === null || event.flow === flow),
  );
}

export const PAGE_ROWS = 100;

export interface EventPage {
  /** From 0 on. */
  readonly page: number;
  readonly pages: number;
  readonly rows: readonly RunEvent[];
  /** The row in the page that is the latest at the playhead; -1 where that is on another page, or nothing has happened. */
  readonly current: number;
}

/** The page that was turned to, or the one with the playhead. */
export function eventPage(events: readonly RunEvent[], turned: number | null, playheadS: number): EventPage {
  const pages = Math.max(1, Math.ceil(events.length / PAGE_ROWS));
  const latest = latestIndex(events, playheadS);
  const page = Math.min(pages - 1, turned ?? Math.max(0, Math.floor(latest / PAGE_ROWS)));
  const from = page * PAGE_ROWS;
  const current = latest - from;
  return {
    page,
    pages,
    rows: events.slice(from, from + PAGE_ROWS),
    current: latest >= from && current < PAGE_ROWS ? current : -1,
  };
}

/** Of the last one up to a time, in an ascending list; -1: none. */
function latestIndex(events: readonly RunEvent[], atS: number): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (events[middle].atS <= atS + SAME_TIME_S) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
