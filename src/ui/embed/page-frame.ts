/** Fits the page to what its link says of it: hides pieces, and makes it small inside another page. */
import "./frame.css";
import type { AppState } from "../state/store.ts";
import { hiddenPieces, hidingRules } from "./hidden.ts";

/** Gives the way back. Rules by the sheet's own interface: a style element of the page's making is not allowed on it. */
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
