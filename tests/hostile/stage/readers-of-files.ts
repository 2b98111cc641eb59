import { measure } from "../measure.ts";
import { FILE_READERS } from "../readers/files.ts";

measure(FILE_READERS);
