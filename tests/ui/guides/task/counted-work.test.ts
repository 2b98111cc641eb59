import { expect, test } from "vitest";
import { countedRuns, type Measured } from "../../../../src/teaching/check.ts";
import { countedWork } from "../../../../src/ui/guides/task/task-session.ts";
import { taskOf } from "../../../teaching/example-task.ts";
import { madeResults } from "../../state/made-runs.ts";

test("runs that count are each run once, and what is measured of them comes by their keys", () => {
  const task = taskOf();
  const runs = countedRuns(task, task.scenario);
  let of: (key: string) => Measured | undefined = () => undefined;
  const work = countedWork(
    task,
    () => [...runs, ...runs],
    (known) => {
      of = known;
    },
  );
  const jobs = work.jobs();
  expect(jobs.map(({ key }) => key)).toEqual(runs.map(({ key }) => key));
  const results = madeResults({ utilisation: 0.9 });
  const reading = work.read({ results, digest: "", snapshot: null }, jobs[0]);
  expect(work.reduce(new Map([[jobs[0].key, reading]]))).toEqual({
    figures: [],
    heatMaps: [],
    tables: [],
    claims: [],
  });
  expect([of(jobs[0].key), of(jobs[1].key)]).toEqual([[90, results.links[0].sojournMs?.p99], undefined]);
  expect(work.cost(jobs[0])).toBe(200);
});
