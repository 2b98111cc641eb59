/** Loads the code of a kind of traffic when a scenario needs it. `npm run docs` writes this file from `registry.ts`. */
import { bulk } from "./bulk.ts";
import type { TrafficDefinition } from "./traffic.ts";

/** The kinds of traffic whose code is part of the program from the start. */
export const TRAFFIC_AT_ONCE: readonly TrafficDefinition[] = [bulk];

/** Functions that load the code of the other kinds of traffic, by id. */
export const TRAFFIC_ON_DEMAND: Readonly<Record<string, () => Promise<TrafficDefinition>>> = {
  cbr: async () => (await import("./cbr.ts")).cbr,
  http: async () => (await import("./http.ts")).http,
  "on-off": async () => (await import("./on-off.ts")).onOff,
  ping: async () => (await import("./ping.ts")).ping,
  poisson: async () => (await import("./poisson.ts")).poisson,
};
