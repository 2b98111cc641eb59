/** What answers to the share of marks: one program for the browser's worker. */

export { dctcp } from "./dctcp.ts";
export { prague } from "./prague.ts";
