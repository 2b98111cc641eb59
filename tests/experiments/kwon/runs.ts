/** What the tests of the experiments share: quick runs, and outcomes of readings made up. */
import { expect } from "vitest";
import { runScenario } from "../../../src/engine/simulator.ts";
import type { Claim, Experiment, Job, Outcome, Reading, Size } from "../../../src/experiments/experiment.ts";

/** The quick set as it is run: readings that went through JSON. */
export function quickOutcome(experiment: Experiment): Outcome {
  const readings = new Map<string, Reading>();
  for (const job of experiment.jobs("quick")) {
    const reading = experiment.read(runScenario(job.scenario).snapshot(), job);
    const stored: Reading = JSON.parse(JSON.stringify(reading));
    expect(stored).toEqual(reading);
    readings.set(job.key, stored);
  }
  expectTotal(experiment, readings);
  return experiment.reduce(readings, "quick");
}

/** With no reading, and with each single one: no exception, no number that is none. */
function expectTotal(experiment: Experiment, readings: ReadonlyMap<string, Reading>): void {
  expectNumbers(experiment.reduce(new Map(), "full"));
  for (const entry of [...readings].slice(0, 3)) expectNumbers(experiment.reduce(new Map([entry]), "quick"));
  expectNumbers(experiment.reduce(readings, "quick"));
}

function expectNumbers({ figures, tables, claims }: Outcome): void {
  for (const { series } of figures) {
    for (const { x, y, jobs } of series) {
      expect(y).toHaveLength(x.length);
      if (jobs !== undefined) expect(jobs).toHaveLength(x.length);
      for (const value of [...x, ...y]) if (value !== null) expect(value).toSatisfy(Number.isFinite);
    }
  }
  for (const { head, rows } of tables) {
    for (const row of rows) {
      expect(row).toHaveLength(head.length);
      for (const cell of row) if (typeof cell === "number") expect(cell).toSatisfy(Number.isFinite);
    }
  }
  expect(new Set(claims.map(({ id }) => id)).size).toBe(claims.length);
}

/** Every scenario was read without a complaint when its job was made; keys name runs. */
export function expectJobs(experiment: Experiment, full: number): void {
  for (const size of ["quick", "full"] as const) {
    const keys = experiment.jobs(size).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  }
  expect(experiment.jobs("full")).toHaveLength(full);
}

/** The claims of readings that were made up for all jobs, by their ids. */
export function claimsOf(
  experiment: Experiment,
  make: (job: Job) => Reading,
  size: Size = "full",
): Record<string, Claim> {
  const readings = new Map(experiment.jobs(size).map((job) => [job.key, make(job)]));
  const { claims } = experiment.reduce(readings, size);
  return Object.fromEntries(claims.map((claim) => [claim.id, claim]));
}

/** Which of them hold. */
export function held(claims: Readonly<Record<string, Claim>>): string[] {
  return Object.values(claims)
    .filter(({ holds }) => holds)
    .map(({ id }) => id);
}
