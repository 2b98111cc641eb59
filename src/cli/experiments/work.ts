/**
 * Common parts of reproduce, sweep and merge: runs by key and what is stored of each, shards, options, and the identification of
 * the program that computes.
 */

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { Digest, programEnd, scenarioToUrl } from "../../engine/index.ts";
import type { Experiment, Job, RunValues, StudySize } from "../../experiments/experiment.ts";
import { sweepToText } from "../../experiments/sweep.ts";
import { readSweepRun, type Sweep, sweepJobs } from "../../experiments/sweep-jobs.ts";
import { type Match, readMatch } from "../../teaching/league/league.ts";
import { nodeWorkerCount } from "../../workers/node-worker.ts";
import type { JobResult, JobWant } from "../../workers/protocol.ts";
import { type Arguments, type Option, UsageError } from "../command.ts";
import { prepareFolder } from "../named-files.ts";
import { projectRoot } from "../project.ts";

/** Subject of a computation, as the first line of a file stores it. */
export type Subject =
  | { readonly kind: "reproduce"; readonly id: string; readonly size: StudySize }
  | { readonly kind: "sweep"; readonly sweep: string }
  /** A league, identified by a digest of all its pairs and paths. */
  | { readonly kind: "league"; readonly league: string };

/** A set of runs together with the function that reads their results. */
export interface Work {
  /** Name for messages. */
  readonly name: string;
  readonly subject: Subject;
  /** Folder of the paper in src/experiments; empty if there is none. Its sources affect the results. */
  readonly folder: string;
  readonly jobs: readonly Job[];
  readonly want: JobWant;
  readonly read: (result: JobResult, job: Job) => RunValues;
}

/** Returns the work of an experiment. */
export function experimentWork(experiment: Experiment, size: StudySize): Work {
  const { id } = experiment;
  return {
    name: id,
    subject: { kind: "reproduce", id, size },
    folder: experiment.paper.id,
    jobs: distinct(id, experiment.jobs(size)),
    want: "snapshot",
    read: ({ snapshot }, job) => {
      if (snapshot === null) throw new Error(`${job.key}: the run returned no time series`);
      return experiment.read(snapshot, job);
    },
  };
}

/** Returns the work of a sweep. */
export function sweepWork(sweep: Sweep): Work {
  return {
    name: "sweep",
    subject: { kind: "sweep", sweep: sweepToText(sweep) },
    folder: "",
    jobs: distinct("sweep", sweepJobs(sweep)),
    want: "results",
    read: ({ results, ended: [first] }) => ({
      ...readSweepRun(results, sweep),
      ...(first !== undefined && { endedText: programEnd("Its program", first) }),
    }),
  };
}

