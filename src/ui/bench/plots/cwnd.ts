/** The sawtooth, with a drop that sets β_ecn. */
import { useCallback } from "react";
import { useBench, useBenchState } from "../../state/use-store.ts";
import { CwndChart } from "./CwndChart.tsx";
import { definePlot } from "./plot.ts";
import { FLOWS, useHandle } from "./use-handle.ts";

const BETA = "beta-ecn";

export const cwnd = definePlot({
  id: "cwnd",
  place: "stage",
  heightPx: 150,
  stays: true,
  share: 2.1,
  useProps(chart) {
    const { store } = useBench();
    const wholeRange = useBenchState((state) => state.view.wholeRange);
    const onWholeRange = useCallback(
      (whole: boolean) => store.set(({ view }) => ({ view: { ...view, wholeRange: whole } })),
      [store],
    );
    const beta = useHandle(FLOWS, BETA);
    // With a change of it in mid-run, a tooth's depth is not what the control of the start says.
    const steady = useBenchState(
      ({ mode, scenario }) => mode === "live" || scenario.changes.every(({ id }) => id !== BETA),
    );
    return {
      ...chart,
      wholeRange,
      onWholeRange,
      onBetaDrag: steady && !beta?.isFixed ? beta?.onDrag : undefined,
    };
  },
  Chart: CwndChart,
});
