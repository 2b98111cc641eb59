/** Which events can be asked on a plot: those whose symbols stand in it by pointer, all that were kept by keyboard. */

import type { Question } from "../../../engine/index.ts";
import type { Plot, TimeView } from "../../shared/chart/plot-geometry.ts";
import { flowEvent, joinEvent, queueEvent, type RunEvent } from "../../state/run-events.ts";
import type { RunView } from "../../state/run-view.ts";
import { joins } from "../plots/Fairness.tsx";
import { FLOW_SYMBOLS, symbolY, thinnedFlowEvents, viewOf } from "../plots/flow-events.ts";
import { QUEUE_SYMBOLS, RUG_LIFT_PX, thinnedQueueEvents } from "../plots/QueueDelay.tsx";

/** What a plot shows, as a question of one of its stretches has it. */
export type PlotOf = Extract<Question, { readonly kind: "stretch" }>["of"];

export interface AskedPlot {
  /** As the plot's frame: "cwnd", "delay", "rate", "fairness", "probe". */
  readonly kind: string;
  readonly of: PlotOf;
  readonly run: RunView;
  /** The flow that stands out. */
  readonly only: number | null;
}

export interface Painted {
  readonly event: RunEvent;
  readonly x: number;
  /** Null where a line over the whole height stands for it. */
  readonly y: number | null;
}

export function paintedEvents(asked: AskedPlot, plot: Plot): Painted[] {
  switch (asked.kind) {
    case "cwnd":
      return flowSymbols(asked, plot);
    case "delay":
      return queueSymbols(asked, plot);
    case "fairness":
      return joinEvents(asked.run).map((event) => ({ event, x: plot.x(event.atS), y: null }));
    default:
      return [];
  }
}

function flowSymbols({ run, only }: AskedPlot, plot: Plot): Painted[] {
  const { snapshot } = run;
  const width = plot.right - plot.left;
  return FLOW_SYMBOLS.flatMap((kind) =>
    thinnedFlowEvents(run, kind, viewOf(plot), width, only).kept.map((index) => {
      const event = flowEvent(snapshot, index);
      return { event, x: plot.x(event.atS), y: symbolY(snapshot.flowEvents, index, plot) };
    }),
  );
}

function queueSymbols({ run }: AskedPlot, plot: Plot): Painted[] {
  const { snapshot, link } = run;
  const { events } = snapshot.links[link];
  return QUEUE_SYMBOLS.flatMap((look) =>
    thinnedQueueEvents(events, look, viewOf(plot), plot.right - plot.left).kept.map((index) => {
      const event = queueEvent(snapshot, link, index);
      return { event, x: plot.x(event.atS), y: plot.top - RUG_LIFT_PX };
    }),
  );
}

/** Of flows that join together the first is asked. */
function joinEvents(run: RunView): RunEvent[] {
  return joins(run).map(({ flows, startS }) => joinEvent(flows[0], startS));
}

/** The nearest one, within reach; of two that are equally near the first. */
export function nearestPainted(
  painted: readonly Painted[],
  x: number,
  y: number,
  reachPx: number,
): Painted | null {
  let nearest: Painted | null = null;
  let least = reachPx;
  for (const one of painted) {
    const away = Math.hypot(one.x - x, one.y === null ? 0 : one.y - y);
    if (away < least || (nearest === null && away <= least)) {
      nearest = one;
      least = away;
    }
  }
  return nearest;
}

/** In order of time: of the queue's plot the link's, of the fairness plot the joins, of the others the senders'. */
export function eventsOf({ kind, run, only }: AskedPlot): RunEvent[] {
  const { snapshot, link } = run;
  if (kind === "delay") {
    return Array.from(snapshot.links[link].events.timeS, (_, index) => queueEvent(snapshot, link, index));
  }
  const own = Array.from(snapshot.flowEvents.timeS, (_, index) => flowEvent(snapshot, index));
  const events = only === null ? own : own.filter(({ flow }) => flow === only);
  return kind === "fairness" ? [...events, ...joinEvents(run)].sort((a, b) => a.atS - b.atS) : events;
}

export function nearestInTime(events: readonly RunEvent[], atS: number, reachS: number): RunEvent | null {
  let nearest: RunEvent | null = null;
  for (const event of events) {
    const away = Math.abs(event.atS - atS);
    if (away <= reachS && (nearest === null || away < Math.abs(nearest.atS - atS))) nearest = event;
  }
  return nearest;
}

/** The times of the queue's events and of joins; the frame itself knows those of the senders. */
export function neighbourTime(
  events: readonly RunEvent[],
  atS: number,
  direction: 1 | -1,
  tolerance: number,
): number | null {
  const found =
    direction === 1
      ? events.find((event) => event.atS > atS + tolerance)
      : events.findLast((event) => event.atS < atS - tolerance);
  return found?.atS ?? null;
}

export function stretchOf({ of, run, only }: AskedPlot, { fromS, toS }: TimeView): Question {
  return { kind: "stretch", of, link: run.link, flow: only, fromS, toS };
}
