/** Sweeps: one or two settings varied, as a line or a heat map. */
import type { Feature } from "../../bench/feature.ts";
import { lazyPart } from "../../shared/lazy.tsx";

export const sweep: Feature = {
  id: "sweep",
  screens: [
    {
      id: "sweep",
      label: "Sweep",
      Screen: lazyPart(async () => (await import("./SweepScreen.tsx")).SweepScreen),
    },
  ],
};
