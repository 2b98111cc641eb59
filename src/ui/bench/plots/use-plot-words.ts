/** A plot in words: worked out anew for a new plot only, and after the first plots have been drawn. */
import { useEffect, useMemo, useRef, useState } from "react";
import { PLOT_WORDS } from "../../app/parts.ts";
import { useFirstPlotsDrawn } from "../../shared/AfterFirstPlots.tsx";
import type { PlotWords } from "../../shared/chart/chart-model.ts";
import { useLater } from "../../shared/on-demand.ts";

/** Nobody hears more. In a live run, or while something is dragged, words would cost as much as the plot. */
const EACH_MS = 1000;

/** Empty until the words are here. Those of a plot that changes all the time follow once a second, the last ones in any case. */
export function usePlotWords(summary: (words: PlotWords) => string): string {
  const words = useLater(PLOT_WORDS, useFirstPlotsDrawn());
  const [told, tell] = useState(() => summary);
  const nextMs = useRef(0);
  useEffect(() => {
    const timer = setTimeout(() => {
      nextMs.current = performance.now() + EACH_MS;
      tell(() => summary);
    }, nextMs.current - performance.now());
    return () => clearTimeout(timer);
  }, [summary]);
  return useMemo(() => (words === null ? "" : told(words)), [words, told]);
}
