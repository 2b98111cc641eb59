/** The names that tell the run on screen and the pinned one apart. */
import type { Scenario } from "../../engine/index.ts";
import { settingDifferences } from "./setting-differences.ts";

export interface RunLabels {
  readonly now: string;
  readonly pinned: string;
}

/** "β_ecn 0.80" and "β_ecn 0.50" where one setting differs; general names where several do. */
export function runLabels(pinned: Scenario | null, now: Scenario): RunLabels {
  if (pinned === null) return { now: "", pinned: "" };
  const differences = settingDifferences(pinned, now);
  if (differences.length === 0) return { now: "this run", pinned: "the same" };
  if (differences.length > 1) return { now: "this run", pinned: "before" };
  const [{ label, now: value, before }] = differences;
  return { now: `${label} ${value}`.trim(), pinned: `${label} ${before}`.trim() };
}
