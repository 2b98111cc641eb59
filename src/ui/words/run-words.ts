/** What a run's plots say in words that come after the first plots: the names of its flows, and its changes in mid-run. */
import type { Scenario } from "../../engine/index.ts";
import { type ChangeInWords, changesInWords } from "./change-words.ts";
import { flowNames } from "./flow-differences.ts";

export interface RunWords {
  /** Per flow, groups expanded. */
  readonly names: readonly string[];
  readonly changes: readonly ChangeInWords[];
}

export function runWords(scenario: Scenario): RunWords {
  return { names: flowNames(scenario), changes: changesInWords(scenario) };
}
