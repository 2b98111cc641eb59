import { LONGEST_NAME, tidyName } from "../../../teaching/answer/hand-in.ts";
import type { Stored } from "../../core/device.ts";

/** The student's name on this device. Tasks and reports share it. */
export const STUDENT: Stored<string> = {
  key: "student",
  what: "the name",
  none: "",
  read: (text) => tidyName(text.slice(0, 10 * LONGEST_NAME)).slice(0, LONGEST_NAME),
  write: tidyName,
};
