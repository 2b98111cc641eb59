/** Declarations of the queue disciplines, without their code: one line each. */

export { aredCard } from "./ared.ts";
export { cobaltCard } from "./cobalt.ts";
export { codelCard } from "./codel.ts";
export { droptailCard } from "./droptail.ts";
export { dualpi2Card } from "./dualpi2.ts";
export { ecnCodelCard } from "./ecn-codel.ts";
export { fqCodelCard } from "./fq-codel.ts";
export { fqPieCard } from "./fq-pie.ts";
export { infiniteCard } from "./infinite.ts";
export { piCard } from "./pi.ts";
export { pieCard } from "./pie.ts";
export { pieLinuxCard } from "./pie-linux.ts";
export { redCard } from "./red.ts";
export { stepCard } from "./step.ts";
