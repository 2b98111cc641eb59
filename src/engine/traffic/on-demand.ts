/** The kinds of traffic that the default scenario does not name, by id, and the programs that they come with to the browser's worker. */
import type { OnDemand } from "../on-demand.ts";
import type { TrafficDefinition } from "./traffic.ts";

const furtherKinds = () => import("./further-kinds.ts");

export const trafficOnDemand: OnDemand<TrafficDefinition> = {
  cbr: async () => (await furtherKinds()).cbr,
  http: async () => (await furtherKinds()).http,
  "on-off": async () => (await furtherKinds()).onOff,
  poisson: async () => (await furtherKinds()).poisson,
};
