/** The kinds of traffic that the default scenario does not name, by id: each a program of its own for the browser's worker. */
import type { OnDemand } from "../on-demand.ts";
import type { TrafficDefinition } from "./traffic.ts";

export const trafficOnDemand: OnDemand<TrafficDefinition> = {
  cbr: async () => (await import("./cbr.ts")).cbr,
  http: async () => (await import("./http.ts")).http,
  "on-off": async () => (await import("./on-off.ts")).onOff,
  poisson: async () => (await import("./poisson.ts")).poisson,
};
