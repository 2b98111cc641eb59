/** The sweep: one or two settings varied, a measure, and what comes of it as a line with its spread or as a heat map. */
import "../shared/rail.css";
import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { ErrorBoundary } from "../shared/lazy.tsx";
import { useBench, useBenchState } from "../state/use-store.ts";
import { adoptBase } from "./adopt-base.ts";
import { type Draft, draftFromText, draftToText } from "./draft.ts";
import { SweepRail } from "./SweepRail.tsx";
import { SweepResults } from "./SweepResults.tsx";
import { deskOf, type SweepDesk } from "./sweep-desk.ts";
import "./sweep.css";

const ONE_COLUMN = "(max-width: 899px)";

export function SweepScreen() {
  const bench = useBench();
  const desk = useMemo(() => deskOf(bench), [bench]);
  const state = useSyncExternalStore(desk.store.subscribe, desk.store.get);
  const results = useRef<HTMLDivElement>(null);
  useFragment(desk);
  useEffect(() => {
    desk.runs.resume();
    return () => desk.runs.pause();
  }, [desk]);
  const write = (draft: Draft) => desk.write(draft);
  const start = () => {
    desk.start();
    // On a small screen the picture is below what was written.
    if (window.matchMedia(ONE_COLUMN).matches) results.current?.scrollIntoView();
  };
  return (
    <div className="sweep">
      <SweepRail state={state} onWrite={write} onStart={start} />
      <ErrorBoundary part="The sweep's picture">
        <div className="sweep__results" ref={results}>
          <SweepResults desk={desk} state={state} />
        </div>
      </ErrorBoundary>
    </div>
  );
}

/** The fragment follows what is written, and what is written follows the fragment when one is opened. */
function useFragment(desk: SweepDesk): void {
  const bench = useBench();
  const text = useBenchState((state) => state.screen.text);
  useEffect(() => {
    if (text === draftToText(desk.store.get().draft)) return;
    if (text === "") {
      desk.take(bench.store.get().scenario);
    } else {
      const { draft, notices, ofAge } = draftFromText(text);
      adoptBase(bench, draft.base);
      desk.write(draft, notices, ofAge);
    }
  }, [text, desk, bench]);
  useEffect(() => {
    const follow = () => {
      const written = draftToText(desk.store.get().draft);
      const { screen } = bench.store.get();
      if (screen.id === "sweep" && screen.text !== written) {
        bench.showScreen({ id: "sweep", text: written }, "replace");
      }
    };
    follow();
    return desk.store.subscribe(follow);
  }, [desk, bench]);
}
