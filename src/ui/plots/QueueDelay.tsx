/** The watched link's queue delay over time, with the AQM's target as a line that can be dragged. */

import { useMemo, useState } from "react";
import {
  delayText,
  type EventSeries,
  type Percentiles,
  QUEUE_EVENT,
  type QueueEvents,
  queueOfLink,
} from "../../engine/index.ts";
import { counted } from "../../lib/counted.ts";
import { targetSetting } from "../core/link-handles.ts";
import { queueEvent, type RunEvent } from "../core/run-events.ts";
import type { RunView, TargetStep } from "../core/run-view.ts";
import { hasSeveralLinks, watchedLink, watchedResult } from "../core/run-view.ts";
import { useBenchState } from "../core/use-store.ts";
import {
  BAND_ALPHA,
  type ChartModel,
  type ChartNote,
  type Reading,
  shortNumber,
} from "../shared/chart/chart-model.ts";
import type { Paint } from "../shared/chart/colours.ts";
import { type Mark, pinnedMarks } from "../shared/chart/marks.ts";
import { THIN } from "../shared/chart/pen.ts";
import { niceFromZero, type Plot, type TimeView, viewOf } from "../shared/chart/plot-geometry.ts";
import { eventStepS, meanAt } from "../shared/chart/recorded-series.ts";
import { cross, diamond, ordinal, type Thinned, thinEvents, triangle } from "../shared/chart/symbols.ts";
import type { TimeChartProps } from "./chart-props.ts";
import { symbolBudget } from "./flow-events.ts";
import { flowCount } from "./flow-names.ts";
import type { DraggedLine } from "./Handles.tsx";
import { LinkMenu } from "./LinkMenu.tsx";
import { besidePinned, coveredWords, runPaint, secondsWords, sentence } from "./run-facts.ts";
import { delayChange, medianWords, warmupS } from "./run-metrics.ts";
import { type SteadyRange, steadyRange } from "./steady-range.ts";
import { defineTimePlot } from "./TimePlot.tsx";
import { delayTheory } from "./theory.ts";
import { type PathHandle, useLinkHandle } from "./use-handle.ts";

interface QueueDelayInput extends Pick<TimeChartProps, "run" | "pinned" | "view"> {
  /** Target (ms); null if there is none. */
  readonly targetMs: number | null;
  readonly wholeRange: boolean;
}

const NO_RANGE: SteadyRange = { steady: 1, whole: 1 };
/** Factor that leaves room above the target line. */
const ABOVE_TARGET = 1.35;

/** Longest delay of an axis in µs or ns (ms). In ms its numbers would not fit beside the axis. */
const SHORT_MS = 0.1;
const shortDelay = (ms: number) => (ms === 0 ? "0" : delayText(ms, shortNumber));

export function queueDelayModel({ run, pinned, view, targetMs, wholeRange }: QueueDelayInput): ChartModel {
  const lines = delayLines(run);
  const before = pinned === null ? [] : delayLines(pinned);
  const series = [...lines, ...before].map(({ delays }) => delays);
  const range = steadyRange(series, view, warmupS(run.scenario)) ?? NO_RANGE;
  const readAt = (timeS: number): Reading[] => {
    const reading = ({ delays, queue, paint }: DelayLine, whose: string): Reading => {
      const value = meanAt(delays, view, timeS);
      return { name: `${whose}${queue}, mean`, value, text: delayText(value, shortNumber), paint };
    };
    const own = pinned === null ? "queue delay" : run.label;
    return [
      ...lines.map((line) => reading(line, own)),
      ...before.map((line) => reading({ ...line, paint: "ghost" }, "pinned")),
    ];
  };
  const top = Math.max(wholeRange ? range.whole : range.steady, (targetMs ?? 0) * ABOVE_TARGET);
  return {
    title: "queue delay",
    unit: "ms",
    range,
    yDomain: niceFromZero(top),
    ...(top < SHORT_MS && { yFormat: shortDelay }),
    marks: [
      ...pinnedMarks(pinned, delayBands),
      ...delayBands(run),
      ...queueEventMarks(watchedLink(run).events),
    ],
    peaks: series,
    curveNotes: delayNotes(lines, view),
    notes: (widthPx) => [...delayNotes(lines, view), ...queueNotes(watchedLink(run).events, view, widthPx)],
    readAt,
    summary: () => delayWords(run, pinned),
  };
}

