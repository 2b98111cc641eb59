/** The stage: the sentence about the run, the animated path, and the time plots on one shared axis. */

import { memo, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { RunView } from "../core/run-view.ts";
import { useBench, useBenchState } from "../core/use-store.ts";
import { hasPlot, isOn, PLOTS } from "../plots/registry.ts";
import type { PlotRecord } from "../plots/TimePlot.tsx";
import { openingView, teethView } from "../plots/teeth.ts";
import { ErrorBoundary, LazyPlace, lazyPart } from "../shared/lazy.tsx";
import { FirstVisit } from "./FirstVisit.tsx";
import { Loading } from "./Loading.tsx";
import { Headline } from "./numbers/Headline.tsx";
import { STRIP_HEIGHT_PX } from "./path/dumbbell-layout.ts";
import { LivingPath } from "./path/LivingPath.tsx";
import { useMediaQuery, useTimeChartProps } from "./use-runs.ts";

interface StageProps {
  readonly run: RunView | null;
  readonly pinned: RunView | null;
  /** True once the plots have been drawn. The parts above them are drawn after that, in space that is reserved for them. */
  readonly plotted: boolean;
}

const STAGE = PLOTS.filter(({ place }) => place === "stage");

/** Media query of windows that show everything in one column. */
const ONE_COLUMN = "(max-width: 719px)";

/** Renders again only for a new run. The components below select the rest of their state themselves. */
export const Stage = memo(function Stage({ run, pinned, plotted }: StageProps) {
  const oneColumn = useMediaQuery(ONE_COLUMN);
  useOpeningView(run);
  if (run === null) return <Loading />;
  return (
    <>
      {plotted ? (
        <>
          <FirstVisit />
          <Headline run={run} pinned={pinned} />
          <LivingPath run={run} />
          <OverviewPlace run={run} />
        </>
      ) : (
        <>
          <div className="headline" />
          <div className="path-place" style={{ height: STRIP_HEIGHT_PX }} />
        </>
      )}
      <ErrorBoundary part="A plot">
        <Plots run={run} pinned={pinned} apart={oneColumn} />
      </ErrorBoundary>
    </>
  );
});

/**
 * Opens a run with very many sawtooth cycles (teeth) with about ten of them in view, around the playhead. The plots show the
 * whole run again once a change has left few enough cycles, unless the user has chosen a time range.
 */
function useOpeningView(run: RunView | null): void {
  const { store } = useBench();
  const isOpening = useBenchState(({ view }) => view.isOpening);
  const isChanging = useBenchState(({ changing }) => changing !== null);
  const chosen = useRef<readonly [number, number] | null>(null);
  // A layout effect runs before the browser paints, so that the whole run does not appear first.
  useLayoutEffect(() => {
    if (run?.snapshot.done !== true || isChanging) return;
    const { view, playback, scenario, run: shown } = store.get();
    // Until the opened run is complete, the plots show the previous run.
    if (shown.scenario !== scenario) return;
    const isOwn = view.zoom !== null && view.zoom === chosen.current;
    if (!isOpening && !isOwn) return;
    if (isOpening) {
      const range = openingView(run, playback.playheadS);
      chosen.current = range && [range.fromS, range.toS];
      store.set({ view: { ...view, zoom: view.zoom ?? chosen.current, isOpening: false } });
    } else if (teethView(run) === null) store.set({ view: { ...view, zoom: null } });
  }, [store, run, isOpening, isChanging]);
}

const Overview = lazyPart<{ readonly run: RunView }>(async () => (await import("./Overview.tsx")).Overview);

/** A strip that shows the whole run above the plots, if the run has too many sawtooth cycles to tell apart. */
function OverviewPlace({ run }: { readonly run: RunView }) {
  const embed = useBenchState(({ frame }) => frame.embed);
  // An unfinished run has fewer sawtooth cycles. The strip stays until the run is complete, so that the plots do not move during
  // a drag.
  const [isCrowded, setCrowded] = useState(false);
  useEffect(() => {
    if (run.snapshot.done) setCrowded(teethView(run) !== null);
  }, [run]);
  if (!isCrowded || embed) return null;
  return (
    <LazyPlace part="The overview">
      <Overview run={run} />
    </LazyPlace>
  );
}

interface PlotsProps {
  readonly run: RunView;
  readonly pinned: RunView | null;
  /** True if the plots that stay in view are in a separate stack. */
  readonly apart: boolean;
}

function Plots({ run, pinned, apart }: PlotsProps) {
  return apart ? (
    <>
      <Stack list={STAGE.filter(({ stays }) => stays)} run={run} pinned={pinned} />
      <Stack list={STAGE.filter(({ stays }) => !stays)} run={run} pinned={pinned} more />
    </>
  ) : (
    <Stack list={STAGE} run={run} pinned={pinned} />
  );
}

interface StackProps extends Omit<PlotsProps, "apart"> {
  readonly list: readonly PlotRecord[];
  readonly more?: boolean;
}

function Stack({ list, run, pinned, more = false }: StackProps) {
  const chart = useTimeChartProps(run, pinned);
  const frame = useBenchState((state) => state.frame);
  const seen = list.filter((plot) => hasPlot(plot, run) && isOn(plot, frame));
  // The lowest plot of a stack carries the labels of the shared time axis.
  const upper = useMemo(() => ({ ...chart, timeLabels: false }), [chart]);
  return (
    <div className={more ? "plots plots--more" : "plots"}>
      {seen.map(({ id, Plot }) => (
        <Plot key={id} chart={id === seen[seen.length - 1].id ? chart : upper} />
      ))}
    </div>
  );
}
