/** Theoretical predictions for the run on screen: a row among the numbers, and a list with assumptions. */

import {
  delayText,
  type LinkSpec,
  linkById,
  type Overlay,
  type OverlayKind,
  type OverlayValue,
  overlaysFor,
  resolvePath,
  type Scenario,
} from "../../engine/index.ts";
import type { RunView } from "../core/run-view.ts";
import { watchedLink } from "../core/run-view.ts";
import { type ChartModel, type PlotLabel, shortNumber } from "../shared/chart/chart-model.ts";
import type { Paint } from "../shared/chart/colours.ts";
import type { Mark } from "../shared/chart/marks.ts";
import type { Plot } from "../shared/chart/plot-geometry.ts";
import { LruCache } from "../shared/lru-cache.ts";
import { recordedOf } from "./run-facts.ts";
import { type MetricRow, rateText, type WatchedRun } from "./run-metrics.ts";

export interface TheoryEntry {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  /** The assumptions as a sentence. */
  readonly sentence: string;
  readonly cite: string;
}

const known = new LruCache<object, readonly Overlay[]>();

/**
 * Returns the predictions for the watched link and the flows. Those that need measured values are available after the end of
 * the run.
 */
export function theoriesOf(run: WatchedRun): readonly Overlay[] {
  const { snapshot, link } = run;
  const scenario = recordedOf(run);
  const key = snapshot.done ? snapshot.results : scenario;
  const all = known.of(key, () => overlaysFor(scenario, snapshot.done ? snapshot.results : null));
  const watched = snapshot.links[link]?.id;
  return all.filter((overlay) => overlay.link === null || overlay.link === watched);
}

/** Returns the predicted utilisation of the watched link; null if no theory applies. */
export function theoryRow(run: WatchedRun): MetricRow | null {
  const overlay = theoriesOf(run).find(({ kind, link }) => kind === "utilisation" && link !== null);
  if (overlay === undefined) return null;
  return {
    id: "theory-utilisation",
    label: "Theory: utilisation",
    help: `${overlay.label}. ${overlay.sentence}`,
    value: entryText("utilisation", [overlay.value]),
    difference: null,
    tone: "plain",
    note: "",
  };
}

/** Returns one entry for each kind of prediction. Values of several flow groups are combined into a range. */
export function theoryEntries(run: WatchedRun): TheoryEntry[] {
  const overlays = theoriesOf(run);
  const ids = [...new Set(overlays.map(({ id }) => id))];
  return ids.map((id) => {
    const alike = overlays.filter((overlay) => overlay.id === id);
    const [{ label, sentence, cite, kind }] = alike;
    return {
      id,
      label,
      value: entryText(
        kind,
        alike.map(({ value }) => value),
      ),
      sentence: alike.every((overlay) => overlay.sentence === sentence) ? sentence : "",
      cite,
    };
  });
}

function entryText(kind: OverlayKind, values: readonly OverlayValue[]): string {
  const numbers = values.flatMap(endsOf).filter(Number.isFinite);
  if (numbers.length === 0) return "none";
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)].map(TEXTS[kind]);
  if (low === high) return high;
  const unit = / \D{1,20}$/.exec(high)?.[0] ?? "";
  return `${low.endsWith(unit) ? low.slice(0, low.length - unit.length) : low} to ${high}`;
}

/** Returns the values of a prediction. If the prediction changes over the run, the last value counts. */
function endsOf(value: OverlayValue): number[] {
  switch (value.form) {
    case "constant":
      return [value.value];
    case "band":
      return [value.low, value.high];
    case "steps":
      return [value.values.findLast(Number.isFinite) ?? Number.NaN];
  }
}

const TEXTS: Readonly<Record<OverlayKind, (value: number) => string>> = {
  utilisation: (share) => `${(share * 100).toFixed(1)} %`,
  rate: (mbps) => rateText(mbps * 1e6),
  queue: (packets) => `${short(packets)} packets`,
  cwnd: (segments) => `${short(segments)} segments`,
  cycle: (timeS) => `${short(timeS)} s`,
  probability: short,
};

function short(value: number): string {
  return String(Number(value.toPrecision(3)));
}

/** A theoretical value as a line across a plot: long ink dashes, with the name at the left, away from the handles' labels. */
export interface TheoryLine {
  readonly text: string;
  /** Value in the unit of the plot. */
  readonly value: number;
  readonly paint: Paint;
}

type Drawn = readonly Overlay[];

