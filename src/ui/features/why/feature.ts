/** "Why?": explanations of events, and the list of all events. */
import type { Feature } from "../../bench/feature.ts";
import { firstPlots } from "../../bench/use-painted-event.ts";
import { character, named } from "../../core/action.ts";
import { sliceIn } from "../../core/slice.ts";
import { lazyPart } from "../../shared/lazy.tsx";
import { askingOf, EventsButton, QUESTION_LINK, WHY, WhyDock } from "./asking.tsx";
import { PlotWhy, WhyHere } from "./PlotWhy.tsx";
import "./why.css";

export const why: Feature = {
  id: "why",
  slice: WHY,
  link: QUESTION_LINK,
  requests: {
    explain: (bench, question) => askingOf(bench).ask(question),
    leaveExplanation: (bench) => askingOf(bench).leave(),
    isExplaining: (state) => sliceIn(state, WHY).asked !== null,
  },
  places: {
    dock: WhyDock,
    lists: EventsButton,
    plotLayer: PlotWhy,
    plotTool: WhyHere,
    pathLayer: lazyPart(async () => {
      await firstPlots;
      return (await import("./PathWhy.tsx")).PathWhy;
    }),
  },
  actions: [
    {
      id: "why",
      label: "Explain the latest event before the playhead",
      key: character("W"),
      run: (bench) => askingOf(bench).askLatest(),
    },
    {
      id: "why-next",
      label: "Explain the next event of the same kind",
      key: character("."),
      run: (bench) => askingOf(bench).step(1),
    },
    {
      id: "why-previous",
      label: "Explain the previous event of the same kind",
      key: character(","),
      run: (bench) => askingOf(bench).step(-1),
    },
    {
      id: "events",
      label: "List all events",
      key: character("E"),
      run: (bench) => askingOf(bench).toggleEvents(),
    },
    {
      id: "leave-answer",
      label: "Close the answer or the list",
      key: named("Esc", "Escape"),
      run: (bench) => askingOf(bench).leave(),
    },
  ],
};
