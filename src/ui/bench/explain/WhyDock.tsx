/** Where answers stand: beside the plots, or at the lower edge of a small screen. */

import { ErrorBoundary } from "../../shared/lazy.tsx";
import type { RunView } from "../../state/run-view.ts";
import { useBenchState } from "../../state/use-store.ts";

import { EventList } from "./EventList.tsx";
import { StoryCard } from "./StoryCard.tsx";

export function WhyDock({ run }: { readonly run: RunView }) {
  const asked = useBenchState(({ why }) => why);
  const eventsListed = useBenchState((state) => state.eventsListed);
  if (asked === null && !eventsListed) return null;
  return (
    <div className={eventsListed ? "why why--listed" : "why"}>
      <ErrorBoundary part="The answer">
        {asked !== null && <StoryCard asked={asked} run={run} />}
        {eventsListed && <EventList run={run} />}
      </ErrorBoundary>
    </div>
  );
}
