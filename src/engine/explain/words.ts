/**
 * What algorithms that come with the first plots word their explanations with. It is handed to `explain`, so that none of
 * these words is fetched before somebody asks.
 */
import { explainCeThreshold, explainCodel } from "../aqm/codel-words.ts";
import { deed, explainFull } from "../aqm/queue-words.ts";
import { explainBackoff } from "../cc/backoff.ts";

export const words = { deed, explainBackoff, explainCeThreshold, explainCodel, explainFull } as const;

export type Words = typeof words;
