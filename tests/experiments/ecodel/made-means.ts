/** Made-up results of each queue. */
import type { Job, RunValues } from "../../../src/experiments/experiment.ts";

/** Returns a function that gives each queue one number for all of its fields. */
export function perQueue(
  fields: readonly string[],
  original: number,
  enhanced: number,
): (job: Job) => RunValues {
  return ({ key }) => {
    const value = key.includes("queue=original") ? original : enhanced;
    return Object.fromEntries(fields.map((field) => [field, value]));
  };
}

/** Returns a function that gives each queue its own fields. */
export function byQueue(original: RunValues, enhanced: RunValues): (job: Job) => RunValues {
  return ({ key }) => (key.includes("queue=original") ? original : enhanced);
}

/** Results of the original CoDel, for tests in which only the enhanced CoDel's numbers matter. */
export const ORIGINAL: RunValues = {
  lost: 1000,
  startBps: 4e7,
  steadyBps: 4e7,
  utilisation: 0.8,
  jain12To40: 0.8,
  jain10To40: 0.8,
  jain40To55: 0.8,
};
