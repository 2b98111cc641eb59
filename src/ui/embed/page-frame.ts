/** Fits the page to what its link says of it: hides pieces, and makes it small inside another page. */
import { PLOTS } from "../bench/plots/registry.ts";
import { PIECES } from "../state/pieces.ts";
import type { AppState } from "../state/store.ts";

/** All that stands beside the plots. */
const OF_THE_SIDE = [
  ...PLOTS.filter(({ place }) => place !== "stage").map(({ id }) => id),
  ...["numbers", "lists", "theory", "inside"],
];

export function hiddenPieces({ frame, guide }: Pick<AppState, "frame" | "guide">): readonly string[] {
  const { hide, embed, touch } = frame;
  const hidden = new Set(hide);
  // A lesson, a task or a talk stands in the side column.
  if (guide === null && OF_THE_SIDE.every((id) => hidden.has(id))) hidden.add("side");
  // A frame in another page has only room for what may be touched.
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

/** Returns what undoes it. Rules by the sheet's own interface: a style element of the page's making is not allowed on it. */
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
