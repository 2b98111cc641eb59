/** The page: the bench, its main screen, and the way to the others. */
import { useEffect } from "react";
import { PlaybackBar } from "./controls/PlaybackBar.tsx";
import { ScenarioPanel } from "./controls/ScenarioPanel.tsx";
import { AlgorithmCard } from "./panels/AlgorithmCard.tsx";
import { ErrorBoundary, RunError } from "./panels/ErrorBox.tsx";
import { FurtherScreen } from "./panels/FurtherScreen.tsx";
import { Header } from "./panels/Header.tsx";
import { HelpDialog } from "./panels/HelpDialog.tsx";
import { LiveRegion } from "./panels/LiveRegion.tsx";
import { ModelNotes } from "./panels/ModelNotes.tsx";
import { Notices } from "./panels/Notices.tsx";
import { PresetsMenu } from "./panels/PresetsMenu.tsx";
import { ShareDialog } from "./panels/ShareDialog.tsx";
import { SidePanel } from "./panels/SidePanel.tsx";
import { Stage } from "./panels/Stage.tsx";
import type { Bench } from "./state/bench.ts";
import { handleKey } from "./state/keys.ts";
import { usePaintedEvent } from "./state/painted.ts";
import { useRuns } from "./state/use-runs.ts";
import { BenchContext, useBench, useBenchState } from "./state/use-store.ts";

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
  const screen = useBenchState((state) => state.screen.id);
  return (
    <div className={screen === "bench" ? "bench" : "bench bench--screen"}>
      <Header />
      {screen === "bench" ? <BenchScreen /> : <FurtherScreen id={screen} />}
      <LiveRegion />
      <AlgorithmCard />
      <HelpDialog />
      <ModelNotes />
      <PresetsMenu />
      <ShareDialog />
    </div>
  );
}

function BenchScreen() {
  return (
    <>
      <ScenarioPanel />
      <Plots />
      <PlaybackBar />
    </>
  );
}

function Plots() {
  const { run, pinned } = useRuns();
  const scenario = useBenchState((state) => state.run.scenario);
  usePaintedEvent(run, scenario);
  return (
    <div className="work">
      <main className="stage" aria-label="Plots" aria-busy={run === null}>
        <Notices />
        <RunError />
        <Stage run={run} pinned={pinned} />
      </main>
      <aside className="side" aria-label="Distribution and numbers">
        {run && <SidePanel run={run} pinned={pinned} />}
      </aside>
    </div>
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

function useTheme(): void {
  const theme = useBenchState((state) => state.theme);
  useEffect(() => {
    const root = document.documentElement;
    if (theme === "system") root.removeAttribute("data-theme");
    else root.setAttribute("data-theme", theme);
  }, [theme]);
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
