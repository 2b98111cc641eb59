/** What goes by the length of the queue, or by nothing: one program for the browser's worker. */

export { ared } from "./ared.ts";
export { droptail } from "./droptail.ts";
export { infinite } from "./infinite.ts";
export { red } from "./red.ts";
export { step } from "./step.ts";
