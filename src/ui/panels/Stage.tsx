/** The stage: the sentence, the living path and the time plots on one shared axis. */
import { memo, useCallback, useMemo, useState } from "react";
import { CwndChart } from "../charts/CwndChart.tsx";
import type { RunView, TimeChartProps } from "../charts/chart-props.ts";
import { QueueDelayChart } from "../charts/QueueDelayChart.tsx";
import { ThroughputChart } from "../charts/ThroughputChart.tsx";
import { watchedLink } from "../charts/watched-link.ts";
import { targetSetting } from "../state/link-handles.ts";
import { useCapacity, useTimeChartProps } from "../state/use-chart-props.ts";
import { FLOWS, useHandle, useLinkHandle } from "../state/use-handle.ts";
import { useMediaQuery } from "../state/use-runs.ts";
import { useBench, useBenchState } from "../state/use-store.ts";
import { ErrorBoundary } from "./ErrorBox.tsx";
import { Headline } from "./Headline.tsx";
import { useLinkMenu } from "./LinkMenu.tsx";
import { LivingPath } from "./LivingPath.tsx";
import { Loading } from "./Loading.tsx";

interface StageProps {
  readonly run: RunView | null;
  readonly pinned: RunView | null;
}

const PLOTS = [
  { id: "cwnd", label: "cwnd" },
  { id: "delay", label: "Queue delay" },
  { id: "throughput", label: "Throughput" },
] as const;

type PlotId = (typeof PLOTS)[number]["id"];

/** Narrower than this, the plots take turns. */
export const ONE_PLOT_AT_A_TIME = "(max-width: 719px)";

/** Drawn again for a new run only: what else it shows is selected further down. */
export const Stage = memo(function Stage({ run, pinned }: StageProps) {
  const oneAtATime = useMediaQuery(ONE_PLOT_AT_A_TIME);
  const [chosen, setChosen] = useState<PlotId>("cwnd");
  if (run === null) return <Loading />;
  return (
    <>
      <Headline run={run} pinned={pinned} />
      <ErrorBoundary part="The path">
        <LivingPath run={run} />
      </ErrorBoundary>
      {oneAtATime && <PlotPicker chosen={chosen} onChoose={setChosen} />}
      <ErrorBoundary part="A plot">
        <Plots run={run} pinned={pinned} only={oneAtATime ? chosen : null} />
      </ErrorBoundary>
    </>
  );
});

function PlotPicker({ chosen, onChoose }: { readonly chosen: PlotId; onChoose(plot: PlotId): void }) {
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
  readonly only: PlotId | null;
}

function Plots({ run, pinned, only }: PlotsProps) {
  const chart = useTimeChartProps(run, pinned);
  const stacked = only === null;
  // The lowest plot of a stack carries the labels of the axis that all share.
  const upper = useMemo(() => (stacked ? { ...chart, timeLabels: false } : chart), [chart, stacked]);
  const shows = (plot: PlotId) => stacked || only === plot;
  return (
    <div className="plots">
      {shows("cwnd") && <CwndPlot chart={upper} />}
      {shows("delay") && <DelayPlot chart={upper} />}
      {shows("throughput") && <ThroughputPlot chart={chart} />}
    </div>
  );
}

/** A plot is drawn again only when one of its own properties changes. */
const Cwnd = memo(CwndChart);
const QueueDelay = memo(QueueDelayChart);
const Throughput = memo(ThroughputChart);

const BETA = "beta-ecn";

function CwndPlot({ chart }: { readonly chart: TimeChartProps }) {
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
  return (
    <Cwnd
      {...chart}
      wholeRange={wholeRange}
      onWholeRange={onWholeRange}
      onBetaDrag={steady ? beta?.onDrag : undefined}
    />
  );
}

function DelayPlot({ chart }: { readonly chart: TimeChartProps }) {
  const target = useLinkHandle(watchedLink(chart.run).id, targetSetting);
  const menu = useLinkMenu(chart.run, "at");
  return <QueueDelay {...chart} target={target} linkMenu={menu} />;
}

function ThroughputPlot({ chart }: { readonly chart: TimeChartProps }) {
  const { capacity, handle } = useCapacity(chart.run);
  return <Throughput {...chart} capacity={capacity} handle={handle} />;
}
