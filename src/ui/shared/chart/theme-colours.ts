/** The palette's CSS custom properties as plain values, because a canvas cannot take var(--ink). */
import { use, useSyncExternalStore } from "react";
import { FLOW_HUES } from "./flow-style.ts";
import { PaperContext } from "./paper.ts";

export interface ChartColours {
  readonly ink: string;
  readonly inkSoft: string;
  readonly hairline: string;
  readonly paper: string;
  readonly mark: string;
  readonly loss: string;
  readonly good: string;
  readonly ghost: string;
  readonly flows: readonly string[];
  /** The page's font family. */
  readonly font: string;
  /** Width of a series' line in CSS px. */
  readonly line: number;
}

let current: ChartColours | null = null;
const listeners = new Set<() => void>();
let stopWatching: (() => void) | null = null;

/** Of an element and what is in it. */
export function readColours(element: Element = document.documentElement): ChartColours {
  const style = getComputedStyle(element);
  const value = (name: string) => style.getPropertyValue(name).trim();
  return {
    ink: value("--ink"),
    inkSoft: value("--ink-soft"),
    hairline: value("--hairline"),
    paper: value("--paper"),
    mark: value("--mark"),
    loss: value("--loss"),
    good: value("--good"),
    ghost: value("--ghost"),
    flows: Array.from({ length: FLOW_HUES }, (_, hue) => value(`--flow-${hue}`)),
    font: getComputedStyle(document.body).fontFamily,
    line: Number(value("--chart-line")) || 1.6,
  };
}

function refresh(): void {
  const next = readColours();
  if (JSON.stringify(next) === JSON.stringify(current)) return;
  current = next;
  for (const listener of listeners) listener();
}

function watchTheme(): () => void {
  const media = matchMedia("(prefers-color-scheme: dark)");
  const observer = new MutationObserver(refresh);
  media.addEventListener("change", refresh);
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ["data-theme", "class", "style"],
  });
  return () => {
    media.removeEventListener("change", refresh);
    observer.disconnect();
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  stopWatching ??= watchTheme();
  refresh();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    stopWatching?.();
    stopWatching = null;
  };
}

function snapshot(): ChartColours {
  current ??= readColours();
  return current;
}

export function useChartColours(): ChartColours {
  const paper = use(PaperContext);
  const screen = useSyncExternalStore(subscribe, snapshot);
  return paper?.colours ?? screen;
}
