/** The figures of a report: the available ones, their sizes, and the drawing. */

import {
  type ComponentProps,
  memo,
  useCallback,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useState,
} from "react";
import { insides } from "../../bench/numbers/SidePanel.tsx";
import { PathFigure } from "../../bench/path/PathFigure.tsx";
import { type PageFigure, pathFigure, plotFigure } from "../../bench/pictures/shown-plots.ts";
import type { RunView } from "../../core/run-view.ts";
import { useBench } from "../../core/use-store.ts";
import { PIECES } from "../../parts/pieces.ts";
import { type FigureAt, useTimeChartProps } from "../../plots/chart-props.ts";
import { ProbeFigure as ProbeFigureOf } from "../../plots/Probe.tsx";
import { hasPlot, isOff, PLOTS } from "../../plots/registry.ts";
import type { Size } from "../../shared/chart/plot-geometry.ts";
import { useThrottled } from "../../shared/hooks.ts";

export interface FigureChoice {
  readonly id: string;
  readonly label: string;
  /** True if the figure is shown by default. */
  readonly isUsual: boolean;
}

export interface ProbeFigure extends FigureChoice {
  /** Source of the probe, as in `ProbeChartProps`. */
  readonly source: "queue" | number;
  readonly probeId: string;
}

/** Figures that take the full width of the page. Two of the other figures share a row. */
const WIDE_FIGURES = ["path", "cwnd"];

export function isWide(id: string): boolean {
  return WIDE_FIGURES.includes(id);
}

/**
 * Figures that are omitted by default, so that a report of one run fits on two pages: the path at one moment, and the plane of
 * two rates.
 */
const ON_REQUEST: readonly string[] = ["path", "phase"];

/** Returns the plots in the order of the page. */
export function plotFigures(run: RunView): FigureChoice[] {
  const labelOf = (id: string) => PIECES.find((piece) => piece.id === id)?.label ?? id;
  const isCompared = run.snapshot.results.flows.length > 1;
  const plots = PLOTS.filter((plot) => hasPlot(plot, run)).map((plot) => ({
    id: plot.id,
    label: plot.label,
    isUsual:
      !ON_REQUEST.includes(plot.id) && !isOff(plot) && (isCompared || plot.ofSeveralFlows === undefined),
  }));
  return [{ id: "path", label: labelOf("path"), isUsual: false }, ...plots];
}

/** Maximum number of sources: the queue and the first senders. */
const MOST_SOURCES = 5;

export function probeFigures(run: RunView): ProbeFigure[] {
  return insides(run)
    .slice(0, MOST_SOURCES)
    .flatMap(({ source, label, probes }) =>
      probes.map(({ probe }) => ({
        id: `inside.${source}.${probe.id}`,
        label: `${label}: ${probe.label}`,
        isUsual: false,
        source,
        probeId: probe.id,
      })),
    );
}

export function isShown(
  { id, isUsual }: Pick<FigureChoice, "id" | "isUsual">,
  toggled: readonly string[],
): boolean {
  return toggled.includes(id) !== isUsual;
}

/** Sizes of the plots in px: as wide as a page, and half as wide. */
const WIDE = { width: 672, height: 131, dpr: 1 };
const HALF = { width: 320, height: 103, dpr: 1 };
/** The plane of two rates has a square plot. */
const SQUARE = { ...HALF, height: 273 };

function sizeOf(id: string): Size {
  return isWide(id) ? WIDE : id === "phase" ? SQUARE : HALF;
}

/** A figure, or null if there is nothing to draw, and the run that it shows. */
interface DrawnFigure {
  readonly run: RunView;
  readonly figure: PageFigure | null;
}

export interface Figures {
  readonly byId: ReadonlyMap<string, DrawnFigure>;
  onDrawn(id: string, drawn: DrawnFigure): void;
}

/** Returns the figures that have been drawn so far. */
export function useFigures(): Figures {
  const [byId, setFigures] = useState<Figures["byId"]>(new Map());
  const onDrawn = useCallback(
    (id: string, drawn: DrawnFigure) => setFigures((now) => new Map(now).set(id, drawn)),
    [],
  );
  return { byId, onDrawn };
}

interface FigureMakerProps extends Pick<Figures, "onDrawn"> {
  readonly run: RunView;
  readonly pinned: RunView | null;
  /** The chosen figures. */
  readonly shown: readonly FigureChoice[];
  readonly probes: readonly ProbeFigure[];
}

/** Draws the chosen figures, again when their content changes, and shows nothing itself. */
export const FigureMaker = memo(function FigureMaker(props: FigureMakerProps) {
  const { run, pinned, shown, probes, onDrawn } = props;
  const chart = useTimeChartProps(run, pinned);
  const isChosen = ({ id }: { readonly id: string }) => shown.some((choice) => choice.id === id);
  const drawing = { run, onDrawn };
  return (
    <>
      {isChosen({ id: "path" }) && (
        <PathFigure run={run}>{(pathAt) => <Path pathAt={pathAt} {...drawing} />}</PathFigure>
      )}
      {PLOTS.filter((plot) => isChosen(plot) && hasPlot(plot, run)).map(({ id, Figure }) => (
        <Figure key={id} chart={chart}>
          {(figureAt) => <Plot id={id} figureAt={figureAt} {...drawing} />}
        </Figure>
      ))}
      {probes.filter(isChosen).map(({ id, source, probeId }) => (
        <ProbeFigureOf key={id} chart={chart} source={source} probeId={probeId}>
          {(figureAt) => <Plot id={id} figureAt={figureAt} {...drawing} />}
        </ProbeFigureOf>
      ))}
    </>
  );
});

/** Time between two drawings of a figure (ms). A run in progress is drawn a few times per second. */
const EACH_MS = 200;

interface DrawingProps extends Pick<FigureMakerProps, "run" | "onDrawn"> {
  readonly id: string;
}

interface PlotProps extends DrawingProps {
  readonly figureAt: FigureAt | null;
}

function Plot({ id, figureAt, run, onDrawn }: PlotProps) {
  const bench = useBench();
  const content = useMemo(() => ({ run, figureAt }), [run, figureAt]);
  const shown = useThrottled(content, EACH_MS);
  useLayoutEffect(() => {
    const plot = shown.figureAt?.(sizeOf(id)) ?? null;
    onDrawn(id, { run: shown.run, figure: plot && plotFigure(bench, plot) });
  }, [bench, id, shown, onDrawn]);
  return null;
}

interface PathProps extends Omit<DrawingProps, "id"> {
  readonly pathAt: Parameters<ComponentProps<typeof PathFigure>["children"]>[0];
}

function Path({ pathAt, run, onDrawn }: PathProps) {
  const bench = useBench();
  const { pathState } = bench.pathStates.get();
  const draw = useEffectEvent(() => pathAt(WIDE.width));
  const content = useMemo(() => ({ run, pathState }), [run, pathState]);
  const shown = useThrottled(content, EACH_MS);
  useLayoutEffect(() => {
    const path = draw();
    onDrawn("path", { run: shown.run, figure: path && pathFigure(bench, path) });
  }, [bench, shown, onDrawn]);
  return null;
}
