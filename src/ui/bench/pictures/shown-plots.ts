/** Pictures of the plots on the page, of one or of all, each with its caption and name. */

import type { Scenario, Snapshot } from "../../../engine/index.ts";
import { counted } from "../../../lib/counted.ts";
import { csvText } from "../../../lib/csv.ts";
import type { Bench } from "../../core/bench.ts";
import { linkIndex, timeView } from "../../core/run-view.ts";
import type { AppState } from "../../core/store.ts";
import { runLabels } from "../../parts/words/run-labels.ts";
import type { PlotFigure, PlotFrame } from "../../plots/chart-props.ts";
import { isWarmingUp, soFar, warmupS } from "../../plots/run-metrics.ts";
import type { TimeView } from "../../shared/chart/plot-geometry.ts";
import { PROGRAM } from "../../shared/version.ts";
import { type DrawnPath, pathAt } from "../path/PathFigure.tsx";
import { SHOWN_PATHS } from "../path/shown-path.ts";
import { type PaperLook, pathPicture, plotPicture } from "./picture.ts";
import { SHOWN } from "./SavePicture.tsx";

export interface SavedPicture {
  /** File name without its extension. */
  readonly name: string;
  readonly svg: string;
}

const ROWS = 1000;

function captionFor(bench: Bench, kind: PictureKind): string[] {
  const state = bench.store.get();
  const playheadS = kind === "moment" && state.mode === "whole" ? state.playback.playheadS : null;
  return pictureCaption({ kind, state, view: timeView(state), link: bench.url.link(playheadS) });
}

const kindOf = ({ kind }: PlotFrame): PictureKind => (kind === "cdf" ? "distribution" : "time");

export function savedPlot(bench: Bench, figure: Element): SavedPicture {
  const plot = SHOWN.get(figure);
  if (plot === undefined) throw new Error("This plot is not shown.");
  return {
    name: pictureName(plot.title, bench.store.get().run.scenario),
    svg: plotPicture(plot, captionFor(bench, kindOf(plot))),
  };
}

/** Returns a picture for a publication. The caption, which contains the URL, is optional. */
export function paperPicture(
  bench: Bench,
  plot: PlotFigure,
  { hasCaption, ...look }: PaperLook & { readonly hasCaption: boolean },
): SavedPicture {
  return {
    name: pictureName(plot.title, bench.store.get().run.scenario),
    svg: plotPicture(plot, hasCaption ? captionFor(bench, kindOf(plot)) : [], look),
  };
}

/** A picture that is part of a page, with the text that is placed below it. */
export interface PageFigure {
  readonly title: string;
  readonly svg: string;
  readonly covered: readonly string[];
  /** Description of the picture for screen readers. */
  readonly spoken: string;
}

/** Returns the picture of a plot. */
export function plotFigure(bench: Bench, plot: PlotFigure): PageFigure {
  const state = bench.store.get();
  return {
    title: plot.title,
    svg: plotPicture(plot, []),
    covered: coveredLines({ kind: kindOf(plot), state, view: timeView(state) }),
    spoken: plot.spoken,
  };
}

/** Returns the picture of the path. */
export function pathFigure(bench: Bench, path: DrawnPath): PageFigure {
  const state = bench.store.get();
  return {
    title: "path",
    svg: pathPicture(path, "path", []),
    covered: coveredLines({ kind: "moment", state, view: timeView(state) }),
    spoken: path.spoken,
  };
}

/** Returns the values that the plot shows, as CSV. */
export function plotCsv(bench: Bench, figure: Element): string {
  const plot = SHOWN.get(figure);
  if (plot === undefined) throw new Error("This plot is not shown.");
  const { head, rows } = plot.table(ROWS);
  return csvText([readingsWords(rows.length), ...captionFor(bench, kindOf(plot))], [head, ...rows]);
}

/** Returns a phrase with the number of values of a plot, because a plot has more values than its table. */
export function readingsWords(rows: number): string {
  return `${counted(rows, "reading")} of the curves; values in between are left out (for all values: Share, All series)`;
}

