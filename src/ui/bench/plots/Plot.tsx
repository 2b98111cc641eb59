/** What a plot of the bench is: one record. One is added by a file in this folder and a line in the registry. */
import { type ComponentType, type CSSProperties, memo } from "react";
import { InSight } from "../../shared/chart/InSight.tsx";
import type { PlotId } from "../../state/pieces.ts";
import type { TimeChartProps } from "./time-chart.ts";

/** On the stage plots stand above each other on one axis of time; beside it they stand over or under the numbers. */
export type PlotPlace = "stage" | "over-numbers" | "under-numbers";

export interface PlotFacts {
  /** Stands in links; the link maker, the projector, lessons and the report have its words for people beside it. */
  readonly id: PlotId;
  readonly place: PlotPlace;
  /** On the stage the least height that it needs. */
  readonly heightPx: number;
  /** Of the height that is left on the stage, beside the other plots' shares. */
  readonly share?: number | undefined;
  /** On a small screen it stays in sight while the controls pass under it; the other plots of the stage follow them. */
  readonly stays?: boolean | undefined;
  /** It says nothing of a flow alone: there is none then, or none in a report unless it is wanted. */
  readonly ofSeveralFlows?: "only" | "usually" | undefined;
}

export interface PlotRecord extends PlotFacts {
  /** Whether it shares the axis of time with the others. */
  readonly isOverTime: boolean;
  readonly Plot: ComponentType<{ readonly chart: TimeChartProps }>;
}

interface PlotDeclaration<Props extends object> extends PlotFacts {
  readonly isOverTime?: boolean;
  /** A hook: what the chart is given, from what all plots share and from the bench. */
  useProps(chart: TimeChartProps): Props;
  readonly Chart: ComponentType<Props>;
}

/** The chart is drawn again when one of its own properties changes, and only while it is in sight. */
export function definePlot<Props extends object>(declaration: PlotDeclaration<Props>): PlotRecord {
  const { useProps, Chart, isOverTime = false, ...facts } = declaration;
  const Kept = memo(Chart) as unknown as ComponentType<Props>;
  const { id, place, heightPx, share = 1 } = facts;
  const className = `plot plot--${place} plot--${id}`;
  const style = { "--plot-least": `${heightPx}px`, "--plot-share": share } as CSSProperties;
  function Plot({ chart }: { readonly chart: TimeChartProps }) {
    return (
      <InSight className={className} style={style}>
        <Kept {...useProps(chart)} />
      </InSight>
    );
  }
  return { ...facts, isOverTime, Plot };
}
