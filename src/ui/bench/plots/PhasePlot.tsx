/** The rates of the first two flows over the watched link against each other, with the fairness and the efficiency line. */

import { useCallback, useMemo, useRef } from "react";
import { Axes, PlotLabels, valueAxis } from "../../shared/chart/Axes.tsx";
import type { ChartColours } from "../../shared/chart/colours.ts";
import { PlotCanvas, useSize } from "../../shared/chart/PlotCanvas.tsx";
import type { Plot } from "../../shared/chart/plot-geometry.ts";
import { ChartFrame } from "./ChartFrame.tsx";
import { capacitySteps, highestOf } from "./capacity-steps.ts";
import type { PhasePlotProps } from "./chart-props.ts";
import { passesWatched } from "./flow-names.ts";
import {
  drawPhase,
  type PhasePath,
  phaseLabels,
  phaseNotes,
  phasePath,
  phasePlot,
  phaseReach,
  phaseTable,
} from "./phase-model.ts";
import { phaseWords } from "./rate-words.ts";
import { againstWords } from "./side-plot-words.ts";
import { usePlotWords } from "./use-plot-words.ts";

/** Nothing with fewer than two flows. */
export function PhasePlot(props: PhasePlotProps) {
  const path = useMemo(() => phasePath(props.run), [props.run]);
  return path && <PhaseOf {...props} path={path} />;
}

function PhaseOf({ run, pinned, view, playheadS, capacityMbps, path }: PhasePlotProps & { path: PhasePath }) {
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const highestMbps = Math.max(capacityMbps, highestOf(capacitySteps(run)));
  const over = run.snapshot.results.flows.filter(({ id }) => passesWatched(run, id)).length;
  const reach = phaseReach(path, over, highestMbps);
  const plot = useMemo(() => size && phasePlot(size, reach), [size, reach]);
  const before = useMemo(() => pinned && phasePath(pinned), [pinned]);
  const draw = useCallback(
    (context: CanvasRenderingContext2D, on: Plot, colours: ChartColours) =>
      drawPhase(context, on, colours, { path, before, view, playheadS, capacityMbps }),
    [path, before, view, playheadS, capacityMbps],
  );
  const title = againstWords(path.shortNames[1], path.shortNames[0]);
  const summary = useCallback(
    () => phaseWords({ path, before, view, playheadS }, run, pinned),
    [path, before, view, playheadS, run, pinned],
  );
  const words = usePlotWords(summary);
  return (
    <ChartFrame
      kind="phase"
      title={title}
      unit="Mbps"
      notes={[]}
      besides={phaseNotes(playheadS, before !== null)}
      table={() => phaseTable(path, view)}
      box={box}
    >
      <div className="chart-layers" role="img" aria-label={words === "" ? title : words}>
        {plot !== null && <PhaseLayers path={path} plot={plot} draw={draw} capacityMbps={capacityMbps} />}
      </div>
    </ChartFrame>
  );
}

interface PhaseLayersProps {
  readonly path: PhasePath;
  readonly plot: Plot;
  readonly draw: (context: CanvasRenderingContext2D, plot: Plot, colours: ChartColours) => void;
  readonly capacityMbps: number;
}

function PhaseLayers({ path, plot, draw, capacityMbps }: PhaseLayersProps) {
  const axis = useMemo(() => ({ ...valueAxis(plot), ticks: plot.y.ticks(4) }), [plot]);
  const labels = useMemo(() => phaseLabels(path, plot, capacityMbps), [path, plot, capacityMbps]);
  return (
    <>
      <Axes plot={plot} x={axis} y={axis} />
      <PlotCanvas plot={plot} draw={draw} />
      <PlotLabels plot={plot} labels={labels} />
    </>
  );
}
