/** The sentence that a new scene begins with: what the page says of its run. A person writes a better one. */

import { LONGEST_SENTENCE } from "../../teaching/talk.ts";
import { differenceSentence, presentState } from "../bench/numbers/difference.ts";
import { wordsOfRuns } from "../bench/run-words.ts";
import { runView } from "../state/run-view.ts";
import type { AppState } from "../state/store.ts";

const UNKNOWN = "What is to be seen here?";

export function sentenceNow({ run, pinned, watch }: AppState): string {
  if (run.scenario === null) return UNKNOWN;
  const said = wordsOfRuns(pinned?.scenario ?? null, run.scenario);
  const now = runView(run, said.now, watch, said.words);
  if (now === null) return UNKNOWN;
  const before = pinned && runView(pinned, said.pinned, watch);
  const difference = before === null ? [] : differenceSentence(now, before);
  const parts = difference.length > 0 ? difference : presentState(now);
  return parts
    .map(({ text }) => text)
    .join("")
    .slice(0, LONGEST_SENTENCE);
}
