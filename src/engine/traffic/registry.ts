/** The list of traffic generators, one per line. Importing this file runs no code of a generator. Menus list them by name. */

export { bulk } from "./bulk.ts";
export { cbr } from "./cbr.ts";
export { http } from "./http.ts";
export { onOff } from "./on-off.ts";
export { ping } from "./ping.ts";
export { poisson } from "./poisson.ts";
