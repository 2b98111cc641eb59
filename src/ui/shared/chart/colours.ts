/**
 * Colours by meaning, as CSS text and as values for a canvas. Each flow has the same hue everywhere, and a dash that
 * distinguishes it without colour.
 */

import { useSyncExternalStore } from "react";

export const FLOW_HUES = 8;

const DASHES: readonly (readonly number[])[] = [[], [9, 3], [2, 2.5], [11, 3, 2, 3], [5, 3]];

/** Returns a flow's colour for CSS and SVG. For a canvas, `ChartColours.flows` has the same index. */
export function flowColour(flow: number): string {
  return `var(--flow-${flow % FLOW_HUES})`;
}

export function flowDash(flow: number): readonly number[] {
  return DASHES[flow % DASHES.length];
}

/** The colours of the page, by the name of their CSS custom property. */
const PALETTE = {
  ink: "--ink",
  inkSoft: "--ink-soft",
  hairline: "--hairline",
  paper: "--paper",
  mark: "--mark",
  loss: "--loss",
  good: "--good",
  ghost: "--ghost",
  accent: "--accent",
} as const;

/** A colour; a number is the index of a flow. */
export type Ink = number | keyof typeof PALETTE;

/** Colours that distinguish data, without the colours of the page itself. */
export type Paint = Exclude<Ink, "hairline" | "paper" | "accent">;

export function cssPaint(paint: Paint): string {
  return typeof paint === "number" ? flowColour(paint) : `var(${PALETTE[paint]})`;
}

export function canvasPaint(paint: Ink, colours: ChartColours): string {
  return typeof paint === "number" ? colours.flows[paint % FLOW_HUES] : colours[paint];
}

/** The palette as plain values, because a canvas cannot use var(--ink). */
export interface ChartColours extends Readonly<Record<keyof typeof PALETTE, string>> {
  readonly flows: readonly string[];
  /** Font family of the page. */
  readonly font: string;
  /** Line width of a series, in CSS px. */
  readonly line: number;
}

let current: ChartColours | null = null;
const listeners = new Set<() => void>();
let stopWatching: (() => void) | null = null;

/** Returns the colours that apply inside an element. */
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
  return useSyncExternalStore(subscribe, snapshot);
}
