/** The queue disciplines: one line each; nothing runs on import. Menus list them by name. */

export { codel } from "./codel.ts";
export { droptail } from "./droptail.ts";
export { pie } from "./pie.ts";
export { pieLinux } from "./pie-linux.ts";
