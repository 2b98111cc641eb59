/** Determines which event of a run comes next, before it happens. */
import type { Arrivals } from "./net/arrivals.ts";
import type { Network } from "./network.ts";

/**
 * Called before each iteration of the loop; returns false to prevent it. If an arrival comes before all events, `arrival` is the
 * delay line with that arrival.
 */
export type Look = (arrival: Arrivals | null, agendaNs: number) => boolean;

/** The next event of a run. */
export type NextEvent =
  /** An entry of the agenda: a start, a stop, a change, a step of a pattern, or the end of the warm-up. */
  | { readonly from: "agenda"; readonly timeNs: number }
  | { readonly from: "arrival"; readonly timeNs: number; readonly arrivals: Arrivals }
  /** Kind of the event, and index of its owner. */
  | {
      readonly from: "mover" | "timer";
      readonly timeNs: number;
      readonly kind: number;
      readonly owner: number;
    };

/** Returns the next event, in the order of the loop: at the same time, entries of the agenda come first, then packets, then timers. */
export function nextEventOf(network: Network, arrival: Arrivals | null, agendaNs: number): NextEvent {
  const { movers, timers } = network;
  const moveNs = movers.events.nextTimeNs;
  const timerNs = timers.events.nextTimeNs;
  if (arrival !== null) return { from: "arrival", timeNs: arrival.nextNs, arrivals: arrival };
  if (agendaNs <= moveNs && agendaNs <= timerNs) return { from: "agenda", timeNs: agendaNs };
  const isMove = moveNs <= timerNs;
  const { events, kinds, owners } = isMove ? movers : timers;
  const slot = events.nextSlot;
  return {
    from: isMove ? "mover" : "timer",
    timeNs: events.nextTimeNs,
    kind: kinds[slot],
    owner: owners[slot],
  };
}
