/**
 * Computes runs from their URLs, including their series, on a pool of workers: the runs of the notebook and of a
 * comparison.
 */
import { loadOf, type Snapshot } from "../../../engine/index.ts";
import type { WorkerPool } from "../../shared/runs/run-batch.ts";
import { keptScenario } from "./keep.ts";

/**
 * Limit on the load of the runs that are computed without a request, as a share of the largest load of a run (`loadOf`); they take
 * about 6 s of computing. The runs may be those of a stranger's link.
 */
const MOST_UNASKED_LOAD = 0.1;

export type ComputedRun = { readonly snapshot: Snapshot } | { readonly error: string };

interface RunsByLink {
  /** URLs of the runs on the screen, in the order in which to compute them. */
  links(): readonly string[];
  computed(): ReadonlyMap<string, ComputedRun>;
  setComputed(computed: ReadonlyMap<string, ComputedRun>): void;
  /** Sets the URLs of the runs that are only computed at the user's request. */
  setHeld(links: readonly string[]): void;
}

export class SnapshotRuns {
  readonly #pool: WorkerPool;
  readonly #runs: RunsByLink;
  /** URLs of the runs in progress. */
  #asked = new Set<string>();
  /** URLs of the runs that may be computed. */
  #allowed = new Set<string>();
  /** URLs of the runs whose programs the user has not allowed. */
  #refused = new Set<string>();
  #stop = new AbortController();

  constructor(pool: WorkerPool, runs: RunsByLink) {
    this.#pool = pool;
    this.#runs = runs;
  }

  /** Computes the missing runs, as far as they are light, or all of them if the user has requested this. */
  compute(isRequested = false): void {
    if (this.#stop.signal.aborted) this.#stop = new AbortController();
    this.#allow(isRequested);
    const { signal } = this.#stop;
    const links = this.#runs.links().filter((link) => this.#isNext(link));
    const scenarios = links.map((link) => keptScenario(link).scenario);
    const answer = this.#pool.refusal?.(scenarios, isRequested);
    if (answer === undefined) this.#start(signal);
    else
      void answer.then((refusal) => {
        if (signal.aborted) return;
        if (refusal !== null) this.#refuse(links);
        this.#start(signal);
      });
  }

  #start(signal: AbortSignal): void {
    for (let free = this.#pool.size - this.#asked.size; free > 0; free--)
      void this.#work(signal, this.#asked);
  }

  /** Holds the runs with programs back until the user requests them. */
  #refuse(links: readonly string[]): void {
    for (const link of links) {
      if (keptScenario(link).scenario.programs === undefined) continue;
      this.#allowed.delete(link);
      this.#refused.add(link);
    }
    this.#allow(false);
  }

  /** Stops the runs in progress when the user leaves the screen. */
  leave(): void {
    this.#stop.abort();
    this.#asked = new Set();
  }

  #allow(isRequested: boolean): void {
    const links = this.#runs.links();
    let load = 0;
    for (const link of links) {
      if (this.#allowed.has(link) || (this.#refused.has(link) && !isRequested)) continue;
      load += loadOf(keptScenario(link).scenario);
      if (isRequested || load <= MOST_UNASKED_LOAD) this.#allowed.add(link);
    }
    this.#runs.setHeld(links.filter((link) => !this.#allowed.has(link)));
  }

  async #work(signal: AbortSignal, asked: Set<string>): Promise<void> {
    for (let link = this.#next(); link !== null && !signal.aborted; link = this.#next()) {
      asked.add(link);
      const computed = await this.#run(link, signal);
      asked.delete(link);
      if (computed === null) return;
      this.#runs.setComputed(new Map(this.#runs.computed()).set(link, computed));
    }
  }

  async #run(link: string, signal: AbortSignal): Promise<ComputedRun | null> {
    try {
      const { scenario } = keptScenario(link);
      const reply = await this.#pool.run({ key: link, scenario }, "snapshot", signal);
      if (reply === null) return null;
      if (!reply.ok) return { error: reply.message };
      const { snapshot } = reply.value;
      return snapshot === null ? { error: "The run has no series." } : { snapshot };
    } catch (error) {
      return signal.aborted ? null : { error: error instanceof Error ? error.message : String(error) };
    }
  }

  #next(): string | null {
    return this.#runs.links().find((link) => this.#isNext(link)) ?? null;
  }

  #isNext(link: string): boolean {
    return this.#allowed.has(link) && !this.#runs.computed().has(link) && !this.#asked.has(link);
  }
}
