/** The panel for answers: next to the plots, or at the lower edge of a small screen. */

import type { RunView } from "../../core/run-view.ts";
import { useBench, useSlice } from "../../core/use-store.ts";
import { Button } from "../../shared/Button.tsx";
import { LazyPlace, lazyPart } from "../../shared/lazy.tsx";
import { askingOf, WHY } from "./asking.ts";

const StoryCard = lazyPart(async () => (await import("./StoryCard.tsx")).StoryCard);
const EventList = lazyPart(async () => (await import("./EventList.tsx")).EventList);

export function WhyDock({ run }: { readonly run: RunView }) {
  const { asked, eventsListed } = useSlice(WHY);
  if (asked === null && !eventsListed) return null;
  return (
    <div className={eventsListed ? "why why--listed" : "why"}>
      <LazyPlace part="The answer">
        {asked !== null && <StoryCard asked={asked} run={run} />}
        {eventsListed && <EventList run={run} />}
      </LazyPlace>
    </div>
  );
}

/** Opens or closes the list of all events. */
export function EventsButton() {
  const bench = useBench();
  const listed = useSlice(WHY).eventsListed;
  return (
    <Button
      look="small"
      aria-pressed={listed}
      title="Lists all marks, losses, cuts, timeouts and joins in order of time. Press one to see its explanation (E)."
      onClick={() => askingOf(bench).toggleEvents()}
    >
      All events
    </Button>
  );
}
