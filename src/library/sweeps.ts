/**
 * Sweeps, intervals and paired comparisons as functions. They use the same code as `sweep` on the command line, so
 * they return the same numbers.
 */
import { addedPrograms } from "../engine/added-programs.ts";
import { canonicalText, declaredParams } from "../engine/index.ts";
import { COMMIT, readScenario, type ScenarioSource, simulate, VERSION } from "../engine/library.ts";
import { type RunRecord, type StoredSweep, storedSweep } from "../experiments/stored-outcome.ts";
import { readSweep, type SweepTexts } from "../experiments/sweep.ts";
import { readSweepRun, type Sweep, sweepJobs } from "../experiments/sweep-jobs.ts";
import type { Cell } from "../lib/csv.ts";

/** Options of a measurement: the metrics, and the number of runs. */
export interface MeasureOptions {
  /** Metrics named as in `--metric`: "delay-p99", "goodput@flow2"; by default "utilisation". */
  readonly metric?: string | readonly string[];
  /** Number of runs with different seeds at each point. The default is 1, and 10 for `intervals` and `compare`. */
  readonly seeds?: number;
  /** Called after each run with the number of finished runs and the number of all runs. */
  readonly onRun?: (finished: number, all: number) => void;
}

/** Options of a sweep. They have the names of the command's options. */
export interface SweepOptions extends MeasureOptions {
  /** Setting to vary and its values: "beta-ecn=0.5:0.95:0.05", "cc=cubic,newreno". */
  readonly x: string;
  /** Second setting to vary. */
  readonly y?: string;
  /** Value of an axis with which the other values are compared, seed by seed: "cc=newreno". */
  readonly against?: string;
  /** Limit of the queue as a multiple of the bandwidth-delay product of each point's path. */
  readonly limitBdp?: number;
  /** True to add a row for each run. */
  readonly perSeed?: boolean;
}

/** A finished sweep, as `sweep -o FILE.json` writes it; `points` has a row per point and metric. */
export type SweepResult = StoredSweep;

/** A row of `points`, by the names of the columns of `sweep -o FILE.csv`. */
export type SweepRow = Readonly<Record<string, Cell>>;

/** Estimate of one metric from runs with different seeds. The 95 % interval is that of the mean (Student's t). */
export interface Interval {
  readonly metric: string;
  readonly unit: string;
  /** Number of runs that have a value. */
  readonly seeds: number;
  readonly mean: number | null;
  /** Standard deviation; null if there is only one run, or if seeds change nothing. */
  readonly sd: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly min: number | null;
  readonly max: number | null;
}

const SEEDS = 10;

/** Varies one or two settings of a scenario and measures each point, as `sweep` does on the command line. */
export function sweep(source: ScenarioSource, options: SweepOptions): SweepResult {
  const { x, y, against, limitBdp, perSeed = false } = options;
  const read = sweepOf(source, {
    x,
    ...measured(options, 1),
    ...(y !== undefined && { y }),
    ...(against !== undefined && { against }),
    ...(limitBdp !== undefined && { "limit-bdp": String(limitBdp) }),
  });
  return finished(read, perSeed, options.onRun);
}

/** Runs a scenario with several seeds. Returns one estimate per metric. */
export function intervals(source: ScenarioSource, options: MeasureOptions = {}): Interval[] {
  const base = readScenario(source);
  // The sweep has one point: the scenario's own value of this parameter. The scenario therefore stays unchanged.
  const jitter = declaredParams(base, { scope: "run" }).find(({ id }) => id === "start-jitter");
  if (jitter === undefined) throw new Error("a scenario has no start-jitter");
  const x = `${jitter.id}=${canonicalText(jitter, base.run[jitter.id])}`;
  const swept = sweepOf(base, { x, ...measured(options, SEEDS) });
  return finished(swept, false, options.onRun).points.map(intervalOf);
}

/** The difference between one point and the base, seed by seed. */
export interface Comparison extends Interval {
  /** Value on each axis, by the name of the axis. */
  readonly at: Readonly<Record<string, string>>;
}

/**
 * Compares the values of an axis with one of them, seed by seed. `low` and `high` are the ends of the 95 % interval of the mean
 * difference.
 */
export function compare(
  source: ScenarioSource,
  options: SweepOptions & { readonly against: string },
): Comparison[] {
  const { seeds = SEEDS } = options;
  if (seeds < 2) throw new RangeError(`seeds: a comparison needs 2 seeds or more; got ${seeds}`);
  const { points } = sweep(source, { ...options, seeds, perSeed: false });
  const rows = points.filter((row) => row.against !== null && row.against !== undefined);
  return rows.map((row) => {
    const axes = Object.entries(row).slice(0, Object.keys(row).indexOf("metric"));
    return { at: Object.fromEntries(axes.map(([name, value]) => [name, String(value)])), ...intervalOf(row) };
  });
}

function measured({ metric, seeds }: MeasureOptions, usual: number): SweepTexts {
  const list = typeof metric === "string" ? metric : metric?.join(",");
  return { ...(list !== undefined && { metric: list }), seeds: String(seeds ?? usual) };
}

function sweepOf(source: ScenarioSource, texts: SweepTexts): Sweep {
  const base = addedPrograms.withNamed(readScenario(source), Object.values(texts).join());
  const { sweep, problems } = readSweep(texts, base);
  if (sweep === null)
    throw new RangeError(problems.map(({ key, message }) => `${key}: ${message}`).join("\n"));
  return sweep;
}

function finished(swept: Sweep, perSeed: boolean, onRun: MeasureOptions["onRun"]): SweepResult {
  const jobs = sweepJobs(swept);
  const records = new Map<string, RunRecord>();
  for (const { key, scenario } of jobs) {
    const run = simulate(scenario);
    const results = run.results();
    records.set(key, {
      digest: run.digest(),
      packets: results.packets,
      reading: readSweepRun(results, swept),
    });
    onRun?.(records.size, jobs.length);
  }
  return storedSweep(swept, { version: VERSION, commit: COMMIT }, jobs, records, perSeed);
}

function intervalOf(row: SweepRow): Interval {
  const number = (name: string) => (typeof row[name] === "number" ? row[name] : null);
  return {
    metric: String(row.metric),
    unit: String(row.unit),
    seeds: number("seeds") ?? 0,
    mean: number("mean"),
    sd: number("sd"),
    low: number("ci95_low"),
    high: number("ci95_high"),
    min: number("min"),
    max: number("max"),
  };
}
