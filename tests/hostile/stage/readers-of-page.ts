import { measure } from "../measure.ts";
import { PAGE_READERS } from "../readers/page.ts";

measure(PAGE_READERS);
