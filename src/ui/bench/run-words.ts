/** What a run's plots say in words that come after the first plots: the names of its flows, and its changes in mid-run. */
import { queueOfLink, resolvePath, type Scenario } from "../../engine/index.ts";
import { settingsAt } from "../state/live-changes.ts";
import type { RunWords, TargetStep } from "../state/run-view.ts";
import { changesInWords } from "./change-words.ts";
import { differencesOf, flowNames, legendNames } from "./numbers/flow-differences.ts";
import { type RunLabels, runLabels } from "./run-labels.ts";

/** What tells the run from the pinned one, and what there is to say of it alone. */
export function wordsOfRuns(
  pinned: Scenario | null,
  now: Scenario,
): RunLabels & { readonly words: RunWords } {
  return { ...runLabels(pinned, now), words: runWords(now) };
}

export function runWords(scenario: Scenario): RunWords {
  const differences = differencesOf(scenario);
  return {
    names: flowNames(scenario, differences),
    shortNames: legendNames(scenario, differences),
    changes: changesInWords(scenario),
    targets: targetsOf(scenario),
  };
}

function targetsOf(scenario: Scenario): TargetStep[][] {
  const times = [0, ...new Set(scenario.changes.map(({ atS }) => atS))];
  return resolvePath(scenario.path).links.map(({ id }) => {
    const steps = times.map((fromS): TargetStep => {
      const { target } = queueOfLink(settingsAt(scenario, fromS), id).params;
      return { fromS, ms: typeof target === "number" ? target : null };
    });
    return steps.filter(({ ms }, i) => i === 0 || ms !== steps[i - 1].ms);
  });
}
