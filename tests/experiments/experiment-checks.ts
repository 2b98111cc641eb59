/**
 * Helpers that check claims with made-up results, because a claim that cannot fail is useless, and that read the
 * stored results of real runs.
 */
import { expect } from "vitest";
import { runScenario } from "../../src/engine/simulator.ts";
import type { Experiment, Job, Readings, RunValues, StudySize } from "../../src/experiments/experiment.ts";

/** Returns made-up results for every job of a size. */
export function madeReadings(
  experiment: Experiment,
  size: StudySize,
  make: (job: Job) => RunValues,
): Map<string, RunValues> {
  return new Map(experiment.jobs(size).map((job) => [job.key, make(job)]));
}

/** Returns whether each claim holds, by id. */
export function verdicts(
  experiment: Experiment,
  make: (job: Job) => RunValues,
  size: StudySize = "full",
): Record<string, boolean> {
  const { claims } = experiment.reduce(madeReadings(experiment, size, make), size);
  return Object.fromEntries(claims.map(({ id, holds }) => [id, holds]));
}

/** Returns the stored results of some of the quick runs, as plain JSON. */
export function readRuns(experiment: Experiment, isWanted: (job: Job, index: number) => boolean): Readings {
  const jobs = experiment.jobs("quick").filter(isWanted);
  expect(jobs).not.toHaveLength(0);
  return new Map(
    jobs.map((job) => {
      const reading = experiment.read(runScenario(job.scenario).snapshot(), job);
      expect(JSON.parse(JSON.stringify(reading))).toEqual(reading);
      return [job.key, reading];
    }),
  );
}
