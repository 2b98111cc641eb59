/** The figures of a report: the available ones, the invisible plots that they are drawn from, and the drawing. */

import { type ReactNode, type RefObject, useEffect, useState } from "react";
import { insides } from "../../bench/numbers/SidePanel.tsx";
import { LivingPath } from "../../bench/path/LivingPath.tsx";
import { type PageFigure, pathFigure, plotFigure } from "../../bench/pictures/shown-plots.ts";
import type { Bench } from "../../core/bench.ts";
import type { RunView } from "../../core/run-view.ts";
import { useBench } from "../../core/use-store.ts";
import { PIECES } from "../../parts/pieces.ts";
import { type TimeChartProps, useTimeChartProps } from "../../plots/chart-props.ts";
import { ProbePlot } from "../../plots/Probe.tsx";
import { hasPlot, isOff, PLOTS } from "../../plots/registry.ts";

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

interface FigureStageProps {
  readonly run: RunView;
  readonly pinned: RunView | null;
  readonly probes: readonly ProbeFigure[];
  readonly place: RefObject<HTMLDivElement | null>;
}

export function FigureStage({ run, pinned, probes, place }: FigureStageProps) {
  const chart = useTimeChartProps(run, pinned);
  return (
    <div className="report-stage" ref={place} inert aria-hidden="true">
      <Place id="path">
        <LivingPath run={run} />
      </Place>
      {PLOTS.filter((plot) => hasPlot(plot, run)).map(({ id, Plot }) => (
        <Place key={id} id={id}>
          <Plot chart={chart} />
        </Place>
      ))}
      {probes.map((probe) => (
        <Place key={probe.id} id={probe.id}>
          <Probe chart={chart} probe={probe} />
        </Place>
      ))}
    </div>
  );
}

function Place({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  return (
    <div data-figure={id} className={isWide(id) ? undefined : "report-stage__half"}>
      {children}
    </div>
  );
}

function Probe({ chart, probe }: { readonly chart: TimeChartProps; readonly probe: ProbeFigure }) {
  const { source, probeId } = probe;
  return (
    <div className="plot plot--probe">
      <ProbePlot chart={chart} source={source} probeId={probeId} />
    </div>
  );
}

interface Figures {
  /** The run in the figures; null before the first figures. */
  readonly run: RunView | null;
  readonly byId: ReadonlyMap<string, PageFigure>;
}

/** Time in which changes are collected (ms). A run in progress is drawn a few times per second. */
const GATHER_MS = 200;

/** Returns the figures, drawn again when the plots on the stage change. */
export function useFigures(
  place: RefObject<HTMLElement | null>,
  run: RunView | null,
  pinned: RunView | null,
): Figures {
  const bench = useBench();
  const [figures, setFigures] = useState<Figures>({ run: null, byId: new Map() });
  useEffect(() => {
    const stage = place.current;
    if (stage === null) return;
    void pinned;
    let timer: ReturnType<typeof setTimeout> | null = null;
    const follow = () => {
      timer ??= setTimeout(() => {
        timer = null;
        setFigures({ run, byId: figuresOn(bench, stage) });
      }, GATHER_MS);
    };
    const observer = new MutationObserver(follow);
    observer.observe(stage, { subtree: true, childList: true, characterData: true, attributes: true });
    const leave = bench.pictures.subscribe(follow);
    follow();
    return () => {
      observer.disconnect();
      leave();
      if (timer !== null) clearTimeout(timer);
    };
  }, [bench, place, run, pinned]);
  return figures;
}

/** Returns the figures on the stage that have been drawn, by id. */
export function figuresOn(bench: Bench, stage: HTMLElement): ReadonlyMap<string, PageFigure> {
  const found = new Map<string, PageFigure>();
  for (const place of stage.querySelectorAll<HTMLElement>("[data-figure]")) {
    const { figure: id = "" } = place.dataset;
    const [path, plot] = [place.querySelector("figure.path-strip"), place.querySelector("figure.chart")];
    const drawn = path ? pathFigure(bench, path) : plot ? plotFigure(bench, plot) : null;
    if (drawn !== null) found.set(id, drawn);
  }
  return found;
}
