/** The figures of a report: which ones there can be, the plots out of sight that they are drawn from, and the drawing. */
import { type ReactNode, type RefObject, useEffect, useState } from "react";
import { insides } from "../bench/numbers/SidePanel.tsx";
import { LivingPath } from "../bench/path/LivingPath.tsx";
import { type PageFigure, pathFigure, plotFigure } from "../bench/pictures/shown-plots.ts";
import { ProbePlot } from "../bench/plots/Probe.tsx";
import { hasPlot, PLOTS } from "../bench/plots/registry.ts";
import { type TimeChartProps, useTimeChartProps } from "../bench/plots/TimePlot.tsx";
import type { Bench } from "../state/bench.ts";
import { PIECES } from "../state/pieces.ts";
import type { RunView } from "../state/run-view.ts";
import { useBench } from "../state/use-store.ts";

export interface FigureChoice {
  readonly id: string;
  readonly label: string;
  /** Whether it is there unless it is left out. */
  readonly isUsual: boolean;
}

export interface ProbeFigure extends FigureChoice {
  /** As in `ProbeChartProps`. */
  readonly source: "queue" | number;
  readonly probeId: string;
}

/** As wide as the page; two of all others stand side by side. */
const WIDE_FIGURES = ["path", "cwnd"];

export function isWide(id: string): boolean {
  return WIDE_FIGURES.includes(id);
}

/** Two pages hold what is usual of one run: the path of one moment and the plane of two rates are there when asked for. */
const ON_REQUEST: readonly string[] = ["path", "phase"];

/** In the order of the page. */
export function plotFigures(flows: number): FigureChoice[] {
  const labelOf = (id: string) => PIECES.find((piece) => piece.id === id)?.label ?? id;
  const plots = PLOTS.filter((plot) => hasPlot(plot, flows)).map(({ id, ofSeveralFlows }) => ({
    id,
    label: labelOf(id),
    isUsual: !ON_REQUEST.includes(id) && (flows > 1 || ofSeveralFlows === undefined),
  }));
  return [{ id: "path", label: labelOf("path"), isUsual: false }, ...plots];
}

/** The queue and the first few senders. */
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
      {PLOTS.filter((plot) => hasPlot(plot, run.snapshot.results.flows.length)).map(({ id, Plot }) => (
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
  /** The run that they show; null before the first ones. */
  readonly run: RunView | null;
  readonly byId: ReadonlyMap<string, PageFigure>;
}

/** All changes of one moment at once; a run that grows is drawn a few times a second. */
const GATHER_MS = 200;

/** Drawn anew when what stands on the stage has changed. */
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

/** The figures on the stage that are drawn by now, by id. */
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
