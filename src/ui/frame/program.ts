/** What a page needs that is not shown as a whole. */
export { EmbedHead } from "./EmbedHead.tsx";
export { fitPage } from "./page-frame.ts";
