/** What is built on CoDel: one program for the browser's worker. */

export { cobalt } from "./cobalt.ts";
export { ecnCodel } from "./ecn-codel.ts";
export { fqCodel } from "./fq-codel.ts";
