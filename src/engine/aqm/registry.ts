/** The queue disciplines: one line each; nothing runs on import. Order is the order of menus. */

export { codel } from "./codel.ts";
export { droptail } from "./droptail.ts";
export { pie } from "./pie.ts";
export { pieLinux } from "./pie-linux.ts";
