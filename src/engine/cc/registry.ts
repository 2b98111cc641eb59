/** The list of congestion controls, one per line. Importing this file runs no code of a control. Menus list the controls by name. */

export { adaptiveAbe } from "./adaptive-abe/adaptive-abe.ts";
export { bbr1 } from "./bbr/bbr1.ts";
export { bbr2 } from "./bbr/bbr2.ts";
export { bbr3 } from "./bbr/bbr3.ts";
export { cubic } from "./cubic/cubic.ts";
export { dctcp } from "./dctcp/dctcp.ts";
export { ecnAb } from "./ecn-ab/ecn-ab.ts";
export { hstcp } from "./hstcp/hstcp.ts";
export { htcp } from "./htcp/htcp.ts";
export { newreno } from "./newreno.ts";
export { prague } from "./prague/prague.ts";
export { scalable } from "./scalable/scalable.ts";
export { unresponsive } from "./unresponsive/unresponsive.ts";
export { vegas } from "./vegas/vegas.ts";
export { westwood } from "./westwood/westwood.ts";
