/** What is declared of the congestion controls, without their code: one line each. Menus list them by name. */

export { adaptiveAbeDeclaration as adaptiveAbe } from "./adaptive-abe.ts";
export { bbr1Declaration as bbr1 } from "./bbr1.ts";
export { bbr2Declaration as bbr2 } from "./bbr2.ts";
export { bbr3Declaration as bbr3 } from "./bbr3.ts";
export { cubicDeclaration as cubic } from "./cubic.ts";
export { dctcpDeclaration as dctcp } from "./dctcp.ts";
export { ecnAbDeclaration as ecnAb } from "./ecn-ab.ts";
export { hstcpDeclaration as hstcp } from "./hstcp.ts";
export { htcpDeclaration as htcp } from "./htcp.ts";
export { newrenoDeclaration as newreno } from "./newreno.ts";
export { pragueDeclaration as prague } from "./prague.ts";
export { scalableDeclaration as scalable } from "./scalable.ts";
export { unresponsiveDeclaration as unresponsive } from "./unresponsive.ts";
export { vegasDeclaration as vegas } from "./vegas.ts";
export { westwoodDeclaration as westwood } from "./westwood.ts";
