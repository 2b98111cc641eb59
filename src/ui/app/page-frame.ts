/** Applies the display options of a URL: hides pieces, and shrinks the page inside a different page. */

import type { AppState } from "../core/store.ts";
import { PIECES } from "../parts/pieces.ts";
import { PLOTS } from "../plots/registry.ts";

/** All pieces of the page except the plots. */
const OF_THE_SIDE = [
  ...PLOTS.filter(({ place }) => place !== "stage").map(({ id }) => id),
  ...["numbers", "lists", "theory", "inside"],
];

export function hiddenPieces({ frame, guide }: Pick<AppState, "frame" | "guide">): readonly string[] {
  const { hide, embed, touch } = frame;
  const hidden = new Set(hide);
  // The side column stays visible for a lesson, a task or a talk.
  if (guide === null && OF_THE_SIDE.every((id) => hidden.has(id))) hidden.add("side");
  // A frame has room only for the controls that may be changed.
  if (embed && touch !== null) hidden.add("compare");
  if (embed && touch?.length === 0) hidden.add("rail");
  return [...hidden];
}

/** Returns style rules that hide pieces and controls, also from screen readers. */
export function hidingRules(hidden: readonly string[]): string {
  const selectors = hidden.map(
    (id) => PIECES.find((piece) => piece.id === id)?.selector ?? `.control[data-param="${id}"]`,
  );
  return selectors.map((selector) => `${selector}{display:none!important}`).join("\n");
}

/**
 * Applies the options and returns a function that undoes them. Rules are inserted through the style sheet's API, because the
 * page's policy forbids new style elements.
 */
export function fitPage(state: Pick<AppState, "frame" | "guide">): () => void {
  const hidden = hiddenPieces(state);
  const root = document.documentElement;
  const rules = new CSSStyleSheet();
  rules.replaceSync(hidingRules(hidden));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, rules];
  root.toggleAttribute("data-embed", state.frame.embed);
  root.setAttribute("data-hide", hidden.join(" "));
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== rules);
    root.removeAttribute("data-embed");
    root.removeAttribute("data-hide");
  };
}