interface Seen {
  readonly run: RunView;
  readonly highlightFlow: number | null;
}

/** Number of groups whose lines are drawn if no flow is highlighted. */
const DRAWN_GROUPS = 4;
const DASH = [9, 4];
const LABEL_LINE_PX = 13;

export function cwndTheory(seen: Seen, theory: Drawn): TheoryLine[] {
  return ofGroups(seen, theory, "cwnd").flatMap((overlay) => linesOf(overlay, seen.run, 1, "segments"));
}

/** Returns lines of constant rates. Fair shares over time have their own lines. */
export function rateTheory(seen: Seen, theory: Drawn): TheoryLine[] {
  return ofGroups(seen, theory, "rate").flatMap((overlay) => linesOf(overlay, seen.run, 1, "Mbps"));
}

/** Returns lines of queue lengths, expressed as the time that it takes to send such a queue. */
export function delayTheory({ run }: Pick<Seen, "run">, theory: Drawn): TheoryLine[] {
  const { id } = watchedLink(run);
  const perPacketMs = packetMs(run.scenario, linkById(resolvePath(run.scenario.path), id));
  return theory
    .filter(({ kind, link }) => kind === "queue" && link === id)
    .flatMap((overlay) => linesOf(overlay, run, perPacketMs, "ms"));
}

interface SeenProbe extends Pick<Seen, "run"> {
  readonly source: "queue" | number;
  readonly probeId: string;
}

export function probeTheory({ run, source, probeId }: SeenProbe, theory: Drawn): TheoryLine[] {
  const isOfQueue = source === "queue";
  const group = isOfQueue ? null : run.snapshot.results.flows[source]?.group;
  return theory
    .filter(({ probe, link }) => probe === probeId && (link !== null) === isOfQueue)
    .filter((overlay) => isOfQueue || overlay.group === group)
    .flatMap((overlay) => linesOf(overlay, run, 1, ""));
}

function packetMs({ tcp }: Scenario, { params }: LinkSpec): number {
  return ((Number(tcp.mss) + Number(tcp.overhead)) * 8) / (Number(params.capacity) * 1000);
}

function ofGroups({ run, highlightFlow }: Seen, theory: Drawn, kind: OverlayKind): Overlay[] {
  const overlays = theory.filter((overlay) => overlay.kind === kind && overlay.value.form !== "steps");
  if (highlightFlow === null) return overlays.length <= DRAWN_GROUPS ? overlays : [];
  const { group } = run.snapshot.results.flows[highlightFlow];
  return overlays.filter((overlay) => overlay.group === group);
}

function linesOf({ label, group, value }: Overlay, run: RunView, scale: number, unit: string): TheoryLine[] {
  const several = run.scenario.flows.length > 1;
  const flow = run.snapshot.results.flows.findIndex((one) => one.group === group);
  const paint: Paint = several && flow >= 0 ? flow : "ink";
  const line = (at: number): TheoryLine => {
    const value = at * scale;
    const text = unit === "ms" ? delayText(value, shortNumber) : `${shortNumber(value)} ${unit}`.trim();
    return { text: `${label} ${text}`, value, paint };
  };
  if (value.form === "constant") return [line(value.value)];
  return value.form === "band" ? [line(value.high), line(value.low)] : [];
}

/** Adds the lines to a plot and to its summary. */
export function withTheory<M extends ChartModel>(model: M, lines: readonly TheoryLine[]): M {
  if (lines.length === 0) return model;
  return {
    ...model,
    marks: [
      ...model.marks,
      ...lines.map(({ value, paint }): Mark => {
        return { mark: "rule", at: { value }, style: { paint, px: 1.2, dash: DASH } };
      }),
    ],
    labels: (plot) => [...(model.labels?.(plot) ?? []), ...labelsOf(plot, lines)],
    summary: () => `${model.summary()} Theory: ${lines.map(({ text }) => text).join(", ")}.`,
  };
}

function labelsOf(plot: Plot, lines: readonly TheoryLine[]): PlotLabel[] {
  const labels: PlotLabel[] = [];
  for (const { text, value, paint } of lines) {
    const y = plot.y(value) - 4;
    const isInside = y > plot.top && y < plot.bottom;
    if (!isInside || labels.some((label) => Math.abs(label.y - y) < LABEL_LINE_PX)) continue;
    labels.push({ text, x: plot.left + 6, y, anchor: "start", paint });
  }
  return labels;
}
