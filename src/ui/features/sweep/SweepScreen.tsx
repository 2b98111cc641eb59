/** The sweep: one or two settings are varied, and a metric is shown as a line with its spread or as a heat map. */

import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { defaultScenario, type Scenario, scenarioToUrl } from "../../../engine/index.ts";
import type { Bench } from "../../core/bench.ts";
import { openingOf } from "../../core/edits.ts";
import { useBench, useBenchState } from "../../core/use-store.ts";
import { ErrorBoundary } from "../../shared/lazy.tsx";
import { type Draft, type DraftReading, draftFromText, draftToText } from "./draft.ts";
import { SweepRail } from "./SweepRail.tsx";
import { SweepResults } from "./SweepResults.tsx";
import { type SweepStore, sweepStoreOf } from "./sweep-store.ts";
import "./sweep.css";

const ONE_COLUMN = "(max-width: 899px)";

export function SweepScreen() {
  const bench = useBench();
  const sweeps = useMemo(() => sweepStoreOf(bench), [bench]);
  const state = useSyncExternalStore(sweeps.store.subscribe, sweeps.store.get);
  const results = useRef<HTMLDivElement>(null);
  useFragment(sweeps);
  useEffect(() => {
    sweeps.runs.resume();
    return () => sweeps.runs.pause();
  }, [sweeps]);
  const write = (draft: Draft) => sweeps.write(draft);
  const start = () => {
    sweeps.start();
    // On a small screen the picture is below the form, so it is scrolled into view.
    if (window.matchMedia(ONE_COLUMN).matches) results.current?.scrollIntoView();
  };
  return (
    <div className="sweep">
      <SweepRail state={state} onWrite={write} onStart={start} />
      <ErrorBoundary part="The sweep's picture">
        <div className="sweep__results" ref={results}>
          <SweepResults sweeps={sweeps} state={state} />
        </div>
      </ErrorBoundary>
    </div>
  );
}

/** Keeps the fragment equal to the definition, and reads the definition from a fragment that is opened. */
function useFragment(sweeps: SweepStore): void {
  const bench = useBench();
  const text = useBenchState((state) => state.screen.text);
  const isWaiting = useRef(false);
  useEffect(() => {
    isWaiting.current = false;
    if (text === draftToText(sweeps.store.get().draft)) return;
    if (text === "") {
      sweeps.take(bench.store.get().scenario);
    } else {
      // The URL stays as it is until the reader of its programs is loaded.
      isWaiting.current = true;
      const show = ({ draft, notices, ofAge }: DraftReading) => {
        const { screen } = bench.store.get();
        if (screen.id !== "sweep" || screen.text !== text) return;
        isWaiting.current = false;
        adoptBase(bench, draft.base);
        sweeps.write(draft, notices, ofAge);
      };
      bench.readText((reader) => draftFromText(text, reader), show);
    }
  }, [text, sweeps, bench]);
  useEffect(() => {
    const follow = () => {
      const written = draftToText(sweeps.store.get().draft);
      const { screen } = bench.store.get();
      if (screen.id === "sweep" && screen.text !== written && !isWaiting.current) {
        bench.showScreen({ id: "sweep", text: written }, "replace");
      }
    };
    follow();
    return sweeps.store.subscribe(follow);
  }, [sweeps, bench]);
}

/**
 * Applies the scenario of a sweep from a URL to the bench, if the bench has not been used yet, so that the user finds
 * that scenario on returning to the bench.
 */
export function adoptBase(bench: Bench, base: Scenario): void {
  const { scenario, past } = bench.store.get();
  const isFresh = past.length === 0 && scenarioToUrl(scenario) === scenarioToUrl(defaultScenario());
  if (!isFresh || scenarioToUrl(base) === scenarioToUrl(scenario)) return;
  bench.edits.open(openingOf(base));
}
