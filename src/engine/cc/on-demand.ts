/** The congestion controls that the default scenario does not name, by id: each a program of its own for the browser's worker. */
import type { OnDemand } from "../on-demand.ts";
import type { CongestionControlDefinition } from "./congestion-control.ts";

export const controlsOnDemand: OnDemand<CongestionControlDefinition> = {
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
