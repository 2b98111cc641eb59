/** The path on the page, for saved pictures. */
import { type RefObject, useEffect, useRef } from "react";
import type { PathStripProps } from "./scene.ts";

interface ShownPath {
  readonly strip: PathStripProps;
  readonly widthPx: number;
}

/** The paths on the page, by their figures. */
export const SHOWN_PATHS = new Map<Element, ShownPath>();

/** Registers the path of a figure. */
export function useShownPath(strip: PathStripProps, widthPx: number): RefObject<HTMLElement | null> {
  const figure = useRef<HTMLElement>(null);
  useEffect(() => {
    const shown = figure.current;
    if (shown === null) return;
    SHOWN_PATHS.set(shown, { strip, widthPx });
    return () => void SHOWN_PATHS.delete(shown);
  }, [strip, widthPx]);
  return figure;
}
