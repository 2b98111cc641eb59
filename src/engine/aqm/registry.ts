/** The list of queue disciplines, one line each; importing it runs nothing. Menus list them by name. */

export { ared } from "./ared.ts";
export { cobalt } from "./cobalt.ts";
export { codel } from "./codel.ts";
export { droptail } from "./droptail.ts";
export { dualpi2 } from "./dualpi2.ts";
export { ecnCodel } from "./ecn-codel.ts";
export { fqCodel } from "./fq-codel.ts";
export { fqPie } from "./fq-pie.ts";
export { infinite } from "./infinite.ts";
export { pi } from "./pi.ts";
export { pie } from "./pie.ts";
export { pieLinux } from "./pie-linux.ts";
export { red } from "./red.ts";
export { step } from "./step.ts";
