/** The state of the sweep screen while the page is open: the sweep that is edited, and the runs of the sweep that was started. */

import { loadOf, type Scenario, scenarioToUrl } from "../../../engine/index.ts";
import type { Readings } from "../../../experiments/experiment.ts";
import { type PlacedMetric, placesOf, SWEPT_METRICS } from "../../../experiments/metrics.ts";
import type { Sweep } from "../../../experiments/sweep-jobs.ts";
import { readSweepRun, sweepJobs } from "../../../experiments/sweep-jobs.ts";
import { reduceSweep } from "../../../experiments/sweep-outcome.ts";
import { keysAt, placesOfSweep, placeWords } from "../../../experiments/sweep-points.ts";
import { createStore, type Store } from "../../core/store.ts";
import { perBench } from "../../core/use-store.ts";
import { type BatchWork, browserPool, RunBatch, type WorkerPool } from "../../shared/runs/run-batch.ts";
import { type Draft, firstDraft, type Meaning, meaningOf, rebased, runsOf } from "./draft.ts";

export interface SweepState extends Meaning {
  readonly draft: Draft;
  /** The sweep whose runs are shown; null before the first start. Its metric follows the draft's. */
  readonly shown: Sweep | null;
  /** Sentences on parts of a URL that could not be used. */
  readonly notices: readonly string[];
  /** Sentence on settings that a URL's scenario keeps from an earlier version; empty if there are none. */
  readonly ofAge: string;
}

/** Limits up to which a sweep takes about a second at most, so that it starts again after every change. */
const [QUICK_RUNS, QUICK_LOAD] = [64, 0.025];

export class SweepStore {
  readonly store: Store<SweepState>;
  readonly runs: RunBatch;

  constructor(base: Scenario, pool: WorkerPool) {
    const draft = firstDraft(base);
    this.store = createStore<SweepState>({ draft, ...meaningOf(draft), shown: null, notices: [], ofAge: "" });
    this.runs = new RunBatch(pool);
  }

  /** Uses a different scenario for the same sweep. */
  take(base: Scenario): void {
    const { draft } = this.store.get();
    if (scenarioToUrl(draft.base) !== scenarioToUrl(base)) this.write(rebased(draft, base));
    else this.#follow();
  }

  write(draft: Draft, notices: readonly string[] = [], ofAge = ""): void {
    this.store.set({ draft, ...meaningOf(draft), notices, ofAge });
    this.#follow();
  }

  start(isRequested = true): void {
    const { sweep } = this.store.get();
    if (sweep === null) return;
    this.store.set({ shown: sweep });
    this.runs.start(this.#workOf(sweep), isRequested);
  }

  /**
   * Returns a function from a run's name to its scenario, for a picture of `sweep`. The returned function returns
   * null while the known runs belong to a different sweep.
   */
  runsOf(sweep: Sweep, shown: Sweep | null): (key: string) => Scenario | null {
    const isOwn = shown !== null && sameRuns(sweep, shown);
    return (key) => (isOwn ? (this.runs.job(key)?.scenario ?? null) : null);
  }

  #follow(): void {
    const { sweep, shown } = this.store.get();
    if (sweep === null) return;
    if (shown !== null && sameRuns(sweep, shown) && isMeasured(sweep, shown)) {
      // All figures of each run are stored: another metric needs no new runs.
      this.store.set({ shown: sweep });
      this.runs.refresh();
    } else if (isQuick(sweep)) this.start(false);
  }

  #workOf(sweep: Sweep): BatchWork {
    const everything = allMetrics(sweep);
    return {
      jobs: () => sweepJobs(sweep),
      want: "results",
      read: ({ results }) => readSweepRun(results, everything),
      reduce: (readings: Readings) => reduceSweep(withMetricOf(sweep, this.store.get().shown), readings),
      cost: ({ scenario }) => loadOf(scenario),
    };
  }
}

/** Returns, for each row of the table, its first run and a name made of the varied settings and values. */
export function rowsOf(sweep: Sweep): { readonly job: string; readonly name: string }[] {
  return placesOfSweep(sweep).map((place) => ({
    job: keysAt(sweep, place)[0],
    name: placeWords(sweep, place),
  }));
}

function isQuick(sweep: Sweep): boolean {
  if (runsOf(sweep) > QUICK_RUNS) return false;
  return sweepJobs(sweep).reduce((sum, { scenario }) => sum + loadOf(scenario), 0) <= QUICK_LOAD;
}

/** Returns whether two sweeps differ only in the metric and the comparison. */
export function sameRuns(a: Sweep, b: Sweep): boolean {
  return runsText(a) === runsText(b);
}

function runsText({ base, x, y, seeds, limitBdp }: Sweep): string {
  const axes = [x, y].map((axis) => (axis === null ? "" : `${axis.name}=${axis.values.join(",")}`));
  return [scenarioToUrl(base), ...axes, seeds, limitBdp ?? ""].join(" ");
}

export const sweepStoreOf = perBench((bench) => new SweepStore(bench.store.get().scenario, browserPool()));

/** Returns the sweep with all metrics of a run, so that one set of runs serves all of them. */
export function allMetrics(sweep: Sweep): Sweep {
  const metrics = SWEPT_METRICS.flatMap((metric): PlacedMetric[] => [
    { id: metric.id, metric, place: null },
    ...placesOf(metric, sweep.base).map(({ id }) => ({ id: `${metric.id}@${id}`, metric, place: id })),
  ]);
  const ids = metrics.map(({ id }) => id);
  // A ratio is measured only if a sweep requests it.
  return { ...sweep, metrics: [...metrics, ...sweep.metrics.filter(({ id }) => !ids.includes(id))] };
}

/** Returns whether the runs of a different sweep contain the metrics that this sweep measures. */
function isMeasured(sweep: Sweep, started: Sweep): boolean {
  const known = new Set(allMetrics(started).metrics.map(({ id }) => id));
  return sweep.metrics.every(({ id }) => known.has(id));
}

/** Returns the runs of one sweep with the metric and the comparison of a different sweep. */
function withMetricOf(sweep: Sweep, other: Sweep | null): Sweep {
  return other === null ? sweep : { ...sweep, metrics: other.metrics, against: other.against };
}
