/** The calm state before the first picture: where everything will be, and what is going on. */

import { durationOf } from "../state/store.ts";
import { useBenchState } from "../state/use-store.ts";

export function Loading() {
  const durationS = useBenchState((state) => durationOf(state.scenario));
  return (
    <div className="loading" role="status">
      <p>{`Simulating ${durationS} s, packet by packet…`}</p>
      <div className="loading__line" />
    </div>
  );
}
