/** The plots on the page, with what their frames say: for pictures of one of them, or of all. */
import type { TableData } from "../../shared/chart/chart-model.ts";
import { pathTitle } from "../../shared/export-words.ts";
import { stamped } from "../../shared/figures/export-text.ts";
import type { Bench } from "../../state/bench.ts";
import { timeView } from "../../state/run-view.ts";
import { isDrawn, type PlotFrame, pathPicture, plotPicture } from "./picture.ts";
import { coveredLines, type PictureKind, pictureCaption, pictureName } from "./picture-caption.ts";

export interface ShownPlot extends PlotFrame {
  readonly table: (rows?: number) => TableData;
}

export interface SavedPicture {
  /** Without its ending. */
  readonly name: string;
  readonly svg: string;
}

const SHOWN = new Map<Element, ShownPlot>();

/** Returns what takes it out again. */
export function showPlot(figure: Element, plot: ShownPlot): () => void {
  SHOWN.set(figure, plot);
  return () => void SHOWN.delete(figure);
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
  if (plot === undefined) throw new Error("This plot is not on the page.");
  return {
    name: pictureName(plot.title, bench.store.get().run.scenario),
    svg: plotPicture(figure, plot, captionFor(bench, kindOf(plot))),
  };
}

/** A picture that is part of a page: what it covers stands there under it. */
export interface PageFigure {
  readonly title: string;
  readonly svg: string;
  readonly covered: readonly string[];
  /** The picture in words. */
  readonly spoken: string;
}

/** Null while the plot is not drawn. */
export function plotFigure(bench: Bench, figure: Element): PageFigure | null {
  const plot = SHOWN.get(figure);
  if (plot === undefined || !isDrawn(figure)) return null;
  const state = bench.store.get();
  const named = figure.querySelector("[role=slider][aria-label], [role=img][aria-label]");
  return {
    title: plot.title,
    svg: plotPicture(figure, plot, []),
    covered: coveredLines({ kind: kindOf(plot), state, view: timeView(state) }),
    spoken: named?.getAttribute("aria-label") ?? plot.title,
  };
}

/** Null while the path is not drawn. */
export function pathFigure(bench: Bench, figure: Element): PageFigure | null {
  if (!isDrawn(figure)) return null;
  const state = bench.store.get();
  return {
    title: "path",
    svg: pathPicture(figure, "path", []),
    covered: coveredLines({ kind: "moment", state, view: timeView(state) }),
    spoken: figure.querySelector("figcaption")?.textContent ?? "path",
  };
}

/** What the plot shows, as numbers. */
export function plotCsv(bench: Bench, figure: Element): string {
  const plot = SHOWN.get(figure);
  if (plot === undefined) throw new Error("This plot is not on the page.");
  const { head, rows } = plot.table(ROWS);
  const lines = [head, ...rows].map((cells) => cells.map(cell).join(","));
  return stamped(captionFor(bench, kindOf(plot)), `${lines.join("\n")}\n`);
}

function cell(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Null where none is drawn. */
export function savedPath(bench: Bench): SavedPicture | null {
  const figure = document.querySelector("figure.path-strip");
  if (figure === null) return null;
  const { playback, run } = bench.store.get();
  return {
    name: pictureName("path", run.scenario),
    svg: pathPicture(figure, pathTitle(playback.playheadS), captionFor(bench, "moment")),
  };
}

/** As they stand on the page, from the top; names that would be the same are numbered. */
export function allPictures(bench: Bench): SavedPicture[] {
  const path = savedPath(bench);
  const figures = [...document.querySelectorAll("figure.chart")].filter((figure) => SHOWN.has(figure));
  const all = [...(path === null ? [] : [path]), ...figures.map((figure) => savedPlot(bench, figure))];
  return all.map((picture, index) => {
    const alike = all.slice(0, index).filter(({ name }) => name === picture.name).length;
    return alike === 0 ? picture : { ...picture, name: `${picture.name}-${alike + 1}` };
  });
}
