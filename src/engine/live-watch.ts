/** The door to what looks on while a live run goes; fetched with the live mode. */

export { LiveWatch } from "./explain/live-watch.ts";
export type { Look } from "./next-event.ts";
export { PacketLog } from "./trace/packet-log.ts";
