/** The cards (declarations without code) of all kinds of traffic. `npm run docs` writes this file from `registry.ts`. */

export { bulkCard } from "./bulk.ts";
export { cbrCard } from "./cbr.ts";
export { httpCard } from "./http.ts";
export { onOffCard } from "./on-off.ts";
export { pingCard } from "./ping.ts";
export { poissonCard } from "./poisson.ts";
