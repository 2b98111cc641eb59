/** The main screen: takes the runs from the store, and gives them to the stage with the path and the plots, and to the parts around it. */

import { memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Scenario, Snapshot } from "../../engine/index.ts";
import { changesUntil, settingsAt } from "../core/live-changes.ts";
import { type RunView, runView, withChosenFlows } from "../core/run-view.ts";
import { useBench, useBenchState } from "../core/use-store.ts";
import { wordsOfRuns } from "../parts/words/run-labels.ts";
import { useTimeChartProps } from "../plots/chart-props.ts";
import { hasPlot, isOn, PLOTS } from "../plots/registry.ts";
import { PlotOverlay, type PlotRecord } from "../plots/TimePlot.tsx";
import { openingView, teethView } from "../plots/teeth.ts";
import { useMediaQuery } from "../shared/hooks.ts";
import { ErrorBoundary, LazyPlace, lazyPart } from "../shared/lazy.tsx";
import { FirstVisit } from "./FirstVisit.tsx";
import { useGuideParts, usePlace } from "./feature.ts";
import { Loading } from "./Loading.tsx";
import { Notices } from "./Notices.tsx";
import { Headline } from "./numbers/Headline.tsx";
import { SidePanel } from "./numbers/SidePanel.tsx";
import { STRIP_HEIGHT_PX } from "./path/dumbbell-layout.ts";
import { LivingPath } from "./path/LivingPath.tsx";
import { PlaybackBar } from "./player/PlaybackBar.tsx";
import { RunError } from "./RunError.tsx";
import { ScenarioPanel } from "./rail/ScenarioPanel.tsx";
import { usePaintedEvent } from "./use-painted-event.ts";

export function BenchScreen() {
  const { run, pinned } = useRuns();
  const scenario = useBenchState((state) => state.run.scenario);
  const PlotSheet = useGuideParts()?.PlotSheet ?? null;
  const [Editor, Dock] = [usePlace("controls"), usePlace("dock")];
  // The controls are drawn when the first plots are on the screen. Each snapshot of a live run would postpone a deferred
  // render (`useDeferredValue`), on a slow device for as long as the run lasts.
  const plotted = usePaintedEvent(run, scenario);
  return (
    <>
      <GuidePlace />
      <ErrorBoundary part="The controls">
        {!plotted ? (
          <section className="rail" />
        ) : Editor === null ? (
          <ScenarioPanel />
        ) : (
          <Editor>
            <ScenarioPanel />
          </Editor>
        )}
      </ErrorBoundary>
      <div className="work">
        <main className="stage" aria-label="Plots" aria-busy={run === null}>
          <Notices />
          <RunError />
          <PlotOverlay value={PlotSheet}>
            <Stage run={run} pinned={pinned} plotted={plotted} />
          </PlotOverlay>
        </main>
        <aside className="side" aria-label="Distribution and numbers">
          {run && plotted && (
            <ErrorBoundary part="The side panel">
              <SidePanel run={run} pinned={pinned} />
            </ErrorBoundary>
          )}
        </aside>
      </div>
      <ErrorBoundary part="The transport bar">
        {plotted ? <PlaybackBar /> : <section className="transport" />}
      </ErrorBoundary>
      {run && plotted && (
        <>
          <ErrorBoundary part="The answer">{Dock && <Dock run={run} />}</ErrorBoundary>
          <PaperPlace />
        </>
      )}
    </>
  );
}

/** Returns the run and the pinned run as the page shows them. The objects stay the same as long as their content is the same. */
export function useRuns(): { run: RunView | null; pinned: RunView | null } {
  const snapshot = useBenchState((state) => state.run.snapshot);
  const scenario = useBenchState((state) => state.run.scenario);
  const pinnedRun = useBenchState((state) => state.pinned);
  const before = pinnedRun?.scenario ?? null;
  const names = useMemo(
    () =>
      scenario !== null && (before !== null || isSpokenOf(scenario))
        ? wordsOfRuns(before, scenario)
        : undefined,
    [scenario, before],
  );
  const inForce = useInForce();
  const watch = useBenchState((state) => state.watch);
  const among = useChosenFlows();
  const run = useMemo(() => {
    const seen = runView(
      { snapshot: among(snapshot), scenario: inForce },
      names?.now ?? "",
      watch,
      names?.words,
    );
    return seen === null || scenario === null || inForce === scenario
      ? seen
      : { ...seen, recorded: scenario };
  }, [snapshot, among, inForce, scenario, names, watch]);
  const pinned = useMemo(
    () =>
      pinnedRun && runView({ ...pinnedRun, snapshot: among(pinnedRun.snapshot) }, names?.pinned ?? "", watch),
    [pinnedRun, among, names, watch],
  );
  return { run, pinned };
}

type Snapshots = <T extends Snapshot | null>(snapshot: T) => T | Snapshot;

/** Returns a function that adds Jain's index of the user's chosen flows to a snapshot, if flows were chosen. */
function useChosenFlows(): Snapshots {
  const chosen = useBenchState((state) => state.view.chosenFlows);
  return useCallback<Snapshots>(
    (snapshot) => (snapshot === null || chosen === null ? snapshot : withChosenFlows(snapshot, chosen)),
    [chosen],
  );
}

/** Returns whether the page describes the changes and flows of a run in words. It does not for a single flow without changes. */
function isSpokenOf({ changes, flows }: Scenario): boolean {
  return changes.length > 0 || flows.some(({ count }, i) => i + count > 1);
}

/** Returns the scenario with which the plots are drawn: in live mode, the settings that are in force now. */
function useInForce(): Scenario | null {
  const { store } = useBench();
  const scenario = useBenchState((state) => state.run.scenario);
  const changes = useBenchState(({ mode, run }) =>
    mode === "live" && run.scenario && run.snapshot
      ? changesUntil(run.scenario, run.snapshot.nowS).length
      : 0,
  );
  return useMemo(() => {
    const nowS = store.get().run.snapshot?.nowS ?? 0;
    return scenario === null || changes === 0 ? scenario : settingsAt(scenario, nowS);
  }, [store, scenario, changes]);
}

const STAGE = PLOTS.filter(({ place }) => place === "stage");

/** Media query of windows that show everything in one column. */
const ONE_COLUMN = "(max-width: 719px)";

interface StageProps {
  readonly run: RunView | null;
  readonly pinned: RunView | null;
  /** True once the plots have been drawn. The parts above them are drawn after that, in space that is reserved for them. */
  readonly plotted: boolean;
}

/** Renders again only for a new run. The components below select the rest of their state themselves. */
const Stage = memo(function Stage({ run, pinned, plotted }: StageProps) {
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
          <WholeRunPlace run={run} />
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

const WholeRun = lazyPart<{ readonly run: RunView }>(async () => (await import("./WholeRun.tsx")).WholeRun);

/** A strip that shows the whole run above the plots, if the run has too many sawtooth cycles to tell apart. */
function WholeRunPlace({ run }: { readonly run: RunView }) {
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
      <WholeRun run={run} />
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

/** The active lesson, task or talk next to the bench. */
function GuidePlace() {
  const guide = useBenchState((state) => state.guide);
  const Panel = useGuideParts()?.Panel;
  if (guide === null || Panel === undefined) return null;
  return (
    <LazyPlace part="The guide">
      <Panel guide={guide} />
    </LazyPlace>
  );
}

/** The bench on paper. */
function PaperPlace() {
  const Paper = usePlace("paper");
  return (
    Paper && (
      <LazyPlace part="The printed page">
        <Paper />
      </LazyPlace>
    )
  );
}
