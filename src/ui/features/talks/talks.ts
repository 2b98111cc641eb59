/** The talks of this project, and the reader for those of others. */
import { readTalk, type TalkReading } from "../../../teaching/document/talk.ts";
import { PLOT_PIECES } from "../../bench/pieces.ts";
import { Library } from "../../parts/guide/library.ts";

/** Names of the plots that a projector can show. */
export const SHOWABLE: readonly string[] = PLOT_PIECES.map(({ id }) => id);

export function talkFromFile(file: string): TalkReading {
  return readTalk(file, SHOWABLE);
}

export const TALKS = new Library(
  "talk",
  import.meta.glob<string>("../../../../talks/*.md", { query: "?raw", import: "default" }),
  talkFromFile,
);
