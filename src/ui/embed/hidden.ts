/** Which pieces of the page are out of sight: those that the link names, and what would be empty without them. */

import { PIECES } from "../state/pieces.ts";
import type { AppState } from "../state/store.ts";

/** All that stands beside the plots. */
const OF_THE_SIDE = ["numbers", "lists", "distribution", "phase", "fairness", "theory", "inside"];

export function hiddenPieces({ frame, guide }: Pick<AppState, "frame" | "guide">): readonly string[] {
  const { hide, embed, touch } = frame;
  const hidden = new Set(hide);
  // Whoever leads through the bench does so beside the plots.
  if (guide === null && OF_THE_SIDE.every((id) => hidden.has(id))) hidden.add("side");
  // In another page's frame there is room for what may be touched alone.
  if (embed && touch !== null) hidden.add("compare");
  if (embed && touch?.length === 0) hidden.add("rail");
  return [...hidden];
}

/** Style rules that take the pieces, and the controls of parameters, out of the page and of what is read aloud. */
export function hidingRules(hidden: readonly string[]): string {
  const selectors = hidden.map(
    (id) => PIECES.find((piece) => piece.id === id)?.selector ?? `.control[data-param="${id}"]`,
  );
  return selectors.map((selector) => `${selector}{display:none!important}`).join("\n");
}
