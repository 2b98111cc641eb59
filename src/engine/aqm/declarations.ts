/** What is declared of the queue disciplines, without their code: one line each. Menus list them by name. */

export { aredDeclaration as ared } from "./ared.ts";
export { cobaltDeclaration as cobalt } from "./cobalt.ts";
export { codelDeclaration as codel } from "./codel.ts";
export { droptailDeclaration as droptail } from "./droptail.ts";
export { dualpi2Declaration as dualpi2 } from "./dualpi2.ts";
export { ecnCodelDeclaration as ecnCodel } from "./ecn-codel.ts";
export { fqCodelDeclaration as fqCodel } from "./fq-codel.ts";
export { fqPieDeclaration as fqPie } from "./fq-pie.ts";
export { infiniteDeclaration as infinite } from "./infinite.ts";
export { piDeclaration as pi } from "./pi.ts";
export { pieDeclaration as pie } from "./pie.ts";
export { pieLinuxDeclaration as pieLinux } from "./pie-linux.ts";
export { redDeclaration as red } from "./red.ts";
export { stepDeclaration as step } from "./step.ts";
