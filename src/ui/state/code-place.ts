/** Programs of one's own on the page: whose is open, and those of a link that nobody has agreed to yet. */
import type { Scenario } from "../../engine/index.ts";

/** Whose rules a program is: those of a group of flows, or of the scenario's queue. */
export type CodePlace = { readonly kind: "sender"; readonly flow: number } | { readonly kind: "queue" };

/** A link with a program in it that is longer goes as a file: mail programs and chats do not carry it. */
export const LONG_WITH_PROGRAM = 8000;

/** The packed programs that a link brings along, those of its pinned run and of a guide's settings included. */
export function packedPrograms(fragment: string): string[] {
  // A key may be written with percent signs as well, and a pinned run is a link within the link.
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

/** Programs from elsewhere that a person has not allowed to run yet. */
export interface HeldPrograms {
  /** What contains them: "link", "task". */
  readonly from: string;
  /** As links hold them. */
  readonly packed: readonly string[];
  /** What was to be opened. */
  open(): void;
}

/** The id of the algorithm at a place. */
export function algorithmAt({ flows, queue }: Scenario, place: CodePlace): string {
  return place.kind === "queue" ? queue.aqm : (flows[place.flow]?.cc ?? "");
}
