/** The congestion controls that the default scenario does not name, by id, and the programs that they come with to the browser's worker. */
import type { OnDemand } from "../on-demand.ts";
import type { CongestionControlDefinition } from "./congestion-control.ts";

const bbrKin = () => import("./bbr-kin.ts");
const dctcpKin = () => import("./dctcp-kin.ts");
const renoKin = () => import("./reno-kin.ts");

export const controlsOnDemand: OnDemand<CongestionControlDefinition> = {
  "adaptive-abe": async () => (await renoKin()).adaptiveAbe,
  bbr1: async () => (await bbrKin()).bbr1,
  bbr2: async () => (await bbrKin()).bbr2,
  bbr3: async () => (await bbrKin()).bbr3,
  cubic: async () => (await import("./cubic.ts")).cubic,
  dctcp: async () => (await dctcpKin()).dctcp,
  "ecn-ab": async () => (await renoKin()).ecnAb,
  hstcp: async () => (await renoKin()).hstcp,
  htcp: async () => (await renoKin()).htcp,
  prague: async () => (await dctcpKin()).prague,
  scalable: async () => (await renoKin()).scalable,
  unresponsive: async () => (await renoKin()).unresponsive,
  vegas: async () => (await renoKin()).vegas,
  westwood: async () => (await renoKin()).westwood,
};
