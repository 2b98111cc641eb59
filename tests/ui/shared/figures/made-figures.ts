/** Made-up figures for tests. */
import type { Figure, HeatMap, Series } from "../../../../src/experiments/experiment.ts";
import type { ChartColours } from "../../../../src/ui/shared/chart/colours.ts";
import type { Plot } from "../../../../src/ui/shared/chart/plot-geometry.ts";
import { figurePlot } from "../../../../src/ui/shared/figures/figure-geometry.ts";

export const SIZE = { width: 600, height: 300, dpr: 1 };

export function madeSeries(made: Partial<Series> = {}): Series {
  return { label: "100 ms", x: [0.5, 0.7, 0.9], y: [1, 5, 9], jobs: ["a", null, "c"], ...made };
}

export function madeFigure(made: Partial<Figure> = {}): Figure {
  return {
    id: "gain",
    title: "Gain with CoDel",
    kind: "lines",
    x: { label: "β_ecn", unit: "", scale: "linear" },
    y: { label: "gain", unit: "%", scale: "linear" },
    series: [madeSeries()],
    ...made,
  };
}

export function madeHeatMap(made: Partial<HeatMap> = {}): HeatMap {
  return {
    id: "map",
    title: "Utilisation",
    x: { label: "β_ecn", unit: "", scale: "linear" },
    y: { label: "RTT", unit: "ms", scale: "log" },
    xs: [0.5, 0.7, 0.9],
    ys: [20, 200],
    label: "utilisation",
    unit: "%",
    values: [
      [70, 80, 90],
      [60, null, 75],
    ],
    jobs: [
      ["a", "b", "c"],
      ["d", null, "f"],
    ],
    ...made,
  };
}

export function plotOf(figure: Figure): Plot {
  return figurePlot(SIZE, figure);
}

export const COLOURS: ChartColours = {
  ink: "#17191d",
  inkSoft: "#5d6169",
  hairline: "#dcdad4",
  accent: "#076a96",
  paper: "#fcfbf8",
  mark: "#cf2f4a",
  loss: "#8f3b00",
  good: "#1f7a45",
  ghost: "#868a91",
  flows: ["#076a96", "#b45309", "#7547b0", "#2c7a3f", "#a8327d", "#7a6a00", "#3f51a8", "#7c4a32"],
  font: "sans-serif",
  line: 1.6,
};

export const DARK_COLOURS: ChartColours = {
  ...COLOURS,
  ink: "#f1f2f4",
  paper: "#14171c",
  flows: ["#5ab8e0", "#f2a03d", "#b99bee", "#6fcf8b", "#f08cc8", "#d3c14a", "#8ea6ff", "#d6a084"],
};
