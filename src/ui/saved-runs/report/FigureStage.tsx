/** The plots and the path beside the page, where nobody sees them: what a report's figures are drawn from. */
import "./figure-stage.css";
import { type ReactNode, type RefObject, useMemo } from "react";
import { LivingPath } from "../../bench/path/LivingPath.tsx";
import type { RunView, TimeChartProps } from "../../bench/plots/chart-props.ts";
import { ProbeChart } from "../../bench/plots/ProbeChart.tsx";
import * as side from "../../bench/plots/side-registry.ts";
import * as stage from "../../bench/plots/stage-registry.ts";
import { useTimeChartProps } from "../../bench/plots/use-chart-props.ts";
import { PaperContext } from "../../shared/chart/paper.ts";
import { readColours } from "../../shared/chart/theme-colours.ts";
import type { ProbeFigure } from "./figure-list.ts";

interface FigureStageProps {
  readonly run: RunView;
  readonly pinned: RunView | null;
  readonly probes: readonly ProbeFigure[];
  readonly place: RefObject<HTMLDivElement | null>;
}

const PLOTS = [...Object.values(stage), ...Object.values(side)];

export function FigureStage({ run, pinned, probes, place }: FigureStageProps) {
  const chart = useTimeChartProps(run, pinned);
  // Painted again as vectors in the colours of paper: these pixels are seen by nobody.
  const paper = useMemo(() => ({ colours: readColours(), dpr: 1 }), []);
  return (
    <PaperContext value={paper}>
      <div className="report-stage" ref={place} inert aria-hidden="true">
        <Place id="path">
          <LivingPath run={run} />
        </Place>
        {PLOTS.filter(({ isOf }) => isOf === undefined || isOf(run)).map(({ id, Plot }) => (
          <Place key={id} id={id}>
            <Plot chart={chart} />
          </Place>
        ))}
        {probes.map((probe) => (
          <Place key={probe.id} id={probe.id}>
            <Probe chart={chart} probe={probe} />
          </Place>
        ))}
      </div>
    </PaperContext>
  );
}

function Place({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  return <div data-figure={id}>{children}</div>;
}

function Probe({ chart, probe }: { readonly chart: TimeChartProps; readonly probe: ProbeFigure }) {
  const { source, probeId } = probe;
  const ids = useMemo(() => [probeId], [probeId]);
  return (
    <div className="plot plot--probe">
      <ProbeChart {...chart} source={source} probeIds={ids} />
    </div>
  );
}
