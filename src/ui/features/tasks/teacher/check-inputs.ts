/** The inputs of a check as stored on the device, so that a reload does not lose them: task, hand-ins, roster and rules. */
import * as v from "valibot";
import { ATTEMPTS } from "../../../../teaching/check/grading.ts";
import { FIGURES } from "../../../../teaching/check/other-version.ts";
import { LATE_RULES } from "../../../../teaching/tables/submission-time.ts";
import { COLUMN_ROLES } from "../../../../teaching/tables/table-columns.ts";
import { LONGEST_STORED, type Stored } from "../../../core/device.ts";
import { asJson } from "../../../core/stored-json.ts";

export const DATES = ["detect from the list", "day first", "month first"] as const;

const CORRECTIONS = v.array(v.tuple([v.picklist(COLUMN_ROLES), v.string()]));

/** The course rules as typed. `dates`: how the list writes dates such as 3/5/2026. */
const RULES = v.object({
  deadline: v.string(),
  late: v.picklist(LATE_RULES),
  attempts: v.picklist(ATTEMPTS),
  strict: v.boolean(),
  dates: v.picklist(DATES),
  figures: v.picklist(FIGURES),
});
export type RulesDraft = v.InferOutput<typeof RULES>;

const INPUTS = v.object({
  /** The task to check against, and the text of its field. Both are empty for the task under "Set a task". */
  task: v.object({ source: v.string(), shown: v.string(), teacherFile: v.string() }),
  handIns: v.string(),
  files: v.array(v.object({ path: v.string(), text: v.string(), fault: v.optional(v.string()) })),
  /** The teacher's corrections of the columns' meanings. */
  columns: CORRECTIONS,
  roster: v.nullable(v.object({ name: v.string(), text: v.string(), columns: CORRECTIONS })),
  rules: RULES,
});
export type CheckInputs = v.InferOutput<typeof INPUTS>;

export const NO_INPUTS: CheckInputs = {
  task: { source: "", shown: "", teacherFile: "" },
  handIns: "",
  files: [],
  columns: [],
  roster: null,
  rules: {
    deadline: "",
    late: "none",
    attempts: "last",
    strict: false,
    dates: "detect from the list",
    figures: "today",
  },
};

const json = asJson(INPUTS);

export const CHECK_INPUTS: Stored<CheckInputs> = {
  key: "check-draft",
  what: "the hand-ins to check",
  none: NO_INPUTS,
  isDraft: true,
  read: json.read,
  write: (inputs) => {
    const text = json.write(inputs);
    return text === json.write(NO_INPUTS) ? "" : text;
  },
};

/** Returns the inputs that fit on the device, and the names of the parts that do not. */
export function withinLimit(inputs: CheckInputs): { readonly kept: CheckInputs; readonly left: string[] } {
  const isShort = (one: CheckInputs) => json.write(one).length <= LONGEST_STORED;
  if (isShort(inputs)) return { kept: inputs, left: [] };
  const noList = { ...inputs, handIns: "", files: [], columns: [] };
  if (isShort(noList)) return { kept: noList, left: ["hand-ins"] };
  const noRoster = { ...inputs, roster: null };
  if (isShort(noRoster)) return { kept: noRoster, left: ["roster"] };
  return { kept: { ...noList, roster: null }, left: ["hand-ins", "roster"] };
}
