/** A colour by its meaning, as CSS text and as the canvas takes it. A number is a flow. */
import { FLOW_HUES, flowColour } from "./flow-style.ts";
import type { ChartColours } from "./theme-colours.ts";

export type Paint = number | "ink" | "inkSoft" | "ghost" | "mark" | "loss" | "good";

const CSS: Readonly<Record<Exclude<Paint, number>, string>> = {
  ink: "var(--ink)",
  inkSoft: "var(--ink-soft)",
  ghost: "var(--ghost)",
  mark: "var(--mark)",
  loss: "var(--loss)",
  good: "var(--good)",
};

export function cssPaint(paint: Paint): string {
  return typeof paint === "number" ? flowColour(paint) : CSS[paint];
}

export function canvasPaint(paint: Paint, colours: ChartColours): string {
  return typeof paint === "number" ? colours.flows[paint % FLOW_HUES] : colours[paint];
}
