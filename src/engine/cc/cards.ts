/** The cards (declarations without code) of all congestion controls. `npm run docs` writes this file from `registry.ts`. */

export { adaptiveAbeCard } from "./adaptive-abe/card.ts";
export { bbr1Card } from "./bbr/bbr1-card.ts";
export { bbr2Card } from "./bbr/bbr2.ts";
export { bbr3Card } from "./bbr/bbr3.ts";
export { cubicCard } from "./cubic/card.ts";
export { dctcpCard } from "./dctcp/card.ts";
export { ecnAbCard } from "./ecn-ab/card.ts";
export { hstcpCard } from "./hstcp/card.ts";
export { htcpCard } from "./htcp/card.ts";
export { newrenoCard } from "./newreno.ts";
export { pragueCard } from "./prague/card.ts";
export { scalableCard } from "./scalable/scalable.ts";
export { unresponsiveCard } from "./unresponsive/card.ts";
export { vegasCard } from "./vegas/card.ts";
export { westwoodCard } from "./westwood/card.ts";
