/** The door to what looks on while a live run goes; fetched with the live mode. */
export type { Look } from "./why/coming.ts";
export { LiveWatch } from "./why/live-watch.ts";
export type { Witness } from "./why/witness.ts";
