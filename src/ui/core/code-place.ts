/**
 * Custom programs on the page: the place whose program is open, and programs of a URL that wait for the user's
 * consent.
 */
import type { Scenario } from "../../engine/index.ts";

/** The place of a program: a flow group's sender or the scenario's queue. */
export type CodePlace = { readonly kind: "sender"; readonly flow: number } | { readonly kind: "queue" };

/**
 * Length above which a URL with a program is shared as a file (characters), because mail programs and chats cut
 * longer URLs.
 */
export const LONG_WITH_PROGRAM = 8000;

/** Returns the packed programs in a URL, including those of its pinned run and of a guide's settings. */
export function packedPrograms(fragment: string): string[] {
  // A key may be percent-encoded, and a pinned run is a URL fragment nested in the fragment.
  const once = decoded(fragment);
  const found = [fragment, once, decoded(once)].flatMap((text) => [
    ...text.matchAll(/(?:^|[&;?#=])\s*program\s*=([^&%]*)/g),
  ]);
  return [...new Set(found.map(([, packed]) => packed))];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Programs from a URL or file that the user has not allowed to run yet. */
export interface HeldPrograms {
  /** Name of what contains the programs: "link", "task". */
  readonly from: string;
  /** The programs in the packed form that URLs use. */
  readonly packed: readonly string[];
  /** Opens the state that contains the programs. */
  open(): void;
}

/** Returns the id of the algorithm at a place. */
export function algorithmAt({ flows, queue }: Scenario, place: CodePlace): string {
  return place.kind === "queue" ? queue.aqm : (flows[place.flow]?.cc ?? "");
}
