/** The page: the bench as its main screen, and the navigation to the other screens. */

import { type PropsWithChildren, useEffect, useLayoutEffect, useMemo } from "react";
import { BenchScreen } from "../bench/BenchScreen.tsx";
import { FeaturesContext, useFeatures, usePlace } from "../bench/feature.ts";
import { SavePicture } from "../bench/pictures/SavePicture.tsx";
import type { Bench } from "../core/bench.ts";
import { handleKey } from "../core/keyboard.ts";
import { WHOLE_PAGE } from "../core/page-options.ts";
import { BenchContext, useBench, useBenchState } from "../core/use-store.ts";
import { SetAside } from "../parts/kept-on-device.tsx";
import { NO_PARTS, PlotPartsContext } from "../plots/chart-props.ts";
import { catchDrops } from "../shared/drops.ts";
import { showTheme } from "../shared/hooks.ts";
import { ErrorBoundary, LazyPlace } from "../shared/lazy.tsx";
import { FEATURES } from "./features.ts";
import { Header } from "./Header.tsx";
import { KeyboardWays } from "./KeyboardWays.tsx";
import { fitPage } from "./page-frame.ts";
import { FurtherScreen, OpenedDialog, takeDrop } from "./screens.tsx";

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
    <FeaturesContext value={FEATURES}>
      <BenchContext value={bench}>
        <ErrorBoundary part="The page">
          <WithPlotParts>
            <Page />
          </WithPlotParts>
        </ErrorBoundary>
      </BenchContext>
    </FeaturesContext>
  );
}

/** Gives the plots what the features and the bench add to them. */
function WithPlotParts({ children }: PropsWithChildren) {
  const [Layer, Tool] = [usePlace("plotLayer"), usePlace("plotTool")];
  const measuring = useFeatures().find((feature) => feature.useMeasured !== undefined)?.useMeasured;
  const parts = useMemo(
    () => ({ Menu: SavePicture, Layer, Tool, useMeasured: measuring ?? NO_PARTS.useMeasured }),
    [Layer, Tool, measuring],
  );
  return <PlotPartsContext value={parts}>{children}</PlotPartsContext>;
}

function Page() {
  useKeys();
  useTheme();
  useVisibility();
  useFrame();
  useDrops();
  const screen = useBenchState((state) => state.screen.id);
  const { present, embed } = useBenchState((state) => state.frame);
  const [Projector, Embedded, Corner] = [usePlace("projector"), usePlace("embedded"), usePlace("corner")];
  if (present && Projector !== null && screen === "bench")
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
      {embed && Embedded ? (
        <LazyPlace part="The header" fallback={<header className="head" />}>
          <Embedded />
        </LazyPlace>
      ) : (
        <Header />
      )}
      {screen === "bench" ? <BenchScreen /> : <FurtherScreen id={screen} />}
      <LiveRegion />
      {Corner && <Corner />}
      <SetAside />
      <OpenedDialog />
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
