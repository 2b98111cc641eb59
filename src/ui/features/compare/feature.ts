/** Comparisons: two to four runs side by side. */

import { type Feature, screenAction } from "../../bench/feature.ts";
import { character } from "../../core/action.ts";
import { lazyPart } from "../../shared/lazy.tsx";

export const compare: Feature = {
  id: "compare",
  screens: [
    {
      id: "compare",
      label: "Compare",
      Screen: lazyPart(async () => (await import("./CompareScreen.tsx")).CompareScreen),
    },
  ],
  actions: [
    {
      ...screenAction(
        "compare",
        character("C"),
        "Compare queues, senders or values of a setting side by side",
      ),
      button: { words: "Compare several…" },
    },
  ],
};
