/** The screen of papers: every figure and table of the sources next to the simulator's results. */
import { useEffect, useMemo } from "react";
import { useBench, useBenchState } from "../../core/use-store.ts";
import { ExperimentPage } from "./ExperimentPage.tsx";
import { FigureCards } from "./FigureCards.tsx";
import { PapersContext, papersStoreOf } from "./papers-store.ts";
import { papersView } from "./shelves.ts";
import "./papers.css";

export function PapersScreen() {
  const bench = useBench();
  const study = useMemo(() => papersStoreOf(bench), [bench]);
  const text = useBenchState((state) => state.screen.text);
  const { experiment, unknown } = papersView(text, study.experiments);
  useEffect(() => {
    study.enter();
    return () => study.leave();
  }, [study]);
  return (
    <PapersContext value={study}>
      {experiment === null ? (
        <FigureCards unknown={unknown} />
      ) : (
        <ExperimentPage key={experiment.id} experiment={experiment} />
      )}
    </PapersContext>
  );
}
