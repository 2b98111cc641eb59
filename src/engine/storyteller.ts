/** The door to what looks at runs again, to tell stories of them or to count what they do not keep; fetched when asked. */

export { Storyteller } from "./explain/storyteller.ts";
export { flowDelaysOf } from "./trace/flow-delays.ts";
export type { MakeReplay } from "./trace/replay.ts";
