/** The screen of papers: every figure and table of the sources next to the simulator's results. */
import { useEffect, useMemo } from "react";
import { useBench, useBenchState } from "../../core/use-store.ts";
import { ExperimentPage } from "./ExperimentPage.tsx";
import { papersView } from "./library.ts";
import { Overview } from "./Overview.tsx";
import { PapersContext, papersStoreOf } from "./papers-store.ts";

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
        <Overview unknown={unknown} />
      ) : (
        <ExperimentPage key={experiment.id} experiment={experiment} />
      )}
    </PapersContext>
  );
}
