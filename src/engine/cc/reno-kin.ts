/** What grows or cuts differently from NewReno, CUBIC aside: one program for the browser's worker. */

export { adaptiveAbe } from "./adaptive-abe.ts";
export { ecnAb } from "./ecn-ab.ts";
export { hstcp } from "./hstcp.ts";
export { htcp } from "./htcp.ts";
export { scalable } from "./scalable.ts";
export { unresponsive } from "./unresponsive.ts";
export { vegas } from "./vegas.ts";
export { westwood } from "./westwood.ts";
