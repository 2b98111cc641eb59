/** The page: the bench as its main screen, and the navigation to the other screens. */

import { useDeferredValue, useEffect, useLayoutEffect } from "react";
import { WhyDock } from "../bench/explain/WhyDock.tsx";
import { SetAside } from "../bench/kept-on-device.tsx";
import { handleKey } from "../bench/keys.ts";
import { Notices } from "../bench/Notices.tsx";
import { SidePanel } from "../bench/numbers/SidePanel.tsx";
import { fitPage } from "../bench/page-frame.ts";
import { PlaybackBar } from "../bench/player/PlaybackBar.tsx";
import { PlotOverlay } from "../bench/plots/TimePlot.tsx";
import { RunError } from "../bench/RunError.tsx";
import { ScenarioPanel } from "../bench/rail/ScenarioPanel.tsx";
import { Stage } from "../bench/Stage.tsx";
import { usePaintedEvent } from "../bench/use-painted-event.ts";
import { useRuns } from "../bench/use-runs.ts";
import type { Bench } from "../core/bench.ts";
import { WHOLE_PAGE } from "../core/page-options.ts";
import { BenchContext, useBench, useBenchState } from "../core/use-store.ts";
import { EmbedHead } from "../features/embed/EmbedHead.tsx";
import { NewVersion } from "../features/offline/NewVersion.tsx";
import { catchDrops } from "../shared/drops.ts";
import { showTheme } from "../shared/hooks.ts";
import { ErrorBoundary, LazyPlace } from "../shared/lazy.tsx";
import { Header } from "./Header.tsx";
import { KeyboardWays } from "./KeyboardWays.tsx";
import {
  CodePlace,
  FurtherScreen,
  GuidePlace,
  OpenedDialog,
  PlotPrediction,
  PrintedReport,
  Projector,
  takeDrop,
} from "./screens.tsx";

/** Announces the effect of a change to screen readers. */
function LiveRegion() {
  const announcement = useBenchState((state) => state.announcement);
  return (
    <p className="unseen" role="status" aria-live="polite" aria-atomic="true" data-live-region>
      {announcement}
    </p>
  );
}

export function App({ bench }: { readonly bench: Bench }) {
  return (
    <BenchContext value={bench}>
      <ErrorBoundary part="The page">
        <Page />
      </ErrorBoundary>
    </BenchContext>
  );
}

function Page() {
  useKeys();
  useTheme();
  useVisibility();
  useFrame();
  useDrops();
  const screen = useBenchState((state) => state.screen.id);
  const { present, embed } = useBenchState((state) => state.frame);
  if (present && screen === "bench")
    return (
      <>
        <LazyPlace part="The projector">
          <Projector />
        </LazyPlace>
        <LiveRegion />
        <OpenedDialog />
      </>
    );
  return (
    <div className={screen === "bench" ? "bench" : "bench bench--screen"}>
      {screen === "bench" && <KeyboardWays />}
      {embed ? <EmbedHead /> : <Header />}
      {screen === "bench" ? <BenchScreen /> : <FurtherScreen id={screen} />}
      <LiveRegion />
      <NewVersion />
      <SetAside />
      <OpenedDialog />
    </div>
  );
}

function BenchScreen() {
  const { run, pinned } = useRuns();
  const scenario = useBenchState((state) => state.run.scenario);
  const code = useBenchState((state) => state.code);
  const predicts = useBenchState((state) => state.guide?.kind === "lesson");
  usePaintedEvent(run, scenario);
  // The first plots are drawn before the controls around them.
  const plotted = useDeferredValue(run !== null, false);
  return (
    <>
      <GuidePlace />
      <ErrorBoundary part="The controls">
        {!plotted ? (
          <section className="rail" />
        ) : code === null ? (
          <ScenarioPanel />
        ) : (
          <CodePlace place={code} />
        )}
      </ErrorBoundary>
      <div className="work">
        <main className="stage" aria-label="Plots" aria-busy={run === null}>
          <Notices />
          <RunError />
          <PlotOverlay value={predicts ? PlotPrediction : null}>
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
          <ErrorBoundary part="The answer">
            <WhyDock run={run} />
          </ErrorBoundary>
          <LazyPlace part="The printed page">
            <PrintedReport />
          </LazyPlace>
        </>
      )}
    </>
  );
}

function useKeys(): void {
  const bench = useBench();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (bench.store.get().screen.id === "bench") handleKey(bench, event);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [bench]);
}

/** Hides the parts of the page that the URL hides. */
function useFrame(): void {
  const frame = useBenchState((state) => state.frame);
  const guide = useBenchState((state) => state.guide);
  useLayoutEffect(() => (frame === WHOLE_PAGE ? undefined : fitPage({ frame, guide })), [frame, guide]);
}

/** Handles files that are dropped on the page, which would otherwise replace it. */
function useDrops(): void {
  const bench = useBench();
  useEffect(() => catchDrops(window, (drop) => void takeDrop(bench, drop)), [bench]);
}

function useTheme(): void {
  const theme = useBenchState((state) => state.theme);
  useEffect(() => showTheme(document, theme), [theme]);
}

function useVisibility(): void {
  const { player } = useBench();
  const onBench = useBenchState((state) => state.screen.id === "bench");
  useEffect(() => {
    const follow = () => player.setVisible(!document.hidden && onBench);
    follow();
    document.addEventListener("visibilitychange", follow);
    return () => document.removeEventListener("visibilitychange", follow);
  }, [player, onBench]);
}
