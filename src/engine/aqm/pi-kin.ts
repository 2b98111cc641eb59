/** What is built on a PI controller: one program for the browser's worker. */

export { dualpi2 } from "./dualpi2.ts";
export { fqPie } from "./fq-pie.ts";
export { pi } from "./pi.ts";
export { pie } from "./pie.ts";
export { pieLinux } from "./pie-linux.ts";
