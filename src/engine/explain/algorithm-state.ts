/** Describes the state of an algorithm at one moment: the values of its probes, as a sentence or as a list of short texts. */

import type { Probe } from "../params/param.ts";
import { delayText } from "../params/value-text.ts";
import { formatQuantity } from "../units.ts";
import { type FactClaim, fact, joined, type StoryPart } from "./facts.ts";
import { rounded } from "./formats.ts";

/** Value of one probe as text. */
export interface StateTerm {
  /** Id of the probe. */
  readonly id: string;
  readonly value: number;
  /** Name and value together: "count 2", "in its signalling state". */
  readonly text: string;
  /** Name of the value: "count"; empty if the value is a state. */
  readonly name: string;
  /** The value alone: "2", "in its signalling state". */
  readonly shown: string;
}

/** Returns the texts of an algorithm's probes. States come before numbers, because they determine what the numbers mean. */
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
 * Returns a sentence: "CoDel was in its signalling state; its count was 2". `claim` returns the claim that belongs to the value
 * of a probe.
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

/** Returns the list "not in its signalling state, count 2". */
export function stateFormula(terms: readonly StateTerm[]): string {
  return terms.map(({ text }) => text).join(", ");
}
