/** Plots that are printed: measured and painted at once, in the colours of paper. */
import { createContext } from "react";
import type { ChartColours } from "./theme-colours.ts";

export interface Paper {
  readonly colours: ChartColours;
  /** Dots of a plot to a CSS px: paper is finer than a screen. */
  readonly dpr: number;
}

/** Null on the screen. */
export const PaperContext = createContext<Paper | null>(null);
