/** Made-up readings: one number under each queue, whatever the field. */
import type { Job, Reading } from "../../../src/experiments/experiment.ts";

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
