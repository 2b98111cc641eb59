/**
 * The list of queue disciplines, one per line. Importing this file runs no code of a discipline. Menus list the disciplines by
 * name.
 */

export { ared } from "./ared/ared.ts";
export { cobalt } from "./cobalt/cobalt.ts";
export { codel } from "./codel/codel.ts";
export { droptail } from "./droptail.ts";
export { dualpi2 } from "./dualpi2/dualpi2.ts";
export { ecnCodel } from "./ecn-codel/ecn-codel.ts";
export { fqCodel } from "./fq-codel/fq-codel.ts";
export { fqPie } from "./fq-pie/fq-pie.ts";
export { infinite } from "./infinite.ts";
export { pi } from "./pi/pi.ts";
export { pie } from "./pie/pie.ts";
export { pieLinux } from "./pie/pie-linux.ts";
export { red } from "./red/red.ts";
export { step } from "./step/step.ts";
