/** What an algorithm shows of itself at a moment: the values of its probes, as a sentence and as short terms. */

import type { Probe } from "../params/param.ts";
import { delayText } from "../params/value-text.ts";
import { formatQuantity } from "../units.ts";
import { type Claim, fact, joined, type StoryPart } from "./facts.ts";
import { rounded } from "./formats.ts";

export interface StateTerm {
  /** Of the probe. */
  readonly id: string;
  readonly value: number;
  /** "count 2", "in its signalling state". */
  readonly text: string;
  /** Of a value its name: "count"; "" of a state. */
  readonly name: string;
  /** "2", "in its signalling state". */
  readonly shown: string;
}

/** States first: they say what the values behind them mean. */
export function stateTerms(probes: readonly Probe[], read: (index: number) => number): StateTerm[] {
  const terms = probes.flatMap((probe, i) => {
    const value = read(i);
    return Number.isFinite(value) ? [termOf(probe, value)] : [];
  });
  const isState = ({ name }: StateTerm) => name === "";
  return [...terms.filter(isState), ...terms.filter((term) => !isState(term))];
}

function termOf({ id, label, noun, unit, states }: Probe, value: number): StateTerm {
  const state = states?.[Math.round(value)];
  if (state !== undefined) return { id, value, text: state, name: "", shown: state };
  const name = noun ?? label.charAt(0).toLowerCase() + label.slice(1);
  const short = rounded(value);
  const shown = unit === "ms" ? delayText(short, String) : formatQuantity(short, unit);
  return { id, value, text: `${name} ${shown}`, name, shown };
}

/** "CoDel was in its signalling state; its count was 2"; `claim`: what the value of that probe is a value of. */
export function stateSentence(
  who: string,
  terms: readonly StateTerm[],
  claim: (id: string) => Claim,
): readonly StoryPart[] {
  return joined(
    terms.flatMap(({ id, value, name, shown }, i) => {
      const whose = i === 0 ? `${who}'s` : "; its";
      const it = i === 0 ? who : "; it";
      const before = name === "" ? `${it} was ` : `${whose} ${name} was `;
      return [before, fact.as(shown, value, "1", claim(id))];
    }),
  );
}

/** "not in its signalling state, count 2". */
export function stateFormula(terms: readonly StateTerm[]): string {
  return terms.map(({ text }) => text).join(", ");
}
