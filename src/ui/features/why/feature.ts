/** "Why?": explanations of events. */
import { character, named } from "../../core/action.ts";
import type { Feature } from "../../parts/feature.ts";

export const why: Feature = {
  id: "why",
  actions: [
    {
      id: "why",
      label: "Explain the latest event before the playhead",
      key: character("W"),
      run: ({ asking }) => asking.askLatest(),
    },
    {
      id: "why-next",
      label: "Explain the next event of the same kind",
      key: character("."),
      run: ({ asking }) => asking.step(1),
    },
    {
      id: "why-previous",
      label: "Explain the previous event of the same kind",
      key: character(","),
      run: ({ asking }) => asking.step(-1),
    },
    {
      id: "events",
      label: "List all events",
      key: character("E"),
      run: ({ asking, store }) => asking.showEvents(!store.get().eventsListed),
    },
    {
      id: "leave-answer",
      label: "Close the answer or the list",
      key: named("Esc", "Escape"),
      run: ({ asking }) => asking.leave(),
    },
  ],
};
