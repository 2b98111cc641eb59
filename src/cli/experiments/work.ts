/** What reproduce, sweep and merge have in common: runs by key, what is kept of each, and what all of that is. */
import type { Experiment, Job, Reading, Size } from "../../experiments/experiment.ts";
import { type Sweep, sweepToText } from "../../experiments/sweep.ts";
import { readSweepRun, sweepJobs } from "../../experiments/sweep-jobs.ts";
import type { JobResult, JobWant } from "../../workers/protocol.ts";

/** What is computed, as the head of a file names it. */
export type Subject =
  | { readonly kind: "reproduce"; readonly id: string; readonly size: Size }
  | { readonly kind: "sweep"; readonly sweep: string };

export interface Work {
  /** For messages. */
  readonly name: string;
  readonly subject: Subject;
  /** The paper's folder in src/experiments, "" for none: its sources decide about the readings. */
  readonly folder: string;
  readonly jobs: readonly Job[];
  readonly want: JobWant;
  readonly read: (result: JobResult, job: Job) => Reading;
}

export function experimentWork(experiment: Experiment, size: Size): Work {
  const { id } = experiment;
  return {
    name: id,
    subject: { kind: "reproduce", id, size },
    folder: experiment.paper.id,
    jobs: distinct(id, experiment.jobs(size)),
    want: "snapshot",
    read: ({ snapshot }, job) => {
      if (snapshot === null) throw new Error(`${job.key} came without its series`);
      return experiment.read(snapshot, job);
    },
  };
}

export function sweepWork(sweep: Sweep): Work {
  return {
    name: "sweep",
    subject: { kind: "sweep", sweep: sweepToText(sweep) },
    folder: "",
    jobs: distinct("sweep", sweepJobs(sweep)),
    want: "results",
    read: ({ results }) => readSweepRun(results, sweep),
  };
}

function distinct(name: string, jobs: readonly Job[]): readonly Job[] {
  const keys = new Set<string>();
  for (const { key } of jobs) {
    if (keys.has(key)) throw new Error(`${name} has two runs with the key "${key}"`);
    keys.add(key);
  }
  return jobs;
}
