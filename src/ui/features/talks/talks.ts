/** The talks of this project. */
import { Library, readTalkFile } from "../../parts/guide/library.ts";

export const TALKS = new Library(
  "talk",
  import.meta.glob<string>("../../../../talks/*.md", { query: "?raw", import: "default" }),
  readTalkFile,
);
