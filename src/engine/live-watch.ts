/** The door to what looks on while a live run goes; fetched with the live mode. */
export type { Look } from "./explain/coming.ts";
export { LiveWatch } from "./explain/live-watch.ts";
export type { Witness } from "./explain/witness.ts";