function delayBands(run: RunView) {
  return delayLines(run).map(({ delays, paint, dash }) => {
    return { mark: "band", data: delays, style: { paint, dash, width: THIN }, alpha: BAND_ALPHA } as const;
  });
}

/** The waiting time of packets as a line with a band. */
interface DelayLine {
  readonly delays: EventSeries;
  /** Suffix that names the queue, such as " in the L queue"; empty if there is only one queue. */
  readonly queue: string;
  readonly paint: Paint;
  readonly dash: readonly number[];
}

/**
 * Dash patterns of the queues of a discipline. Both queues belong to the link, so they are distinguished by dashes
 * and not by hues.
 */
const QUEUE_DASHES: readonly (readonly number[])[] = [[], [5, 3]];

export function queueDash(queue: number): readonly number[] {
  return QUEUE_DASHES[queue % QUEUE_DASHES.length];
}

/** Returns one line, or one for each queue of the discipline: a combined line would describe a queue that does not exist. */
function delayLines(run: Pick<RunView, "snapshot" | "link">): DelayLine[] {
  const { queue, queues } = watchedLink(run);
  if (queues === undefined) {
    // A dense band in full ink would dominate the page, so it is softer if there are several flows.
    const paint = flowCount(run) > 1 ? "inkSoft" : runPaint(run);
    return [{ delays: queue.sojournMs, queue: "", paint, dash: [] }];
  }
  return queues.map(({ name, sojournMs }, i) => {
    return { delays: sojournMs, queue: ` in the ${name} queue`, paint: "ink", dash: queueDash(i) };
  });
}

/** Returns the legend's entries for the line and its band. */
function delayNotes(lines: readonly DelayLine[], view: TimeView): ChartNote[] {
  const [{ delays, paint }] = lines;
  const stepS = eventStepS(delays, view);
  const stretch =
    stepS < 1 ? `${Number((stepS * 1000).toPrecision(3))} ms` : `${Number(stepS.toPrecision(3))} s`;
  const means = lines.map(({ queue, paint: its, dash }): ChartNote => {
    const text = queue === "" ? `mean per ${stretch}` : `${queue.split(" ").at(-2)} queue, mean`;
    return { text, inFull: `mean${queue} of the packets in each ${stretch}`, paint: its, dash };
  });
  const inFull = `from the shortest to the longest in each ${stretch}`;
  return [...means, { text: "shortest to longest", inFull, paint, isBand: true }];
}

interface QueueEventLook {
  readonly kinds: readonly number[];
  readonly trace: typeof diamond;
  readonly paint: Paint;
  readonly glyph: string;
  readonly word: string;
}

const QUEUE_SYMBOLS: readonly QueueEventLook[] = [
  { kinds: [QUEUE_EVENT.mark], trace: diamond, paint: "mark", glyph: "♦", word: "CE mark" },
  {
    kinds: [QUEUE_EVENT.aqmDrop, QUEUE_EVENT.overflowDrop],
    trace: triangle,
    paint: "loss",
    glyph: "▼",
    word: "drop",
  },
  { kinds: [QUEUE_EVENT.linkLoss], trace: cross, paint: "loss", glyph: "×", word: "random loss" },
];

const RUG_SYMBOL_PX = 3;
/** Height above the plot's upper edge. */
const RUG_LIFT_PX = 2;

function thinnedQueueEvents(
  events: QueueEvents,
  look: QueueEventLook,
  view: TimeView,
  widthPx: number,
): Thinned {
  const wanted = (index: number) => look.kinds.includes(events.kind[index]);
  return thinEvents(events.timeS, wanted, view, 2 * symbolBudget(widthPx), events.stride);
}

