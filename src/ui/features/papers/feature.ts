/** The papers' figures beside those of this simulator. */
import type { Feature } from "../../bench/feature.ts";
import { lazyPart } from "../../shared/lazy.tsx";

export const papers: Feature = {
  id: "papers",
  screens: [
    {
      id: "papers",
      label: "Papers",
      Screen: lazyPart(async () => (await import("./PapersScreen.tsx")).PapersScreen),
    },
  ],
};
