/** Declarations of the congestion controls, without their code: one line each. */

export { adaptiveAbeCard } from "./adaptive-abe/adaptive-abe.ts";
export { bbr1Card } from "./bbr/bbr1.ts";
export { bbr2Card } from "./bbr/bbr2.ts";
export { bbr3Card } from "./bbr/bbr3.ts";
export { cubicCard } from "./cubic/cubic.ts";
export { dctcpCard } from "./dctcp/dctcp.ts";
export { ecnAbCard } from "./ecn-ab/ecn-ab.ts";
export { hstcpCard } from "./hstcp/hstcp.ts";
export { htcpCard } from "./htcp/htcp.ts";
export { newrenoCard } from "./newreno.ts";
export { pragueCard } from "./prague/prague.ts";
export { scalableCard } from "./scalable/scalable.ts";
export { unresponsiveCard } from "./unresponsive/unresponsive.ts";
export { vegasCard } from "./vegas/vegas.ts";
export { westwoodCard } from "./westwood/westwood.ts";
