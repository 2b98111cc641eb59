/** Made-up times of convergence. */
import type { Job, Reading } from "../../../src/experiments/experiment.ts";
import { numberIn } from "./points.ts";

const RTTS = [10, 20, 40, 60, 80, 160, 240, 320];

/** 10 s with the sender's own β; with any other, these multiples of it in turn over the round trips. */
export function converging(base: number, rhos: readonly number[]): (job: Job) => Reading {
  return (job) => {
    const rho = rhos[RTTS.indexOf(numberIn(job, "rtt")) % rhos.length];
    const s = numberIn(job, "beta") === base ? 10 : 10 * rho;
    return { firstS: s, settledS: s };
  };
}
