import { measure } from "../measure.ts";
import { RUN_READERS } from "../readers/runs.ts";

measure(RUN_READERS);
