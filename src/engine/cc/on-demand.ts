/** The code of the congestion controls for programs that fetch it when a scenario needs it. */
import type { CongestionControlDefinition } from "./congestion-control.ts";
import { newreno } from "./newreno.ts";

/** Congestion controls of the default scenario, whose code is loaded with the program. */
export const CONTROLS_AT_ONCE: readonly CongestionControlDefinition[] = [newreno];

/** Functions that load the code of the other congestion controls, by id. */
export const CONTROLS_ON_DEMAND: Readonly<Record<string, () => Promise<CongestionControlDefinition>>> = {
  "adaptive-abe": async () => (await import("./adaptive-abe.ts")).adaptiveAbe,
  bbr1: async () => (await import("./bbr1.ts")).bbr1,
  bbr2: async () => (await import("./bbr2.ts")).bbr2,
  bbr3: async () => (await import("./bbr3.ts")).bbr3,
  cubic: async () => (await import("./cubic.ts")).cubic,
  dctcp: async () => (await import("./dctcp.ts")).dctcp,
  "ecn-ab": async () => (await import("./ecn-ab.ts")).ecnAb,
  hstcp: async () => (await import("./hstcp.ts")).hstcp,
  htcp: async () => (await import("./htcp.ts")).htcp,
  prague: async () => (await import("./prague.ts")).prague,
  scalable: async () => (await import("./scalable.ts")).scalable,
  unresponsive: async () => (await import("./unresponsive.ts")).unresponsive,
  vegas: async () => (await import("./vegas.ts")).vegas,
  westwood: async () => (await import("./westwood.ts")).westwood,
};
