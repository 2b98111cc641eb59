/** The calm state before the first picture: where everything will be, and what is going on. */

import { useBenchState } from "../hooks/use-store.ts";
import { durationOf } from "../state/store.ts";
import { simulatingWords } from "../words/page-words.ts";

export function Loading() {
  const durationS = useBenchState((state) => durationOf(state.scenario));
  return (
    <div className="loading" role="status">
      <p>{simulatingWords(durationS)}</p>
      <div className="loading__line" />
    </div>
  );
}
