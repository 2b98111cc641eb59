/**
 * The named pieces of the page: URLs hide them, lessons point at them, talks show one or two of them. The control of
 * a parameter is a piece too, named by the parameter's id. URLs contain these names, so they never change.
 */

import type { KnownNames } from "../core/read-fragment.ts";
import { PLOTS } from "../plots/registry.ts";

interface Piece {
  readonly id: string;
  readonly label: string;
  readonly selector: string;
}

export const PLOT_PIECES: readonly Piece[] = PLOTS.map(({ id, label }) => {
  return { id, label, selector: `.plot--${id}` };
});

export const PIECES: readonly Piece[] = [
  { id: "head", label: "Page header", selector: ".head" },
  { id: "rail", label: "Controls", selector: ".rail" },
  { id: "flows", label: "List of flows", selector: ".rail .lines" },
  { id: "headline", label: "Sentence above the plots", selector: ".headline" },
  { id: "path", label: "Drawn path", selector: ".path-place" },
  ...PLOT_PIECES,
  { id: "side", label: "Side panel", selector: ".side" },
  { id: "numbers", label: "Numbers", selector: "section.numbers" },
  { id: "lists", label: "Lists of events and flows", selector: ".side__lists, .more-plots" },
  { id: "theory", label: "Theory", selector: ".inside:has(> .theory)" },
  { id: "inside", label: "Inside the algorithm", selector: ".inside:not(:has(> .theory))" },
  { id: "compare", label: "Pinned run, kernel traces and measurements", selector: ".group--compare" },
  { id: "transport", label: "Player", selector: ".transport" },
];

/** The names that a link to the simulator may use. */
export const KNOWN_NAMES: KnownNames = {
  pieces: PIECES.map(({ id }) => id),
  optionalPlots: PLOTS.filter(({ shown = "on" }) => shown !== "on").map(({ id }) => id),
};

/** Returns the element of a piece or of a parameter's control; null while it is not on the screen. */
export function findPiece(id: string, root: ParentNode = document): HTMLElement | null {
  const piece = PIECES.find((one) => one.id === id);
  const selector = piece?.selector ?? `[data-param="${CSS.escape(id)}"]`;
  return root.querySelector<HTMLElement>(selector);
}
