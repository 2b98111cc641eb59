/** The placeholder before the first picture. It shows the layout of the page and the progress. */

import { durationOf } from "../core/store.ts";
import { useBenchState } from "../core/use-store.ts";

export function Loading() {
  const durationS = useBenchState((state) => durationOf(state.scenario));
  return (
    <div className="loading" role="status">
      <p>{`Simulating ${durationS} s, packet by packet…`}</p>
      <div className="loading__line" />
    </div>
  );
}