/** Returns the work of a league. */
export function leagueWork(matches: readonly Match[]): Work {
  const jobs = distinct("league", matches);
  const byKey = new Map(matches.map((match) => [match.key, match]));
  const digest = new Digest();
  for (const { key, scenario } of matches) {
    digest.text(key);
    digest.text(scenarioToUrl(scenario));
  }
  return {
    name: "league",
    subject: { kind: "league", league: digest.hex() },
    folder: "",
    jobs,
    want: "results",
    read: ({ results, ended, turns, wasted = [] }, { key }) => {
      const match = byKey.get(key);
      if (match === undefined) throw new Error(`${key} is not a run of this league`);
      return { ...readMatch(results, ended, match), turns, wasted };
    },
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

/** One of `of` parts of the runs. Run k (counted from 0) belongs to shard (k mod `of`) + 1. */
export interface Shard {
  /** Number of the shard, counted from 1. */
  readonly index: number;
  readonly of: number;
}

export const WHOLE: Shard = { index: 1, of: 1 };

export const MOST_SHARDS = 10_000;

/** Reads a shard such as "2/8". Throws an error with a sentence. */
function parseShard(text: string): Shard {
  const match = /^(\d{1,5})\/(\d{1,5})$/.exec(text.trim());
  const [index, total] = [Number(match?.[1]), Number(match?.[2])];
  if (match !== null && total >= 1 && total <= MOST_SHARDS && index >= 1 && index <= total)
    return { index, of: total };
  throw new UsageError(
    `--shard must be I/N, such as 3/16, with I from 1 to N and N up to ${MOST_SHARDS}; got ${text}`,
  );
}

/** Returns the text of a shard: "2/8". */
export function shardText({ index, of: total }: Shard): string {
  return `${index}/${total}`;
}

/** Returns the jobs of a shard. */
export function shardOf(jobs: readonly Job[], { index, of: count }: Shard): Job[] {
  return jobs.filter((_, k) => (k % count) + 1 === index);
}

const MOST_WORKERS = 1024;

export const WORKERS: Option = {
  name: "workers",
  alias: "jobs",
  value: "NUMBER",
  help: "Number of runs computed in parallel, at most the number of processors (the default). --jobs is a synonym.",
};

export const PER_SEED: Option = {
  name: "per-seed",
  value: null,
  help: "For a sweep: add one row per run to the table, with its seed in the column seed.",
};

export const SHARD: Option = {
  name: "shard",
  value: "I/N",
  help: "Compute only part I of N and write its runs. merge joins all parts into the same file that a single computation writes.",
};

/** Declares the option -o. */
export function outputOption(value: string, help: string): Option {
  return { name: "output", short: "o", value, help };
}

/**
 * Returns the number of workers: as the option says, but at most one per processor. More would not be faster, and each takes memory and
 * time from the others.
 */
export function readWorkers(args: Arguments): number {
  const text = args.text(WORKERS.name);
  if (text === null) return nodeWorkerCount;
  const workers = Number(text);
  if (Number.isInteger(workers) && workers >= 1 && workers <= MOST_WORKERS)
    return Math.min(workers, nodeWorkerCount);
  throw new UsageError(`--workers must be a whole number from 1 to ${MOST_WORKERS}, got ${text}`);
}

/** Returns the shard that the option names; without the option, all runs. */
export function readShard(args: Arguments): Shard {
  const text = args.text(SHARD.name);
  return text === null ? WHOLE : parseShard(text);
}

/** Returns the folder named by -o. Creates it if needed. */
export function outputFolder(args: Arguments): string {
  const folder = args.text("output");
  if (folder === null) throw new UsageError("-o DIR is missing: name the folder for the results.");
  prepareFolder(folder, `-o ${folder}`);
  return folder;
}

/**
 * Identifies the program that computes, by digests of its sources with 16 hexadecimal digits each. Results are combined only if
 * the same program has computed them. The version alone would not be sufficient: it is the same for all states of a working copy.
 */
export interface ProgramDigests {
  /** Digest of the simulator's sources. */
  readonly engine: string;
  /** Digest of the sources that read runs: those that all experiments share, and the paper's own folder. */
  readonly experiments: string;
}

const EXPERIMENTS = "src/experiments";

/** Returns the program. `folder` is the paper's folder in src/experiments, or "". */
export function programOf(folder: string): ProgramDigests {
  const own = folder === "" ? [] : sourcesIn(`${EXPERIMENTS}/${folder}`, true);
  return {
    engine: digestOf(sourcesIn("src/engine", true)),
    experiments: digestOf([...sourcesIn(EXPERIMENTS, false), ...own]),
  };
}

const known = new Map<string, readonly string[]>();

/** Returns names and texts of the source files in a folder, in a fixed order; empty if the folder does not exist. */
function sourcesIn(folder: string, recursive: boolean): readonly string[] {
  const sources = known.get(folder) ?? readSources(folder, recursive);
  known.set(folder, sources);
  return sources;
}

function readSources(folder: string, recursive: boolean): string[] {
  const path = resolve(projectRoot, folder);
  if (!existsSync(path)) return [];
  // Registries are skipped, because they only contain lists.
  const names = readdirSync(path, { recursive, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && (recursive || name !== "registry.ts"))
    .map((name) => name.replaceAll("\\", "/"))
    .sort();
  // All line ends become "\n", because Git may have changed them.
  const textOf = (name: string) => readFileSync(resolve(path, name), "utf8").replaceAll("\r\n", "\n");
  return names.flatMap((name) => [name, textOf(name)]);
}

function digestOf(texts: readonly string[]): string {
  const sha = createHash("sha256");
  for (const text of texts) sha.update(`${text.length}:${text}`);
  return sha.digest("hex").slice(0, 16);
}
