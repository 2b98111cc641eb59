/** The door to what looks at runs again, or on while they go: stories, delays by flow, the steps of a live run. */

export { LiveWatch } from "./explain/live-watch.ts";
export { Storyteller } from "./explain/storyteller.ts";
export type { Look } from "./next-event.ts";
export { flowDelaysOf } from "./trace/flow-delays.ts";
export { PacketLog } from "./trace/packet-log.ts";
export type { MakeReplay } from "./trace/replay.ts";
