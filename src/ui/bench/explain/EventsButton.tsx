/** Opens the list of all events, and closes it. */

import { useBench, useBenchState } from "../../state/use-store.ts";

export function EventsButton() {
  const bench = useBench();
  const listed = useBenchState((state) => state.eventsListed);
  return (
    <button
      type="button"
      className="button button--small"
      aria-pressed={listed}
      title="Every mark, loss, cut, timeout and join in order, each with its story (E)"
      onClick={() => bench.asking.showEvents(!listed)}
    >
      All events
    </button>
  );
}
