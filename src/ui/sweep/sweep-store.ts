/** What the sweep screen keeps while the page is open: the sweep being written, and the runs of the one that was started. */

import { type Scenario, scenarioToUrl } from "../../engine/index.ts";
import type { Readings } from "../../experiments/experiment.ts";
import { costOf } from "../../experiments/grid.ts";
import { type PlacedMetric, placesOf, SWEPT_METRICS } from "../../experiments/metrics.ts";
import type { Sweep } from "../../experiments/sweep.ts";
import { readSweepRun, sweepJobs } from "../../experiments/sweep-jobs.ts";
import { reduceSweep } from "../../experiments/sweep-outcome.ts";
import { keysAt, placesOfSweep, placeWords } from "../../experiments/sweep-points.ts";
import { type BatchWork, browserPool, RunBatch, type WorkerPool } from "../shared/runs/run-batch.ts";
import { createStore, type Store } from "../state/store.ts";
import { perBench } from "../state/use-store.ts";
import { type Draft, firstDraft, type Meaning, meaningOf, rebased, runsOf } from "./draft.ts";

export interface SweepState extends Meaning {
  readonly draft: Draft;
  /** The sweep whose runs are shown; null until one was started. Its metric follows the draft's. */
  readonly shown: Sweep | null;
  /** On what a link held that could not be. */
  readonly notices: readonly string[];
  /** What a link's scenario keeps of an earlier version; empty where nothing. */
  readonly ofAge: string;
}

/** Sweeps that take no more than about a second follow every change at once. */
const [QUICK_RUNS, QUICK_COST] = [64, 30_000];

export class SweepStore {
  readonly store: Store<SweepState>;
  readonly runs: RunBatch;

  constructor(base: Scenario, pool: WorkerPool) {
    const draft = firstDraft(base);
    this.store = createStore<SweepState>({ draft, ...meaningOf(draft), shown: null, notices: [], ofAge: "" });
    this.runs = new RunBatch(pool);
  }

  /** The same sweep over another scenario. */
  take(base: Scenario): void {
    const { draft } = this.store.get();
    if (scenarioToUrl(draft.base) !== scenarioToUrl(base)) this.write(rebased(draft, base));
    else this.#follow();
  }

  write(draft: Draft, notices: readonly string[] = [], ofAge = ""): void {
    this.store.set({ draft, ...meaningOf(draft), notices, ofAge });
    this.#follow();
  }

  start(): void {
    const { sweep } = this.store.get();
    if (sweep === null) return;
    this.store.set({ shown: sweep });
    this.runs.start(this.#workOf(sweep));
  }

  /** From a run's name to the run, for a picture of `sweep`: none while the runs known are those of another. */
  runsOf(sweep: Sweep, shown: Sweep | null): (key: string) => Scenario | null {
    const isOwn = shown !== null && sameRuns(sweep, shown);
    return (key) => (isOwn ? (this.runs.job(key)?.scenario ?? null) : null);
  }

  #follow(): void {
    const { sweep, shown } = this.store.get();
    if (sweep === null) return;
    if (shown !== null && sameRuns(sweep, shown)) {
      // Every figure of each run is at hand: another metric needs no new runs.
      this.store.set({ shown: sweep });
      this.runs.refresh();
    } else if (isQuick(sweep)) this.start();
  }

  #workOf(sweep: Sweep): BatchWork {
    const everything = allMetrics(sweep);
    return {
      jobs: () => sweepJobs(sweep),
      want: "results",
      read: ({ results }) => readSweepRun(results, everything),
      reduce: (readings: Readings) => reduceSweep(withMetricOf(sweep, this.store.get().shown), readings),
      cost: ({ scenario }) => costOf(scenario),
    };
  }
}

/** Of each row of the table of all points: its first run, and what was varied there and to what. */
export function rowsOf(sweep: Sweep): { readonly job: string; readonly name: string }[] {
  return placesOfSweep(sweep).map((place) => ({
    job: keysAt(sweep, place)[0],
    name: placeWords(sweep, place),
  }));
}

function isQuick(sweep: Sweep): boolean {
  if (runsOf(sweep) > QUICK_RUNS) return false;
  return sweepJobs(sweep).reduce((sum, { scenario }) => sum + costOf(scenario), 0) <= QUICK_COST;
}

/** Whether two sweeps are the same but for what is measured and compared. */
export function sameRuns(a: Sweep, b: Sweep): boolean {
  return runsText(a) === runsText(b);
}

function runsText({ base, x, y, seeds }: Sweep): string {
  const axes = [x, y].map((axis) => (axis === null ? "" : `${axis.name}=${axis.values.join(",")}`));
  return [scenarioToUrl(base), ...axes, seeds].join(" ");
}

export const sweepStoreOf = perBench((bench) => new SweepStore(bench.store.get().scenario, browserPool()));

/** All that can be measured of a run, so that one set of runs answers every question. */
export function allMetrics(sweep: Sweep): Sweep {
  const metrics = SWEPT_METRICS.flatMap((metric): PlacedMetric[] => [
    { id: metric.id, metric, place: null },
    ...placesOf(metric, sweep.base).map(({ id }) => ({ id: `${metric.id}@${id}`, metric, place: id })),
  ]);
  return { ...sweep, metrics };
}

/** The runs of one sweep with what another one measures and compares. */
function withMetricOf(sweep: Sweep, other: Sweep | null): Sweep {
  return other === null ? sweep : { ...sweep, metrics: other.metrics, against: other.against };
}