/** Returns the picture of the path; null if no path is drawn. */
export function savedPath(bench: Bench): SavedPicture | null {
  const [shown] = SHOWN_PATHS.values();
  const path = shown && pathAt(shown.strip, shown.widthPx);
  if (!path) return null;
  const { playback, run } = bench.store.get();
  return {
    name: pictureName("path", run.scenario),
    svg: pathPicture(path, `path at ${Number(playback.playheadS.toFixed(2))} s`, captionFor(bench, "moment")),
  };
}

/** Returns all pictures in the order of the page, from the top. Equal names are numbered. */
export function allPictures(bench: Bench): SavedPicture[] {
  const path = savedPath(bench);
  const figures = [...document.querySelectorAll("figure.chart")].filter((figure) => SHOWN.has(figure));
  const all = [...(path === null ? [] : [path]), ...figures.map((figure) => savedPlot(bench, figure))];
  return all.map((picture, index) => {
    const alike = all.slice(0, index).filter(({ name }) => name === picture.name).length;
    return alike === 0 ? picture : { ...picture, name: `${picture.name}-${alike + 1}` };
  });
}

/** The data that a plot covers: a time range, all packets after the warm-up, or one time. */
type PictureKind = "time" | "distribution" | "moment";

export interface CaptionOf {
  readonly kind: PictureKind;
  readonly state: Pick<AppState, "run" | "pinned" | "watch" | "playback">;
  readonly view: TimeView;
  readonly link: string;
}

export function pictureCaption({ kind, state, view, link }: CaptionOf): string[] {
  const { scenario, snapshot } = state.run;
  if (scenario === null || snapshot === null) return [link];
  return [
    ...coveredLines({ kind, state, view }).map((line) => line.replaceAll("_", " ")),
    runStamp(scenario, snapshot),
    link,
  ];
}

/** Returns a text that identifies the result of a run: "Sawtooth 0.6.0, seed 1, digest …". */
export function runStamp(scenario: Scenario, { done, digest }: Pick<Snapshot, "done" | "digest">): string {
  return `${PROGRAM}, seed ${scenario.run.seed}${done ? `, digest ${digest}` : ""}`;
}

/** Returns the caption's lines about the covered time and the pinned run; "_" starts a subscript. */
function coveredLines({ kind, state, view }: Omit<CaptionOf, "link">): string[] {
  const { scenario, snapshot } = state.run;
  if (scenario === null || snapshot === null) return [];
  const { links } = snapshot;
  const run = { scenario, snapshot };
  const covered =
    kind === "moment"
      ? `At ${seconds(state.playback.playheadS)} of ${seconds(snapshot.nowS)}.`
      : kind === "time"
        ? `Covers ${seconds(view.fromS)} to ${seconds(view.toS)}.`
        : isWarmingUp(run)
          ? "Covers the warm-up so far."
          : `Covers all packets from the end of the warm-up, ${seconds(warmupS(scenario))}, to ${seconds(snapshot.nowS)}.`;
  const unfinished = soFar(run);
  const watched = links.length > 1 ? ` Watched link: ${links[linkIndex(links, state.watch)].label}.` : "";
  return [
    `${covered}${unfinished === null ? "" : ` The run is not complete: ${unfinished}.`}${watched}`,
    ...(kind === "moment" ? [] : pinnedLines(state)),
  ];
}

function pinnedLines({ run, pinned }: CaptionOf["state"]): string[] {
  if (pinned === null || pinned.snapshot === null || run.scenario === null) return [];
  return [`Grey: the pinned run, ${runLabels(pinned.scenario, run.scenario).pinned}.`];
}

function seconds(time: number): string {
  return `${Number(time.toFixed(3))} s`;
}

/** Returns a file name made of the title, the sender, the queue and the seed: "sawtooth-queue-delay-cubic-pie-seed1". */
export function pictureName(title: string, scenario: AppState["run"]["scenario"]): string {
  const { flows, queue, run } = scenario ?? {};
  const controls = [...new Set(flows?.map(({ cc }) => cc))];
  const parts = ["sawtooth", title, ...(controls.length > 2 ? ["mixed"] : controls), queue?.aqm];
  const words = [...parts, run === undefined ? "" : `seed${run.seed}`].filter(Boolean).join(" ");
  return words
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
