/** What the tests of the experiments share: quick runs, and outcomes of readings made up. */
import { runScenario } from "../../../src/engine/simulator.ts";
import type { Claim, Experiment, Job, Outcome, Reading, Size } from "../../../src/experiments/experiment.ts";

/** Of the quick set as it is run. */
export function quickOutcome(experiment: Experiment): Outcome {
  const readings = new Map<string, Reading>();
  for (const job of experiment.jobs("quick")) {
    readings.set(job.key, experiment.read(runScenario(job.scenario).snapshot(), job));
  }
  return experiment.reduce(readings, "quick");
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
