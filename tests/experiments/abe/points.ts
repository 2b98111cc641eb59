/** Returns the grid point of a job, from its key. */
import type { Job } from "../../../src/experiments/experiment.ts";

export function textOf({ key }: Job, name: string): string {
  const part = key.split(" ").find((one) => one.startsWith(`${name}=`));
  if (part === undefined) throw new Error(`${key}: no ${name}`);
  return part.slice(name.length + 1);
}

export function numberIn(job: Job, name: string): number {
  return Number(textOf(job, name));
}