/** Returns the symbols of one kind above a plot: indices of events, with their positions. */
function rugSymbols(events: QueueEvents, look: QueueEventLook, plot: Plot) {
  const { kept } = thinnedQueueEvents(events, look, viewOf(plot), plot.right - plot.left);
  return kept.map((index) => ({ index, x: plot.x(events.timeS[index]), y: plot.top - RUG_LIFT_PX }));
}

function queueEventMarks(events: QueueEvents): Mark[] {
  return QUEUE_SYMBOLS.map((look): Mark => {
    const places = (plot: Plot) => rugSymbols(events, look, plot).map(({ x, y }) => [x, y] as const);
    return { mark: "events", trace: look.trace, sizePx: RUG_SYMBOL_PX, places, fill: look.paint };
  });
}

function queueNotes(events: QueueEvents, view: TimeView, widthPx: number): ChartNote[] {
  return QUEUE_SYMBOLS.flatMap((look) => {
    const { kept, every } = thinnedQueueEvents(events, look, view, widthPx);
    const { glyph, paint, word } = look;
    return kept.length === 0
      ? []
      : [{ glyph, paint, text: every > 1 ? `every ${ordinal(every)} ${word}` : word }];
  });
}

/** Returns the marks and drops at the watched link. */
export function queueEvents({ snapshot, link }: RunView): RunEvent[] {
  return Array.from(snapshot.links[link].events.timeS, (_, index) => queueEvent(snapshot, link, index));
}

export function delayWords(run: RunView, pinned: RunView | null): string {
  const place = hasSeveralLinks(run) ? `at ${watchedLink(run).label}: ` : "";
  const beside = besidePinned(run, pinned, (before) => delayChanges(run, before));
  return `${sentence(place + ownWords(run))}.${peakWords(run)}${beside}`;
}

function ownWords(run: RunView): string {
  const { sojournMs, queues, marks, drops } = watchedResult(run);
  const signals = `${counted(marks, "CE mark")}, ${counted(drops.aqm + drops.overflow, "drop")}${
    drops.link > 0 ? `, ${counted(drops.link, "random loss", "random losses")}` : ""
  }`;
  if (sojournMs === null)
    return `no packet has left the queue${run.snapshot.done ? "" : " yet"}, ${coveredWords(run)}; ${signals}`;
  const percentileWords = (delays: Percentiles) => {
    const [p50, p90, max] = [delays.p50, delays.p90, delays.max].map(msText);
    return `median ${p50}, 90th percentile ${p90}, maximum ${max}`;
  };
  const each = queues?.map((queue) => {
    return `in the ${queue.name} queue ${queue.sojournMs === null ? "no packet" : percentileWords(queue.sojournMs)}`;
  });
  return `${each?.join("; ") ?? percentileWords(sojournMs)}, ${coveredWords(run)}; ${signals}`;
}

function msText(ms: number): string {
  return delayText(ms, shortNumber);
}

/** Describes the longest delay if the other numbers exclude it. Usually the longest delay is in slow start. */
function peakWords(run: RunView): string {
  const { max, startS, bucketS, length } = watchedLink(run).queue.sojournMs;
  let at = -1;
  for (let i = 0; i < length; i++) if (max[i] > (at < 0 ? 0 : max[at])) at = i;
  const counts = watchedResult(run).sojournMs?.max ?? 0;
  // The tolerance allows for the series' single precision.
  if (at < 0 || max[at] <= counts * 1.001) return "";
  return ` Before that the maximum was ${msText(max[at])}, at ${secondsWords(startS + at * bucketS)}.`;
}

export function delayChanges(run: RunView, before: RunView): string[] {
  const [ofRun, ofBefore] = [watchedResult(run), watchedResult(before)];
  if (ofRun.queues !== undefined || ofBefore.queues !== undefined) {
    const [median, was] = [medianWords(ofRun), medianWords(ofBefore)];
    return median === null || was === null ? [] : [`${median} instead of ${was}`];
  }
  const [now, then] = [ofRun.sojournMs, ofBefore.sojournMs];
  if (now === null || then === null) return [];
  const change = (name: string, which: "p50" | "p90" | "p99") => {
    const text = delayChange(now[which], then[which]);
    return `${name} ${/^[+−]/.test(text) ? text : "as before"}`;
  };
  return [change("median", "p50"), change("90th percentile", "p90"), change("99th percentile", "p99")];
}

