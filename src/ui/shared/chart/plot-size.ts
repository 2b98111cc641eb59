/** The size of an element in CSS px and the device's pixel ratio, without reading layout in between. */
import { type RefObject, use, useEffect, useLayoutEffect, useState } from "react";
import { magnification } from "../magnified.ts";
import { PaperContext } from "./paper.ts";
import type { Size } from "./plot-geometry.ts";

export function useSize(element: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  const paper = use(PaperContext);
  // A page that is printed cannot wait for what comes after its layout.
  useLayoutEffect(() => {
    if (paper === null || element.current === null) return;
    const { clientWidth: width, clientHeight: height } = element.current;
    setSize({ width, height, dpr: paper.dpr });
  }, [element, paper]);
  useEffect(() => {
    const watched = element.current;
    if (watched === null || paper !== null) return;
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry.contentRect;
      setSize(width > 0 && height > 0 ? { width, height, dpr: devicePixelRatio * magnification() } : null);
    });
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element, paper]);
  return size;
}
