/** The door to what tells stories of runs; fetched when the first question is asked. */
import "./every-declaration.ts";

export type { MakeReplay } from "./why/replay.ts";
export { Storyteller } from "./why/storyteller.ts";
