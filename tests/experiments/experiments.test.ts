import { describe, expect, test } from "vitest";
import { validateScenario } from "../../src/engine/index.ts";
import type { Outcome } from "../../src/experiments/experiment.ts";
import { experiments } from "../../src/experiments/experiments.ts";
import { firstOrAll, isTried, MANY } from "../effort.ts";
import { readRuns } from "./experiment-checks.ts";

test("ids are unique, in kebab case, and in the order of the papers and their figures", () => {
  const ids = experiments.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  const known = ["abe-4", "abe-10", "kwon-4", "kwon-t1", "ecodel-3"].filter((id) => ids.includes(id));
  expect(ids.filter((id) => known.includes(id))).toEqual(known);
  const papers = experiments.map(({ paper }) => paper.id);
  expect([...new Set(papers)].flatMap((paper) => papers.filter((one) => one === paper))).toEqual(papers);
});

/** `npm test` tries one experiment of each paper; with more effort, all are tried. */
const reduced = experiments.filter(({ paper }, i) =>
  isTried(experiments.findIndex((one) => one.paper.id === paper.id) === i),
);

describe.each(experiments.map((experiment) => ({ id: experiment.id, experiment })))(
  "$id",
  MANY,
  ({ experiment }) => {
    test("has unique keys, valid scenarios, and jobs that are determined once", () => {
      for (const size of firstOrAll(["quick", "full"] as const, 1)) {
        const jobs = experiment.jobs(size);
        expect(new Set(jobs.map(({ key }) => key)).size).toBe(jobs.length);
        expect(experiment.jobs(size)).toBe(jobs);
        for (const { scenario } of jobs) expect(validateScenario(scenario).problems).toEqual([]);
      }
    });

    test.runIf(reduced.includes(experiment))("has a complete outcome for none, some and all runs", () => {
      const jobs = experiment.jobs("quick");
      // One run's results are used for all jobs, because only the form of the outcome is checked.
      const reading = jobs.length === 0 ? {} : readRuns(experiment, (_, i) => i === 0).get(jobs[0].key);
      const all = new Map(jobs.map(({ key }) => [key, reading ?? {}]));
      const some = new Map([...all].filter((_, i) => i % 2 === 0));
      for (const readings of [new Map(), some, all]) {
        const outcome = experiment.reduce(readings, "quick");
        expectWhole(outcome);
        expect(experiment.reduce(readings, "quick")).toEqual(outcome);
      }
    });
  },
);

/** Checks that lists have equal lengths, that ids are unique, and that JSON can represent all values. */
function expectWhole(outcome: Outcome): void {
  expect(JSON.parse(JSON.stringify(outcome))).toEqual(outcome);
  for (const { series } of outcome.figures) {
    for (const { x, y, low, high, jobs } of series) {
      for (const list of [y, low, high, jobs]) if (list !== undefined) expect(list).toHaveLength(x.length);
    }
  }
  for (const { xs, ys, values, jobs } of outcome.heatMaps) {
    for (const rows of [values, jobs]) {
      expect(rows).toHaveLength(ys.length);
      for (const row of rows) expect(row).toHaveLength(xs.length);
    }
  }
  for (const { head, rows } of outcome.tables) for (const row of rows) expect(row).toHaveLength(head.length);
  const ids = outcome.claims.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
}
