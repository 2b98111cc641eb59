/** The talks of this project. */
import { GuideDocuments, readTalkFile } from "../../parts/guide/guide-documents.ts";

export const TALKS = new GuideDocuments(
  "talk",
  import.meta.glob<string>("../../../../talks/*.md", { query: "?raw", import: "default" }),
  readTalkFile,
);