/** The target line over the run, as far as the target is known, and the step that the handle controls. */
interface TargetLine {
  readonly steps: readonly TargetStep[];
  /** Index of the step that can be dragged. */
  readonly own: number;
}

/**
 * Returns the target line. In a live run, `presentS` is the current time: a new value applies from then on, and the
 * past stays as it is. If `presentS` is null, the handle sets the value at the start.
 */
export function targetLine(
  steps: readonly TargetStep[],
  handleMs: number | null,
  presentS: number | null,
): TargetLine {
  if (presentS === null) {
    const own = steps.findIndex(({ ms }) => ms === handleMs);
    return { steps, own: Math.max(0, own) };
  }
  const now = steps.findLastIndex(({ fromS }) => fromS <= presentS);
  if (steps[now]?.ms === handleMs) return { steps, own: now };
  const set = { fromS: presentS, ms: handleMs };
  return { steps: [...steps.slice(0, now + 1), set, ...steps.slice(now + 1)], own: now + 1 };
}

/** Returns the target line of a run whose target does not change, so that no descriptions of changes are needed. */
function steady({ scenario }: RunView, link: string): TargetStep[] {
  const { target } = queueOfLink(scenario, link).params;
  return typeof target === "number" ? [{ fromS: 0, ms: target }] : [];
}

/** Returns the target over the run, with the handle at the step that it sets. */
function targetLines(target: PathHandle | null, { steps, own }: TargetLine): DraggedLine[] {
  const stepAt = (index: number) => {
    return { paint: "mark", fromS: steps[index]?.fromS, untilS: steps[index + 1]?.fromS } as const;
  };
  const others = steps.flatMap(({ ms }, index) =>
    index === own || ms === null ? [] : [{ ...stepAt(index), value: ms }],
  );
  if (target === null) return others;
  const text = `target ${Number(target.value.toPrecision(4))} ms`;
  const drag = { label: "Target, on the queue delay plot", handle: target };
  return [...others, { ...stepAt(own), value: target.value, text, drag }];
}

export const queueDelay = defineTimePlot({
  id: "delay",
  label: "Queue delay",
  kind: "delay",
  place: "stage",
  heightPx: 100,
  stays: true,
  share: 1.05,
  stillModel: (run, view) => queueDelayModel({ run, pinned: null, view, targetMs: null, wholeRange: false }),
  useInput({ run, pinned, view, wholePeak }) {
    const { id } = watchedLink(run);
    const target = useLinkHandle(id, targetSetting);
    const [wholeOnPage, onWholeRange] = useState(false);
    const wholeRange = wholePeak ?? wholeOnPage;
    const presentS = useBenchState(({ mode }) => mode === "live") ? run.snapshot.nowS : null;
    const handleMs = target?.value ?? null;
    const targets = useMemo(
      () => targetLine(run.words?.targets[run.link] ?? steady(run, id), handleMs, presentS),
      [run, id, handleMs, presentS],
    );
    const all = [handleMs, ...targets.steps.map(({ ms }) => ms)].filter((ms) => ms !== null);
    const targetMs = all.length > 0 ? Math.max(...all) : null;
    return { run, pinned, view, targetMs, wholeRange, onWholeRange, target, targets };
  },
  model: queueDelayModel,
  theory: delayTheory,
  menu: ({ run }) => <LinkMenu run={run} word="at" />,
  peak: ({ wholeRange, onWholeRange }) => ({ whole: wholeRange, onWhole: onWholeRange }),
  lines: ({ target, targets }) => targetLines(target, targets),
  asks: {
    of: "queue",
    painted: ({ snapshot, link }, _, plot) =>
      QUEUE_SYMBOLS.flatMap((look) =>
        rugSymbols(snapshot.links[link].events, look, plot).map(({ index, x, y }) => {
          return { event: queueEvent(snapshot, link, index), x, y };
        }),
      ),
    events: queueEvents,
  },
});
