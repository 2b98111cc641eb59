/** The page: the bench, its main screen, and the way to the others. */
import { type ComponentType, Suspense, useEffect, useLayoutEffect } from "react";
import { Notices } from "../bench/Notices.tsx";
import { Stage } from "../bench/Stage.tsx";
import { usePaintedEvent } from "../bench/use-painted-event.ts";
import { useRuns } from "../bench/use-runs.ts";
import { AfterFirstPlots, FirstPlots } from "../shared/AfterFirstPlots.tsx";
import { ErrorBoundary, RunError } from "../shared/ErrorBox.tsx";
import { MissingParts } from "../shared/NotLoadedBox.tsx";
import { miss, useLater } from "../shared/on-demand.ts";
import type { Bench } from "../state/bench.ts";
import { WHOLE_PAGE } from "../state/beside.ts";
import { BenchContext, useBench, useBenchState } from "../state/use-store.ts";
import { FurtherScreen } from "./FurtherScreen.tsx";
import { Header } from "./Header.tsx";
import { LiveRegion } from "./LiveRegion.tsx";
import {
  Answers,
  CONTRAST,
  DIALOGS,
  FRAMING,
  GUIDE_PANELS,
  KEYS,
  NewVersion,
  Printed,
  Projector,
  Rail,
  Side,
  Transport,
  Ways,
} from "./parts.ts";

export function App({ bench }: { readonly bench: Bench }) {
  return (
    <BenchContext value={bench}>
      <ErrorBoundary part="The page">
        <FirstPlots>
          <Page />
        </FirstPlots>
      </ErrorBoundary>
    </BenchContext>
  );
}

function Page() {
  useKeys();
  useTheme();
  useVisibility();
  const Head = useFrame();
  const screen = useBenchState((state) => state.screen.id);
  const presented = useBenchState(({ frame }) => frame.present);
  if (presented && screen === "bench")
    return (
      <>
        <ErrorBoundary part="The projector">
          <Suspense>
            <Projector />
          </Suspense>
        </ErrorBoundary>
        <LiveRegion />
        <OpenedDialog />
      </>
    );
  return (
    <div className={screen === "bench" ? "bench" : "bench bench--screen"}>
      {screen === "bench" && (
        <AfterFirstPlots part="The ways by keyboard">
          <Ways />
        </AfterFirstPlots>
      )}
      <Head />
      {screen === "bench" ? <BenchScreen /> : <FurtherScreen id={screen} />}
      <LiveRegion />
      <Newer />
      <OpenedDialog />
    </div>
  );
}

/** Not during a talk. */
function Newer() {
  const version = useBenchState((state) => state.newVersion);
  if (version === null) return null;
  return (
    <AfterFirstPlots part="The new version">
      <NewVersion />
    </AfterFirstPlots>
  );
}

function OpenedDialog() {
  const name = useBenchState((state) => state.dialog);
  if (name === null) return null;
  const Opened = DIALOGS[name];
  return (
    <ErrorBoundary key={name} part="The dialog">
      <Suspense>
        <Opened />
      </Suspense>
    </ErrorBoundary>
  );
}

function GuidePlace() {
  const guide = useBenchState((state) => state.guide);
  const Panel = guide && GUIDE_PANELS[guide.kind];
  return (
    Panel && (
      <AfterFirstPlots part="The guide">
        <Panel guide={guide} />
      </AfterFirstPlots>
    )
  );
}

function BenchScreen() {
  return (
    <>
      <GuidePlace />
      <AfterFirstPlots part="The controls" place={<section className="rail" />}>
        <Rail />
      </AfterFirstPlots>
      <Plots />
      <AfterFirstPlots part="The transport bar" place={<section className="transport" />}>
        <Transport />
      </AfterFirstPlots>
      <AfterFirstPlots part="The printed page">
        <Printed />
      </AfterFirstPlots>
    </>
  );
}

function Plots() {
  const { run, pinned } = useRuns();
  const scenario = useBenchState((state) => state.run.scenario);
  usePaintedEvent(run, scenario);
  return (
    <>
      <div className="work">
        <main className="stage" aria-label="Plots" aria-busy={run === null}>
          <Notices />
          <MissingParts />
          <RunError />
          <Stage run={run} pinned={pinned} />
        </main>
        <aside className="side" aria-label="Distribution and numbers">
          {run && (
            <AfterFirstPlots part="The side panel">
              <Side run={run} pinned={pinned} />
            </AfterFirstPlots>
          )}
        </aside>
      </div>
      {run && (
        <AfterFirstPlots part="The answer">
          <Answers run={run} />
        </AfterFirstPlots>
      )}
    </>
  );
}

function useKeys(): void {
  const bench = useBench();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (bench.store.get().screen.id !== "bench") return;
      if (KEYS.now !== null) KEYS.now.handleKey(bench, event);
      // Whoever is faster than the program is heard when it is here.
      else KEYS.fetch().then(({ handleKey }) => handleKey(bench, event), miss);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [bench]);
}

/** What of the page is seen, and its head: another one inside another page. */
function useFrame(): ComponentType {
  const frame = useBenchState((state) => state.frame);
  const guide = useBenchState((state) => state.guide);
  const framing = useLater(FRAMING, frame !== WHOLE_PAGE);
  useLayoutEffect(() => framing?.fitPage({ frame, guide }), [framing, frame, guide]);
  return frame.embed && framing !== null ? framing.EmbedHead : Header;
}

function useTheme(): void {
  const theme = useBenchState((state) => state.theme);
  const here = useLater(CONTRAST, theme === "contrast");
  useEffect(() => {
    const root = document.documentElement;
    if (theme === "contrast" && here === null) return;
    if (theme === "system") root.removeAttribute("data-theme");
    else root.setAttribute("data-theme", theme);
  }, [theme, here]);
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
