/** The cards (declarations without code) of all queue disciplines. `npm run docs` writes this file from `registry.ts`. */

export { aredCard } from "./ared/card.ts";
export { cobaltCard } from "./cobalt/card.ts";
export { codelCard } from "./codel/codel.ts";
export { droptailCard } from "./droptail.ts";
export { dualpi2Card } from "./dualpi2/card.ts";
export { ecnCodelCard } from "./ecn-codel/ecn-codel.ts";
export { fqCodelCard } from "./fq-codel/card.ts";
export { fqPieCard } from "./fq-pie/card.ts";
export { infiniteCard } from "./infinite.ts";
export { piCard } from "./pi/card.ts";
export { pieCard } from "./pie/pie.ts";
export { pieLinuxCard } from "./pie/pie-linux.ts";
export { redCard } from "./red/red.ts";
export { stepCard } from "./step/card.ts";
