/** Helpers for tests of experiments: quick runs, and outcomes of made-up results. */
import { runScenario } from "../../../src/engine/simulator.ts";
import type {
  Claim,
  Experiment,
  Job,
  Outcome,
  RunValues,
  StudySize,
} from "../../../src/experiments/experiment.ts";

/** Returns the outcome of the quick runs of an experiment, which are run here. */
export function quickOutcome(experiment: Experiment): Outcome {
  const readings = new Map<string, RunValues>();
  for (const job of experiment.jobs("quick")) {
    readings.set(job.key, experiment.read(runScenario(job.scenario).snapshot(), job));
  }
  return experiment.reduce(readings, "quick");
}

/** Returns the claims of an experiment, by id, for made-up results of all jobs. */
export function claimsOf(
  experiment: Experiment,
  make: (job: Job) => RunValues,
  size: StudySize = "full",
): Record<string, Claim> {
  const readings = new Map(experiment.jobs(size).map((job) => [job.key, make(job)]));
  const { claims } = experiment.reduce(readings, size);
  return Object.fromEntries(claims.map((claim) => [claim.id, claim]));
}

/** Returns the ids of the claims that hold. */
export function held(claims: Readonly<Record<string, Claim>>): string[] {
  return Object.values(claims)
    .filter(({ holds }) => holds)
    .map(({ id }) => id);
}
