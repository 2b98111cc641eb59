/**
 * What algorithms that come with the first plots word their explanations with. It is handed to `explain`, so that none of
 * these words is fetched before somebody asks.
 */
import { explainBackoff } from "../cc/backoff-words.ts";

export const words = { explainBackoff } as const;

export type Words = typeof words;
