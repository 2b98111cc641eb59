/** What a page needs that is not shown as a whole. */
export { EmbedHead } from "../embed/EmbedHead.tsx";
export { fitPage } from "../embed/page-frame.ts";
