/** Made-up readings of each queue. */
import type { Job, Reading } from "../../../src/experiments/experiment.ts";

/** One number under each queue, whatever the field. */
export function perQueue(
  fields: readonly string[],
  original: number,
  enhanced: number,
): (job: Job) => Reading {
  return ({ key }) => {
    const value = key.includes("queue=original") ? original : enhanced;
    return Object.fromEntries(fields.map((field) => [field, value]));
  };
}

/** Some fields under each queue. */
export function byQueue(original: Reading, enhanced: Reading): (job: Job) => Reading {
  return ({ key }) => (key.includes("queue=original") ? original : enhanced);
}

/** What original CoDel made, where only the other queue's numbers matter. */
export const ORIGINAL: Reading = {
  lost: 1000,
  startBps: 4e7,
  steadyBps: 4e7,
  utilisation: 0.8,
  jain12To40: 0.8,
  jain10To40: 0.8,
  jain40To55: 0.8,
};
