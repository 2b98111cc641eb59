/** What a plot of the bench declares of itself. One is added by a file in this folder and a line in a registry. */

import { type ComponentType, type CSSProperties, createElement, memo } from "react";
import { InSight } from "../../shared/chart/InSight.tsx";
import type { RunView } from "../../state/run-view.ts";
import type { TimeChartProps } from "./chart-props.ts";

/** On the stage plots stand above each other on one axis of time; beside it they stand over or under the numbers. */
export type PlotPlace = "stage" | "over-numbers" | "under-numbers";

interface PlotFacts {
  readonly id: string;
  readonly place: PlotPlace;
  /** On the stage the least height that it needs. */
  readonly heightPx: number;
  /** Of the height that is left on the stage, beside the other plots' shares. */
  readonly share?: number;
  /** On a small screen it stays in sight while the controls pass under it; the other plots of the stage follow them. */
  readonly stays?: boolean;
  /** Whether it says something of such a run; always where absent. */
  isOf?(run: RunView): boolean;
}

export interface PlotDeclaration<Props extends object> extends PlotFacts {
  /** A hook: what the chart is given, from what all plots share and from the bench. */
  useProps(chart: TimeChartProps): Props;
  readonly Chart: ComponentType<Props>;
}

export interface PlotDefinition extends PlotFacts {
  readonly Plot: ComponentType<{ readonly chart: TimeChartProps }>;
}

/** The chart is drawn again when one of its own properties changes, and only while it is in sight. */
export function definePlot<Props extends object>(declaration: PlotDeclaration<Props>): PlotDefinition {
  const { useProps, Chart, ...facts } = declaration;
  const Kept = memo(Chart) as unknown as ComponentType<Props>;
  const { id, place, heightPx, share = 1 } = facts;
  const className = `plot plot--${place} plot--${id}`;
  const style = { "--plot-least": `${heightPx}px`, "--plot-share": share } as CSSProperties;
  function Plot({ chart }: { readonly chart: TimeChartProps }) {
    return createElement(InSight, { className, style }, createElement(Kept, useProps(chart)));
  }
  return { ...facts, Plot };
}
