/** The stage: the sentence, the living path and the time plots on one shared axis. */
import { memo, useMemo, useState } from "react";
import type { RunView } from "../charts/chart-props.ts";
import { useTimeChartProps } from "../hooks/use-chart-props.ts";
import { useMediaQuery } from "../hooks/use-runs.ts";
import { PathAbove, SentenceAbove } from "../parts.ts";
import { STRIP_HEIGHT_PX } from "../path/strip-height.ts";
import * as plots from "../plots/stage-registry.ts";
import { AfterFirstPlots } from "./AfterFirstPlots.tsx";
import { ErrorBoundary } from "./ErrorBox.tsx";
import { Loading } from "./Loading.tsx";

interface StageProps {
  readonly run: RunView | null;
  readonly pinned: RunView | null;
}

const PLOTS = Object.values(plots);

/** Narrower than this, the plots take turns. */
export const ONE_PLOT_AT_A_TIME = "(max-width: 719px)";

/** Drawn again for a new run only: what else it shows is selected further down. */
export const Stage = memo(function Stage({ run, pinned }: StageProps) {
  const oneAtATime = useMediaQuery(ONE_PLOT_AT_A_TIME);
  const [chosen, setChosen] = useState(PLOTS[0].id);
  if (run === null) return <Loading />;
  return (
    <>
      <AfterFirstPlots part="The sentence above the plots" place={<HeadlinePlace />}>
        <SentenceAbove run={run} pinned={pinned} />
      </AfterFirstPlots>
      <AfterFirstPlots part="The path" place={<div style={{ flex: "none", height: STRIP_HEIGHT_PX }} />}>
        <PathAbove run={run} />
      </AfterFirstPlots>
      {oneAtATime && <PlotPicker chosen={chosen} onChoose={setChosen} />}
      <ErrorBoundary part="A plot">
        <Plots run={run} pinned={pinned} only={oneAtATime ? chosen : null} />
      </ErrorBoundary>
    </>
  );
});

/** As high as a sentence of one line, so that the plots stay where they are. */
function HeadlinePlace() {
  return (
    <div className="headline">
      <p className="headline__text">{"\u00a0"}</p>
      <p className="headline__aside" />
    </div>
  );
}

function PlotPicker({ chosen, onChoose }: { readonly chosen: string; onChoose(plot: string): void }) {
  return (
    <div className="segments" role="radiogroup" aria-label="Plot">
      {PLOTS.map(({ id, label }) => (
        <label key={id} className="segments__item">
          <input type="radio" name="plot" value={id} checked={chosen === id} onChange={() => onChoose(id)} />
          <span>{label}</span>
        </label>
      ))}
    </div>
  );
}

interface PlotsProps {
  readonly run: RunView;
  readonly pinned: RunView | null;
  /** The id of the only one that is shown. */
  readonly only: string | null;
}

function Plots({ run, pinned, only }: PlotsProps) {
  const chart = useTimeChartProps(run, pinned);
  const stacked = only === null;
  // The lowest plot of a stack carries the labels of the axis that all share.
  const upper = useMemo(() => (stacked ? { ...chart, timeLabels: false } : chart), [chart, stacked]);
  const shown = PLOTS.filter(({ id }) => stacked || only === id);
  return (
    <div className="plots">
      {shown.map(({ id, Plot }) => (
        <Plot key={id} chart={id === PLOTS[PLOTS.length - 1].id ? chart : upper} />
      ))}
    </div>
  );
}
