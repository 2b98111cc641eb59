/** What a task leaves to be changed, as the page's controls keep to it. */
import { amountOf } from "./allowed.ts";
import type { ChangeRule } from "./change-rule.ts";
import type { Task } from "./task.ts";

/** Lengths, and numbers of a list, are bounded by their ends alone here: the panel and the check name the rest. */
export function ruleOf({ changes }: Pick<Task, "changes">): ChangeRule {
  const ranges = new Map<string, readonly [number, number]>();
  const choices = new Map<string, readonly string[]>();
  for (const { param, range, values } of changes) {
    if (param.kind === "enum" && values !== null) choices.set(param.id, values.map(String));
    if (param.kind !== "number") continue;
    const ends = (range ?? values ?? []).flatMap((value) => amountOf(value)?.amount ?? []);
    if (ends.length > 0) ranges.set(param.id, [Math.min(...ends), Math.max(...ends)]);
  }
  return { touch: changes.map(({ param }) => param.id), ranges, choices };
}

/** Before a student has said who he is, where each has a variant of his own. */
export const NOTHING_YET: ChangeRule = { touch: [], ranges: new Map(), choices: new Map() };
