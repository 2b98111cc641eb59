/** How what stands on a canvas is drawn once more, elsewhere and in other colours: a canvas itself knows pixels only. */
import type { Plot } from "./plot-geometry.ts";
import type { ChartColours } from "./theme-colours.ts";

export interface Redraw {
  /** Null where there are no axes. */
  readonly plot: Plot | null;
  readonly draw: (context: CanvasRenderingContext2D, colours: ChartColours) => void;
}

export const REDRAWS = new WeakMap<Element, Redraw>();
