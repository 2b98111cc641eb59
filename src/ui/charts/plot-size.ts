/** The size of an element in CSS px and the device's pixel ratio, without reading layout in between. */
import { type RefObject, useEffect, useState } from "react";
import type { Size } from "./plot-geometry.ts";

export function useSize(element: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useEffect(() => {
    const watched = element.current;
    if (watched === null) return;
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry.contentRect;
      setSize(width > 0 && height > 0 ? { width, height, dpr: devicePixelRatio } : null);
    });
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
