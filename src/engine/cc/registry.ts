/** The congestion controls: one line each; nothing runs on import. Order is the order of menus. */

export { cubic } from "./cubic.ts";
export { newreno } from "./newreno.ts";
