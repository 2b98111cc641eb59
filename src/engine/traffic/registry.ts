/** The kinds of traffic: one line each; nothing runs on import. Menus list them by name. */

export { bulk } from "./bulk.ts";
export { cbr } from "./cbr.ts";
export { http } from "./http.ts";
export { onOff } from "./on-off.ts";
export { poisson } from "./poisson.ts";
