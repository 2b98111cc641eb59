/** The versions of BBR: one program for the browser's worker. */

export { bbr1 } from "./bbr1.ts";
export { bbr2 } from "./bbr2.ts";
export { bbr3 } from "./bbr3.ts";
