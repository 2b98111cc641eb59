/**
 * A projector's page is laid out for a small screen and magnified as a whole: text, lines, symbols and handles grow
 * alike. The axis labels of plots, 11 px in the layout, then take 1.8 % of the screen's height.
 */
import { useLayoutEffect, useSyncExternalStore } from "react";
import { magnify } from "../../shared/magnified.ts";

/** Height in px of the screen that the page is laid out for, and its minimum width. */
const LAYOUT_HEIGHT_PX = 600;
const LEAST_WIDTH_PX = 760;

export function magnificationFor(widthPx: number, heightPx: number): number {
  const times = Math.min(heightPx / LAYOUT_HEIGHT_PX, widthPx / LEAST_WIDTH_PX);
  return Math.max(1, Math.round(times * 100) / 100);
}

/** Returns the current magnification. Painting and pointer handling are informed of it. */
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
