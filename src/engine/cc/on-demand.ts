/** Loads the code of a congestion control when a scenario needs it. `npm run docs` writes this file from `registry.ts`. */
import type { CongestionControlDefinition } from "./congestion-control.ts";
import { newreno } from "./newreno.ts";

/** The congestion controls whose code is part of the program from the start. */
export const CONTROLS_AT_ONCE: readonly CongestionControlDefinition[] = [newreno];

/** Functions that load the code of the other congestion controls, by id. */
export const CONTROLS_ON_DEMAND: Readonly<Record<string, () => Promise<CongestionControlDefinition>>> = {
  "adaptive-abe": async () => (await import("./adaptive-abe/adaptive-abe.ts")).adaptiveAbe,
  bbr1: async () => (await import("./bbr/bbr1.ts")).bbr1,
  bbr2: async () => (await import("./bbr/bbr2.ts")).bbr2,
  bbr3: async () => (await import("./bbr/bbr3.ts")).bbr3,
  cubic: async () => (await import("./cubic/cubic.ts")).cubic,
  dctcp: async () => (await import("./dctcp/dctcp.ts")).dctcp,
  "ecn-ab": async () => (await import("./ecn-ab/ecn-ab.ts")).ecnAb,
  hstcp: async () => (await import("./hstcp/hstcp.ts")).hstcp,
  htcp: async () => (await import("./htcp/htcp.ts")).htcp,
  prague: async () => (await import("./prague/prague.ts")).prague,
  scalable: async () => (await import("./scalable/scalable.ts")).scalable,
  unresponsive: async () => (await import("./unresponsive/unresponsive.ts")).unresponsive,
  vegas: async () => (await import("./vegas/vegas.ts")).vegas,
  westwood: async () => (await import("./westwood/westwood.ts")).westwood,
};
