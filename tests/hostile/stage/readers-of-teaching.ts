import { measure } from "../measure.ts";
import { TEACHING_READERS } from "../readers/teaching.ts";

measure(TEACHING_READERS);
