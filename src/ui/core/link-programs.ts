/** Custom programs that links contain: those in a URL, the consent of the user to run them, and their places in a scenario. */
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

/** The user's consent to run programs. Packed programs have the form that URLs use. */
export interface Consent {
  /** Returns whether all of these packed programs may run now. */
  isGiven(packed: readonly string[]): boolean;
  /** Lets a program run that comes with the page or was written on this device. */
  give(packed: string): void;
  /**
   * Opens a state immediately if all of its programs may run, and otherwise once the user has allowed them. Only the newest
   * request is carried out. `from` names what contains the programs, for messages: "link", "task".
   */
  open(packed: readonly string[], open: () => void, from?: string): void;
}

/** Returns the id of the algorithm at a place. */
export function algorithmAt({ flows, queue }: Scenario, place: CodePlace): string {
  return place.kind === "queue" ? queue.aqm : (flows[place.flow]?.cc ?? "");
}
