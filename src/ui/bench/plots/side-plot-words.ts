/** What the smaller plots, theory's lines and the lines of changes say around names and numbers. */

import { counted } from "../../../experiments/counted.ts";
import type { ChangeInWords } from "../../state/run-view.ts";

/** For those who read the plot by ear. */
export function spokenChanges(changes: readonly ChangeInWords[]): string {
  if (changes.length === 0) return "";
  const all = changes.map(({ atS, text }) => `at ${Number(atS.toFixed(3))} s ${spoken(text)}`);
  return ` Changes in mid-run: ${all.join("; ")}.`;
}

function spoken(text: string): string {
  return text.replaceAll("_", " ").replaceAll(" → ", " to ");
}

/** Changes of one moment whose words would be too long. */
export function changesCount(changes: number): string {
  return counted(changes, "change");
}

/** "rate of flow 2 against rate of flow 1". */
export function againstWords(up: string, across: string): string {
  return `${up} against ${across}`;
}

export function momentWords(atS: number): string {
  return `at ${Number(atS.toFixed(2))} s`;
}

/** Behind what a plot says of itself. */
export function theoryWords(lines: readonly string[]): string {
  return ` Theory: ${lines.join(", ")}.`;
}

/** Where flows begin: by name a lone one. */
export function joinWords(flows: number, name: string): string {
  return flows === 1 ? `${name} joins` : `${flows} flows join`;
}
