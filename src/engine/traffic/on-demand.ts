/** The code of the kinds of traffic for programs that fetch it when a scenario needs it. */
import { bulk } from "./bulk.ts";
import type { TrafficDefinition } from "./traffic.ts";

/** Kinds of traffic of the default scenario, whose code is loaded with the program. */
export const TRAFFIC_AT_ONCE: readonly TrafficDefinition[] = [bulk];

/** Functions that load the code of the other kinds of traffic, by id. */
export const TRAFFIC_ON_DEMAND: Readonly<Record<string, () => Promise<TrafficDefinition>>> = {
  cbr: async () => (await import("./cbr.ts")).cbr,
  http: async () => (await import("./http.ts")).http,
  "on-off": async () => (await import("./on-off.ts")).onOff,
  ping: async () => (await import("./ping.ts")).ping,
  poisson: async () => (await import("./poisson.ts")).poisson,
};
