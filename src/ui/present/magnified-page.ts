/**
 * A projector's page is laid out for a small screen and shown as large as the real one, as one picture: type, lines,
 * symbols and handles grow alike. The axis labels of plots, 11 px in the layout, are 1.8 % of the screen's height then.
 */
import { useLayoutEffect, useSyncExternalStore } from "react";
import { magnify } from "../shared/magnified.ts";

/** Of the screen that the page is laid out for, in px; at least so wide. */
const LAYOUT_HEIGHT_PX = 600;
const LEAST_WIDTH_PX = 760;

export function magnificationFor(widthPx: number, heightPx: number): number {
  const times = Math.min(heightPx / LAYOUT_HEIGHT_PX, widthPx / LEAST_WIDTH_PX);
  return Math.max(1, Math.round(times * 100) / 100);
}

/** How many times larger the page is shown now; what paints and what points is told. */
export function useMagnification(): number {
  const times = useSyncExternalStore(followSize, () => magnificationFor(innerWidth, innerHeight));
  useLayoutEffect(() => {
    magnify(times);
    return () => magnify(1);
  }, [times]);
  return times;
}

function followSize(listener: () => void): () => void {
  window.addEventListener("resize", listener);
  return () => window.removeEventListener("resize", listener);
}
