/** Makes the stored result of an experiment or a sweep from the records of its runs. */
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

/** Stored values of a finished run. */
export interface RunRecord {
  readonly digest: string;
  readonly packets: number;
  readonly reading: RunValues;
}

/** Records by job key. */
export type RunRecords = ReadonlyMap<string, RunRecord>;

/** Returns the stored result of an experiment. Throws if the record of a run is missing, because incomplete results are not stored. */
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

/** The stored result of a finished sweep. */
export interface StoredSweep {
  readonly schema: 1;
  readonly version: string;
  /** Git commit of the program; null if it is unknown. */
  readonly commit: string | null;
  /** Scenario and sweep as text, in the same form as in the page's URL. */
  readonly sweep: string;
  /** Sentences on which setting was varied, of which flows or links, and which existing values it replaced. */
  readonly varied: readonly string[];
  readonly digest: string;
  readonly jobs: number;
  readonly packets: number;
  readonly outcome: Outcome;
  /** Rows of the long table. Each row has its cells by the names of the columns. */
  readonly points: readonly Readonly<Record<string, Cell>>[];
}

/** Returns the stored result of a sweep. Throws if the record of a run is missing. */
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

/** Returns the values that the records contain. */
export function readingsOf(records: RunRecords): Readings {
  return new Map([...records].map(([key, { reading }]) => [key, reading]));
}
