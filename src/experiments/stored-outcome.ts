/** Converts the records of all runs of an experiment or a sweep to the stored result. */
import { Digest } from "../engine/index.ts";
import type { Cell } from "../lib/csv.ts";
import type {
  Experiment,
  Job,
  Outcome,
  Readings,
  RunValues,
  StoredOutcome,
  StudySize,
} from "./experiment.ts";
import { sweepToText } from "./sweep.ts";
import type { Sweep } from "./sweep-jobs.ts";
import { reduceSweep, sweepLines } from "./sweep-outcome.ts";
import { pointTable } from "./sweep-points.ts";

/** Data stored of a finished run. */
export interface RunRecord {
  readonly digest: string;
  readonly packets: number;
  readonly reading: RunValues;
}

/** Records by job key. */
export type RunRecords = ReadonlyMap<string, RunRecord>;

/** Returns the stored outcome. Throws if the record of a job is missing: incomplete results are not stored. */
export function storedOutcome(
  experiment: Experiment,
  size: StudySize,
  version: string,
  jobs: readonly Job[],
  records: RunRecords,
): StoredOutcome {
  return {
    schema: 1,
    id: experiment.id,
    version,
    size,
    ...sumOfRuns(jobs, records),
    outcome: experiment.reduce(readingsOf(records), size),
  };
}

/** A finished sweep as stored. */
export interface StoredSweep {
  readonly schema: 1;
  readonly version: string;
  /** Git commit; null if the copy is not a Git checkout. */
  readonly commit: string | null;
  /** Scenario and sweep, as in the page's URL. */
  readonly sweep: string;
  /** Sentences on which setting was varied, for which flows or links, and which values that replaced. */
  readonly varied: readonly string[];
  readonly digest: string;
  readonly jobs: number;
  readonly packets: number;
  readonly outcome: Outcome;
  /** The rows of the long table, by the names of its columns. */
  readonly points: readonly Readonly<Record<string, Cell>>[];
}

/** Returns the stored form of a sweep. Throws if the record of a job is missing. */
export function storedSweep(
  sweep: Sweep,
  madeBy: Pick<StoredSweep, "version" | "commit">,
  jobs: readonly Job[],
  records: RunRecords,
  perSeed = false,
): StoredSweep {
  const readings = readingsOf(records);
  const { head, rows } = pointTable(sweep, readings, perSeed);
  return {
    schema: 1,
    ...madeBy,
    sweep: sweepToText(sweep),
    varied: sweepLines(sweep, readings),
    ...sumOfRuns(jobs, records),
    outcome: reduceSweep(sweep, readings),
    points: rows.map((row) => Object.fromEntries(head.map((name, i) => [name, row[i]]))),
  };
}

/** Returns the digest of all digests in the order of the jobs, and the total number of packets. */
export function sumOfRuns(
  jobs: readonly Job[],
  records: RunRecords,
): Pick<StoredOutcome, "digest" | "jobs" | "packets"> {
  const digest = new Digest();
  let packets = 0;
  for (const { key } of jobs) {
    const record = records.get(key);
    if (record === undefined) throw new Error(`the run "${key}" is missing`);
    digest.text(record.digest);
    packets += record.packets;
  }
  return { digest: digest.hex(), jobs: jobs.length, packets };
}

/** Returns the readings contained in the records. */
export function readingsOf(records: RunRecords): Readings {
  return new Map([...records].map(([key, { reading }]) => [key, reading]));
}
