/** Declarations of the congestion controls, without their code: one line each. */

export { adaptiveAbeCard } from "./adaptive-abe.ts";
export { bbr1Card } from "./bbr1.ts";
export { bbr2Card } from "./bbr2.ts";
export { bbr3Card } from "./bbr3.ts";
export { cubicCard } from "./cubic.ts";
export { dctcpCard } from "./dctcp.ts";
export { ecnAbCard } from "./ecn-ab.ts";
export { hstcpCard } from "./hstcp.ts";
export { htcpCard } from "./htcp.ts";
export { newrenoCard } from "./newreno.ts";
export { pragueCard } from "./prague.ts";
export { scalableCard } from "./scalable.ts";
export { unresponsiveCard } from "./unresponsive.ts";
export { vegasCard } from "./vegas.ts";
export { westwoodCard } from "./westwood.ts";
