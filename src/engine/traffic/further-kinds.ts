/** All that is not bulk data: one program for the browser's worker. */

export { cbr } from "./cbr.ts";
export { http } from "./http.ts";
export { onOff } from "./on-off.ts";
export { poisson } from "./poisson.ts";
