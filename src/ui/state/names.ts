/** What links may name under "hide" and "touch". */
import type { Scenario } from "../../engine/index.ts";
import { ACTS } from "../../teaching/change-rule.ts";
import { REGISTRIES } from "./choices.ts";
import { PIECES } from "./pieces.ts";
import { everyParam } from "./rail.ts";

/** Parameters of any algorithm, since the run may come to have another one; what is chosen; and acts. */
export function touchNames(scenario: Scenario): readonly string[] {
  const choices = Object.values(REGISTRIES).map(({ choice }) => choice.id);
  return [...new Set([...choices, ...ACTS, ...everyParam(scenario).map(({ id }) => id)])];
}

/** Pieces of the page, and controls by what they set. */
export function hideNames(scenario: Scenario): readonly string[] {
  return [...new Set([...PIECES.map(({ id }) => id), ...touchNames(scenario)])];
}
