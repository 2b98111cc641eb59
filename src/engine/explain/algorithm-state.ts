/** What an algorithm shows of itself at a moment: the values of its probes, as a sentence and as short terms. */

import type { Probe } from "../params/param.ts";
import { delayText } from "../params/value-text.ts";
import { formatQuantity } from "../units.ts";

export interface StateTerm {
  /** "count 2", "in a dropping state". */
  readonly text: string;
  /** Behind whose it is: "count was 2"; behind who is it: "was in a dropping state". */
  readonly clause: string;
  readonly isState: boolean;
}

/** States first: they say what the values behind them mean. */
export function stateTerms(probes: readonly Probe[], read: (index: number) => number): StateTerm[] {
  const terms = probes.flatMap((probe, i) => {
    const value = read(i);
    return Number.isFinite(value) ? [termOf(probe, value)] : [];
  });
  return [...terms.filter(({ isState }) => isState), ...terms.filter(({ isState }) => !isState)];
}

function termOf({ label, noun, unit, states }: Probe, value: number): StateTerm {
  const state = states?.[Math.round(value)];
  if (state !== undefined) return { text: state, clause: `was ${state}`, isState: true };
  const name = noun ?? label.charAt(0).toLowerCase() + label.slice(1);
  const short = Number(value.toPrecision(3));
  const text = unit === "ms" ? delayText(short, String) : formatQuantity(short, unit);
  return { text: `${name} ${text}`, clause: `${name} was ${text}`, isState: false };
}

/** "CoDel was not in a dropping state; its count was 2". */
export function stateSentence(who: string, terms: readonly StateTerm[]): string {
  return terms
    .map(({ clause, isState }, i) => {
      if (i === 0) return isState ? `${who} ${clause}` : `${who}'s ${clause}`;
      return isState ? `it ${clause}` : `its ${clause}`;
    })
    .join("; ");
}

/** "not in a dropping state, count 2". */
export function stateFormula(terms: readonly StateTerm[]): string {
  return terms.map(({ text }) => text).join(", ");
}
