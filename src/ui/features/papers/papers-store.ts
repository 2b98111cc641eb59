/** The state of the screen while the page is open: loaded results, and the runs of each experiment on this device. */

import { createContext, use, useEffect, useState, useSyncExternalStore } from "react";
import { loadOf, type Scenario } from "../../../engine/index.ts";
import { type Tally, tallyOf } from "../../../experiments/claim-tally.ts";
import type { Experiment, Job, StudySize } from "../../../experiments/experiment.ts";
import { experiments } from "../../../experiments/experiments.ts";
import { openingOf } from "../../core/edits.ts";
import { stateToFragment } from "../../core/url-sync.ts";
import { perBench } from "../../core/use-store.ts";
import {
  type BatchWork,
  browserPool,
  RunBatch,
  type RunsState,
  type WorkerPool,
} from "../../shared/runs/run-batch.ts";
import { siteFile } from "../../shared/site-file.ts";
import { type Loaded, StoredResults } from "./stored-results.ts";

export class PapersStore {
  readonly experiments: readonly Experiment[];
  readonly results: StoredResults;
  readonly #pool: WorkerPool;
  /** Scroll position of the overview. */
  scrolledTo = 0;
  /** The figure from which the user opened a run on the bench, and its scroll position, for the return. */
  left: { readonly id: string; readonly scrolledTo: number } | null = null;
  readonly #figureRuns = new Map<string, FigureRuns>();

  constructor(all: readonly Experiment[], results: StoredResults, pool: WorkerPool) {
    this.experiments = all;
    this.results = results;
    this.#pool = pool;
  }

  figureRuns(experiment: Experiment): FigureRuns {
    const known = this.#figureRuns.get(experiment.id);
    if (known !== undefined) return known;
    const figureRuns = new FigureRuns(experiment, this.#pool);
    this.#figureRuns.set(experiment.id, figureRuns);
    return figureRuns;
  }

  /** Pauses the runs until this screen is shown again, because the bench needs the cores. */
  leave(): void {
    for (const { runs } of this.#figureRuns.values()) runs.pause();
  }

  enter(): void {
    for (const { runs } of this.#figureRuns.values()) runs.resume();
  }
}

/** The runs of one experiment. */
export class FigureRuns {
  readonly links: JobLinks;
  readonly runs: RunBatch;
  readonly #experiment: Experiment;
  /** Size of the runs on this device. */
  size: StudySize = "quick";

  constructor(experiment: Experiment, pool: WorkerPool) {
    this.#experiment = experiment;
    this.links = new JobLinks(experiment);
    this.runs = new RunBatch(pool);
  }

  start(size: StudySize): void {
    this.size = size;
    this.runs.start(workOf(this.#experiment, size));
  }
}

export function workOf(experiment: Experiment, size: StudySize): BatchWork {
  return {
    jobs: () => experiment.jobs(size),
    want: "snapshot",
    read: ({ snapshot }, job) => {
      if (snapshot === null) throw new Error("the run returned no time series");
      return experiment.read(snapshot, job);
    },
    reduce: (readings) => experiment.reduce(readings, size),
    cost: ({ scenario }) => loadOf(scenario),
  };
}

export const papersStoreOf = perBench(
  () => new PapersStore(experiments, new StoredResults(siteFile), browserPool()),
);

export const PapersContext = createContext<PapersStore | null>(null);

export function usePapers(): PapersStore {
  const study = use(PapersContext);
  if (study === null) throw new Error("a part of the papers was drawn outside <PapersContext>");
  return study;
}

/** Returns the published result; null while it loads. If `wanted` is false, loading waits. */
export function useStored(id: string, wanted = true): Loaded | null {
  const { results } = usePapers();
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  useEffect(() => {
    if (!wanted) return;
    let current = true;
    void results.load(id).then((next) => {
      if (current) setLoaded(next);
    });
    return () => {
      current = false;
    };
  }, [id, results, wanted]);
  return loaded;
}

/** Returns the counts of all experiments with published results, by id; null until all have been loaded, one after another. */
export function useTallies(): ReadonlyMap<string, Tally> | null {
  const { experiments, results } = usePapers();
  const [tallies, setTallies] = useState<ReadonlyMap<string, Tally> | null>(null);
  useEffect(() => {
    let current = true;
    // This waits, so that visible figures load first.
    const handle = setTimeout(async () => {
      const found = new Map<string, Tally>();
      for (const { id, paper } of experiments) {
        const { stored } = await results.load(id);
        if (!current) return;
        if (stored !== null) found.set(id, tallyOf(stored.outcome.claims, paper));
      }
      setTallies(found);
    }, REST_MS);
    return () => {
      current = false;
      clearTimeout(handle);
    };
  }, [experiments, results]);
  return tallies;
}

const REST_MS = 400;

export function useRunsState<T>(runs: RunBatch, selector: (state: RunsState) => T): T {
  return useSyncExternalStore(runs.store.subscribe, () => selector(runs.store.get()));
}

/** The scenarios and bench URLs of an experiment's runs, by the name of a run. */
export class JobLinks {
  readonly #experiment: Experiment;
  /** The runs are cached, because determining the runs of a large grid takes a while. */
  readonly #jobs = new Map<StudySize, ReadonlyMap<string, Job>>();

  constructor(experiment: Experiment) {
    this.#experiment = experiment;
  }

  /** Returns the scenario of a run; null if this version of the experiment has no such run. */
  scenario(size: StudySize, key: string): Scenario | null {
    return this.jobs(size).get(key)?.scenario ?? null;
  }

  /** Returns the run that the pictures compare a run with; null if there is no such run at this size. */
  compared(size: StudySize, key: string): { readonly scenario: Scenario; readonly what: string } | null {
    const base = this.#experiment.comparedWith?.(key) ?? null;
    const scenario = base && this.scenario(size, base.key);
    return base && scenario && { scenario, what: base.what };
  }

  /** Returns the URL of a run. The run that it is compared with is the pinned run. */
  href(size: StudySize, key: string): string | null {
    const scenario = this.scenario(size, key);
    if (scenario === null) return null;
    const base = this.compared(size, key);
    const pinned = base && { scenario: base.scenario, snapshot: null };
    return `#${stateToFragment({ ...openingOf(scenario), pinned })}`;
  }

  /** Returns all runs of a size, by name. */
  jobs(size: StudySize): ReadonlyMap<string, Job> {
    const jobs = this.#jobs.get(size) ?? new Map(this.#experiment.jobs(size).map((job) => [job.key, job]));
    this.#jobs.set(size, jobs);
    return jobs;
  }

  /**
   * Returns the number of runs; null if they cannot be determined, in which case starting the runs reports the
   * reason.
   */
  count(size: StudySize): number | null {
    try {
      return this.jobs(size).size;
    } catch {
      return null;
    }
  }
}
