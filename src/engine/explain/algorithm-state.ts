/** Describes the state of an algorithm at one moment: the values of its probes, as a sentence and as short terms. */

import type { Probe } from "../params/param.ts";
import { delayText } from "../params/value-text.ts";
import { formatQuantity } from "../units.ts";
import { type FactClaim, fact, joined, type StoryPart } from "./facts.ts";
import { rounded } from "./formats.ts";

/** Value of a probe as text. */
export interface StateTerm {
  /** Id of the probe. */
  readonly id: string;
  readonly value: number;
  /** Text: "count 2", "in its signalling state". */
  readonly text: string;
  /** Name of a value: "count"; "" for a state. */
  readonly name: string;
  /** Value of the probe as text: "2", "in its signalling state". */
  readonly shown: string;
}

/**
 * Returns the terms of an algorithm's state. States come before values, because they determine the meaning of the
 * values.
 */
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

/**
 * Returns a sentence: "CoDel was in its signalling state; its count was 2". `claim` returns the claim for a probe's
 * value.
 */
export function stateSentence(
  who: string,
  terms: readonly StateTerm[],
  claim: (id: string) => FactClaim,
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

/** Returns the terms as a list: "not in its signalling state, count 2". */
export function stateFormula(terms: readonly StateTerm[]): string {
  return terms.map(({ text }) => text).join(", ");
}
