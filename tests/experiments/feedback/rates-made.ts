/** Readings of throughput made up: each flow at a multiple of its share. */
import type { Job, Reading } from "../../../src/experiments/experiment.ts";
import { FLOW_NAMES, phasesOfRun } from "../../../src/experiments/feedback/runs.ts";

export function ratesAtShares(
  ratio: (flow: string, phase: string, job: Job) => number,
): (job: Job) => Reading {
  return (job) => {
    const phases = phasesOfRun(job.scenario);
    return Object.fromEntries(
      FLOW_NAMES.map((name, flow) => [
        `${name}.phaseBps`,
        phases.map(({ label, shareBps }) => ratio(name, label, job) * (shareBps[flow] || 0)),
      ]),
    );
  };
}
