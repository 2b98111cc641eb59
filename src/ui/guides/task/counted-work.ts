/** The runs that count, for the pool: of one answer, or of a whole class. */

import type { Outcome, Readings } from "../../../experiments/experiment.ts";
import { costOf } from "../../../experiments/grid.ts";
import { type CountedRun, type Measured, measureRun } from "../../../teaching/check.ts";
import type { Task } from "../../../teaching/task.ts";
import type { ManyWork } from "../../shared/runs/many-runs.ts";

const NO_PICTURES: Outcome = { figures: [], heatMaps: [], tables: [], claims: [] };

/** `measured`: told of all that is known so far, at the pace of the page. */
export function countedWork(
  task: Task,
  runs: () => readonly CountedRun[],
  measured: (of: (key: string) => Measured | undefined) => void,
): ManyWork {
  return {
    jobs: () => [...new Map(runs().map(({ key, scenario }) => [key, { key, scenario }])).values()],
    want: "results",
    read: ({ results }) => ({ values: [...measureRun(task, results)] }),
    reduce: (readings) => {
      measured(lookUp(readings));
      return NO_PICTURES;
    },
    cost: ({ scenario }) => costOf(scenario),
  };
}

function lookUp(readings: Readings): (key: string) => Measured | undefined {
  return (key) => {
    const values = readings.get(key)?.values;
    return Array.isArray(values) ? (values as Measured) : undefined;
  };
}
