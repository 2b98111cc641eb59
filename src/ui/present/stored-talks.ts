/** The talks that come with the page, each a program of its own, and those that a link holds whole. */
import type { DocumentProblem } from "../../teaching/document.ts";
import { isPacked, unpackText } from "../../teaching/packed-text.ts";
import { readTalk, type Talk } from "../../teaching/talk.ts";
import { fetched } from "../shared/lazy.tsx";
import { PLOT_PIECES } from "../state/pieces.ts";

const FILES = import.meta.glob<string>("../../../talks/*.md", { query: "?raw", import: "default" });

const idOf = (path: string) => path.replace(/^.*\/|\.md$/g, "");

export const STORED_TALKS: readonly string[] = Object.keys(FILES).map(idOf).sort();

/** Names of what a projector can show. */
export const SHOWABLE: readonly string[] = PLOT_PIECES.map(({ id }) => id);

export interface LoadedTalk {
  readonly talk: Talk | null;
  /** Why there is none. */
  readonly problems: readonly DocumentProblem[];
}

export function talkFromFile(file: string): LoadedTalk {
  return readTalk(file, SHOWABLE);
}

/** `text`: the name of a stored talk, or a packed one. */
export async function loadTalk(text: string): Promise<LoadedTalk> {
  try {
    return talkFromFile(isPacked(text) ? unpackText(text) : await storedTalk(text));
  } catch (error) {
    return {
      talk: null,
      problems: [{ line: 0, message: error instanceof Error ? error.message : String(error) }],
    };
  }
}

export function storedTalk(id: string): Promise<string> {
  const found = Object.entries(FILES).find(([path]) => idOf(path) === id);
  if (found === undefined)
    throw new Error(`There is no talk “${id.slice(0, 60)}” here; there are: ${STORED_TALKS.join(", ")}.`);
  return fetched("The talk", found[1]());
}
