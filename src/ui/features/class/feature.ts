/** The screen for teachers. Features for lessons, tasks and talks add its tabs. */
import type { Feature } from "../../bench/feature.ts";
import { lazyPart } from "../../shared/lazy.tsx";

export const teaching: Feature = {
  id: "class",
  screens: [
    {
      id: "class",
      label: "Class",
      Screen: lazyPart(async () => (await import("./ClassScreen.tsx")).ClassScreen),
    },
  ],
};
