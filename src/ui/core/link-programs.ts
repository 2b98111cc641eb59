/** Custom programs that links contain: those in a URL, the consent of the user to run them, and their places in a scenario. */
import type { ProgramReader, Scenario } from "../../engine/index.ts";
import type { ProgramRules } from "../../workers/program-gate.ts";

/** The place of a program: a flow group's sender or the scenario's queue. */
export type CodePlace = { readonly kind: "sender"; readonly flow: number } | { readonly kind: "queue" };

/**
 * Length above which a URL with a program is shared as a file (characters), because mail programs and chats cut
 * longer URLs.
 */
export const LONG_WITH_PROGRAM = 8000;

/**
 * Reads programs with `reader`, and lists them in `found`: in the packed form of the scenario, or as they were given if they have
 * not been read.
 */
export function listingReader(reader: ProgramReader): ProgramReader & { readonly found: Set<string> } {
  const found = new Set<string>();
  const givenAs = new Map<string, string>();
  return {
    found,
    read(code) {
      const program = reader.read(code);
      // The same text may be packed in several ways.
      const given = givenAs.get(code);
      if (given !== undefined) {
        found.delete(given);
        found.add(program.packed);
      }
      return program;
    },
    unpack(packed) {
      found.add(packed);
      const code = reader.unpack(packed);
      givenAs.set(code, packed);
      return code;
    },
  };
}

/** The user's consent to run programs. Packed programs have the form that URLs use. */
export interface Consent extends ProgramRules {
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
