/** Declarations of the kinds of traffic, without their code: one line each. */

export { bulkCard } from "./bulk.ts";
export { cbrCard } from "./cbr.ts";
export { httpCard } from "./http.ts";
export { onOffCard } from "./on-off.ts";
export { pingCard } from "./ping.ts";
export { poissonCard } from "./poisson.ts";
