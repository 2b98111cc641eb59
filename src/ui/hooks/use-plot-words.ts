/** A plot in words: worked out anew for a new plot only, and after the first plots have been drawn. */
import { useMemo } from "react";
import type { PlotWords } from "../charts/chart-model.ts";
import { useLater } from "../on-demand.ts";
import { useFirstPlotsDrawn } from "../panels/AfterFirstPlots.tsx";
import { PLOT_WORDS } from "../parts.ts";

/** Empty until the words are here. */
export function usePlotWords(summary: (words: PlotWords) => string): string {
  const words = useLater(PLOT_WORDS, useFirstPlotsDrawn());
  return useMemo(() => (words === null ? "" : summary(words)), [words, summary]);
}
