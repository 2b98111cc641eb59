/** What page and command line say of tasks and verdicts. */

import type { Scenario, Setting } from "../../engine/index.ts";
import { canonicalText, formatValue, parseValue } from "../../engine/index.ts";
import { counted, ofNumber } from "../../experiments/counted.ts";
import { idOf, ownerWords } from "../answer.ts";
import type { ConditionVerdict, CountedRun, Verdict } from "../check.ts";
import { type Condition, valueText } from "../conditions.ts";
import { parameterNamed, parameterWords } from "../parameters.ts";
import type { Task } from "../task.ts";
import { hiddenPathText } from "../task-text.ts";
import type { Variant } from "../variant.ts";

const SIGN_WORDS = { ">=": "at least", "<=": "at most", ">": "more than", "<": "less than" } as const;

/** "Queue delay, 99th percentile, at most 10 ms". */
export function conditionWords({ measure, sign, bound }: Condition): string {
  const { label, unit } = measure.metric;
  const place = measure.place === null ? "" : ` of ${placeWords(measure.place)}`;
  const comma = label.includes(",") ? "," : "";
  return `${label}${place}${comma} ${SIGN_WORDS[sign]} ${bound}${unit === "" ? "" : ` ${unit}`}`;
}

/** "flow 2"; links by their own names. */
export function placeWords(place: string): string {
  return /^flow\d+$/.test(place) ? place.replace("flow", "flow ") : place;
}

/** "met on 2 of 3 runs, the least favourable 94.2 %"; of one run its value alone. */
export function verdictWords({ condition, runs, worst, met }: ConditionVerdict): string {
  if (runs.length === 1) return `${valueText(condition, worst)}, ${met ? "met" : "not met"}`;
  const count = runs.filter((run) => run.met).length;
  return `met on ${count} of ${runs.length} runs; the least favourable: ${valueText(condition, worst)}`;
}

/** "All 3 conditions are met." */
export function outcomeWords({ met, conditions, passed }: Verdict): string {
  if (passed)
    return conditions.length === 1
      ? "The condition is met."
      : `All ${counted(conditions.length, "condition")} are met.`;
  return `${met} of ${counted(conditions.length, "condition")} ${ofNumber(conditions.length, "is", "are")} met.`;
}

/** Where a run counts: "seed 2", "hidden path 1 (rtt=200ms), seed 2". */
export function runWords({ path, seed }: CountedRun, { also }: Pick<Task, "also">): string {
  const where = path === 0 ? "" : `hidden path ${path} (${hiddenPathText(also[path - 1]).slice(1)}), `;
  return `${where}seed ${seed}`;
}

/** "3 seeds on 2 paths, one of them hidden: 6 runs". */
export function countedWords({ seeds, also }: Pick<Task, "seeds" | "also">): string {
  const seedWords = counted(seeds, "seed");
  if (also.length === 0) return seeds === 1 ? "1 run" : `${seedWords}: ${counted(seeds, "run")}`;
  const hidden = counted(also.length, "hidden path");
  return `${seedWords} on your path and ${hidden}: ${counted(seeds * (1 + also.length), "run")}`;
}

/** "β_ecn 0.8, Queue PIE"; "nothing changed". */
export function answerWords(settings: readonly Setting[], scenario: Scenario): string {
  if (settings.length === 0) return "nothing changed";
  return settings.map((setting) => settingWords(setting, scenario)).join(", ");
}

export function settingWords({ key, text }: Setting, scenario: Scenario): string {
  const param = parameterNamed(idOf(key), scenario);
  if (param === null) return `${key} ${text}`;
  const read = parseValue(param, text);
  const whose = idOf(key) === key ? "" : ` of ${ownerWords(key)}`;
  return `${parameterWords(param)}${whose} ${"error" in read ? text : formatValue(param, read.value)}`;
}

/** "RTT 120 ms, Seed 7"; empty where the task has one variant for all. */
export function variantWords({ values }: Variant): string {
  return values.map(({ param, value }) => `${parameterWords(param)} ${formatValue(param, value)}`).join(", ");
}

/** As in links and files: "rtt=120ms". */
export function variantText({ values }: Variant): string {
  return values.map(({ param, value }) => `${param.id}=${canonicalText(param, value)}`).join(" ");
}
