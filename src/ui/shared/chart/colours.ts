/** Colours by their meaning, as CSS text and as a canvas takes them. One flow = one hue everywhere; a dash tells flows apart without it. */

import { createContext, use, useSyncExternalStore } from "react";

export const FLOW_HUES = 8;

const DASHES: readonly (readonly number[])[] = [[], [9, 3], [2, 2.5], [11, 3, 2, 3], [5, 3]];

/** For CSS and SVG; the canvas takes `ChartColours.flows` at the same index. */
export function flowColour(flow: number): string {
  return `var(--flow-${flow % FLOW_HUES})`;
}

export function flowDash(flow: number): readonly number[] {
  return DASHES[flow % DASHES.length];
}

/** Plots that are printed are measured and painted at once, in the colours of paper. */
interface Paper {
  readonly colours: ChartColours;
  /** Dots of a plot to a CSS px: paper is finer than a screen. */
  readonly dpr: number;
}

/** Null on the screen. */
export const PaperContext = createContext<Paper | null>(null);

/** What the page is drawn with, by the name of its CSS custom property. */
const PALETTE = {
  ink: "--ink",
  inkSoft: "--ink-soft",
  hairline: "--hairline",
  paper: "--paper",
  mark: "--mark",
  loss: "--loss",
  good: "--good",
  ghost: "--ghost",
} as const;

/** A number is a flow. */
export type Ink = number | keyof typeof PALETTE;

/** What tells one thing from another; the rest is what the page itself is made of. */
export type Paint = Exclude<Ink, "hairline" | "paper">;

export function cssPaint(paint: Paint): string {
  return typeof paint === "number" ? flowColour(paint) : `var(${PALETTE[paint]})`;
}

export function canvasPaint(paint: Ink, colours: ChartColours): string {
  return typeof paint === "number" ? colours.flows[paint % FLOW_HUES] : colours[paint];
}

/** The palette as plain values: a canvas cannot take var(--ink). */
export interface ChartColours extends Readonly<Record<keyof typeof PALETTE, string>> {
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
  const palette = Object.entries(PALETTE).map(([name, property]) => [name, value(property)]);
  return {
    ...(Object.fromEntries(palette) as Record<keyof typeof PALETTE, string>),
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
