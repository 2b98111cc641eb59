/** What every experiment must keep, and claims over made-up readings: a claim that cannot fail says nothing. */
import { expect } from "vitest";
import { validateScenario } from "../../src/engine/index.ts";
import { runScenario } from "../../src/engine/simulator.ts";
import type { Experiment, Job, Outcome, Reading, Readings, Size } from "../../src/experiments/experiment.ts";

/** Keys are unique and scenarios valid, and both are the same each time they are asked for. */
export function expectSoundJobs(experiment: Experiment): void {
  for (const size of ["quick", "full"] as const) {
    const jobs = experiment.jobs(size);
    expect(new Set(jobs.map(({ key }) => key)).size).toBe(jobs.length);
    expect(experiment.jobs(size)).toEqual(jobs);
    for (const { scenario } of jobs) expect(validateScenario(scenario).problems).toEqual([]);
  }
}

/** Of every job of a size. */
export function madeReadings(
  experiment: Experiment,
  size: Size,
  make: (job: Job) => Reading,
): Map<string, Reading> {
  return new Map(experiment.jobs(size).map((job) => [job.key, make(job)]));
}

/** Whether each claim holds, by id. */
export function verdicts(
  experiment: Experiment,
  make: (job: Job) => Reading,
  size: Size = "full",
): Record<string, boolean> {
  const { claims } = experiment.reduce(madeReadings(experiment, size, make), size);
  return Object.fromEntries(claims.map(({ id, holds }) => [id, holds]));
}

/** The outcome of none, of some and of all readings is whole: lists of one length, and nothing that JSON cannot hold. */
export function expectTotal(experiment: Experiment, readings: Readings, size: Size): void {
  const some = [...readings].filter((_, i) => i % 2 === 0);
  for (const part of [new Map(), new Map(some), readings]) {
    const outcome = experiment.reduce(part, size);
    expectWhole(outcome);
    expect(experiment.reduce(part, size)).toEqual(outcome);
  }
}

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

/** What is kept of these of the quick runs: plain JSON. */
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
