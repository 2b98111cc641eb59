/** All readers of texts from outside. */
import { FILE_READERS } from "./readers/files.ts";
import { PAGE_READERS } from "./readers/page.ts";
import { RUN_READERS } from "./readers/runs.ts";
import { TEACHING_READERS } from "./readers/teaching.ts";

export const READERS = [...RUN_READERS, ...TEACHING_READERS, ...FILE_READERS, ...PAGE_READERS];
