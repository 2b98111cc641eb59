/** A plot in words, for those who do not see it. */
import { useEffect, useMemo, useRef, useState } from "react";

/** Nobody hears more. In a live run, or while something is dragged, words would cost as much as the plot. */
const EACH_MS = 1000;

/** Those of a plot that changes all the time follow once a second, the last ones in any case. */
export function usePlotWords(summary: () => string): string {
  const [told, tell] = useState(() => summary);
  const nextMs = useRef(0);
  useEffect(() => {
    const timer = setTimeout(() => {
      nextMs.current = performance.now() + EACH_MS;
      tell(() => summary);
    }, nextMs.current - performance.now());
    return () => clearTimeout(timer);
  }, [summary]);
  return useMemo(() => told(), [told]);
}
