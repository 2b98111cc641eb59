/** The list of congestion controls, one line each; importing it runs nothing. Menus list them by name. */

export { adaptiveAbe } from "./adaptive-abe.ts";
export { bbr1 } from "./bbr1.ts";
export { bbr2 } from "./bbr2.ts";
export { bbr3 } from "./bbr3.ts";
export { cubic } from "./cubic.ts";
export { dctcp } from "./dctcp.ts";
export { ecnAb } from "./ecn-ab.ts";
export { hstcp } from "./hstcp.ts";
export { htcp } from "./htcp.ts";
export { newreno } from "./newreno.ts";
export { prague } from "./prague.ts";
export { scalable } from "./scalable.ts";
export { unresponsive } from "./unresponsive.ts";
export { vegas } from "./vegas.ts";
export { westwood } from "./westwood.ts";
