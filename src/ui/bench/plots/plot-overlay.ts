/** What a feature above the bench draws over each plot over time, such as the curve that a student predicts. */
import { type ComponentType, createContext } from "react";
import type { Plot } from "../../shared/chart/plot-geometry.ts";
import type { TimeChartProps } from "./chart-props.ts";

export interface PlotOverlayProps {
  readonly kind: string;
  readonly plot: Plot;
  readonly chart: TimeChartProps;
}

export const PlotOverlay = createContext<ComponentType<PlotOverlayProps> | null>(null);
