/** The congestion controls: one line each; nothing runs on import. Menus list them by name. */

export { cubic } from "./cubic.ts";
export { newreno } from "./newreno.ts";
