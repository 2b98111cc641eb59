/** A plot in words: worked out anew for a new plot only, and after the first plots have been drawn. */
import { useEffect, useMemo, useRef, useState } from "react";
import type { PlotWords } from "../charts/chart-model.ts";
import { useLater } from "../on-demand.ts";
import { useFirstPlotsDrawn } from "../panels/AfterFirstPlots.tsx";
import { PLOT_WORDS } from "../parts.ts";

/** Nobody hears more. Each word of a live run, or of a drag, would cost as much as a line of its plot. */
const EACH_MS = 1000;

/** Empty until the words are here. While a plot changes all the time, they follow once a second. */
export function usePlotWords(summary: (words: PlotWords) => string): string {
  const words = useLater(PLOT_WORDS, useFirstPlotsDrawn());
  const told = useNowAndThen(summary);
  return useMemo(() => (words === null ? "" : told(words)), [words, told]);
}

/** The newest, at most once in `EACH_MS`; the last one always comes. */
function useNowAndThen<T>(newest: T): T {
  const [taken, setTaken] = useState({ value: newest });
  const takenAtMs = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (newest === taken.value) return;
    const take = () => {
      takenAtMs.current = performance.now();
      setTaken({ value: newest });
    };
    const timer = setTimeout(take, Math.max(0, takenAtMs.current + EACH_MS - performance.now()));
    return () => clearTimeout(timer);
  }, [newest, taken]);
  return taken.value;
}
