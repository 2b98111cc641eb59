/** The state of the comparison on the screen, with its runs, which a pool of workers computes. */
import { type Scenario, scenarioToUrl } from "../../../engine/index.ts";
import { createStore, type Store } from "../../core/store.ts";
import { perBench } from "../../core/use-store.ts";
import { axisChoices, choiceNamed } from "../../parts/axis/axis-choices.ts";
import { type ShownRun, shownRuns } from "../../parts/runs/notebook-store.ts";
import { type ComputedRun, SnapshotRuns } from "../../parts/runs/snapshot-runs.ts";
import { browserPool, type WorkerPool } from "../../shared/runs/run-batch.ts";
import { type Comparison, firstComparison, type Meaning, meaningOf } from "./comparison.ts";

export interface CompareState {
  readonly comparison: Comparison;
  readonly meaning: Meaning;
  /** The latest valid runs. They stay on the screen while the comparison has an error. */
  readonly shown: Meaning["runs"];
  /** The finished runs by their URLs. */
  readonly computed: ReadonlyMap<string, ComputedRun>;
  /** URLs of the runs that are only computed at the user's request, because they take long. */
  readonly held: readonly string[];
  /** Sentences on parts of the URL that are not allowed. */
  readonly notices: readonly string[];
}

export class CompareStore {
  readonly store: Store<CompareState>;
  readonly #runs: SnapshotRuns;

  constructor(base: Scenario, watch: string | null, pool: WorkerPool) {
    const comparison = firstComparison(base, watch);
    const meaning = meaningOf(comparison);
    this.store = createStore<CompareState>({
      ...{ comparison, meaning, shown: meaning.runs, notices: [], held: [] },
      computed: new Map<string, ComputedRun>(),
    });
    this.#runs = new SnapshotRuns(pool, {
      links: () => this.store.get().shown.map(({ link }) => link),
      computed: () => this.store.get().computed,
      setComputed: (computed) => this.store.set({ computed }),
      setHeld: (held) => this.store.set({ held }),
    });
  }

  /**
   * Applies the same setting and values to a different scenario. Starts a new comparison if that scenario does not
   * have the setting.
   */
  take(base: Scenario, watch: string | null): void {
    const { comparison } = this.store.get();
    if (scenarioToUrl(comparison.base) === scenarioToUrl(base) && comparison.runs === null) {
      this.compute();
      return;
    }
    const isKnown = choiceNamed(axisChoices(base), comparison.axis.name) !== null;
    const first = firstComparison(base, watch);
    const hasOwn =
      comparison.axis.name === "aqm" && !comparison.axis.text.split(",").includes(base.queue.aqm);
    this.write(isKnown && !hasOwn ? { ...first, axis: comparison.axis } : first);
  }

  write(comparison: Comparison, notices: readonly string[] = []): void {
    const meaning = meaningOf(comparison);
    const { shown } = this.store.get();
    const runs = meaning.runs.length > 0 ? meaning.runs : shown;
    const against = Math.min(comparison.against, Math.max(0, runs.length - 1));
    this.store.set({ comparison: { ...comparison, against }, meaning, shown: runs, notices });
    this.compute();
  }

  compute(isRequested = false): void {
    this.#runs.compute(isRequested);
  }

  leave(): void {
    this.#runs.leave();
  }
}

export function comparedRuns({
  shown,
  computed,
  held,
}: Pick<CompareState, "shown" | "computed" | "held">): ShownRun[] {
  return shownRuns({ book: { runs: shown }, computed, held });
}

export const compareStoreOf = perBench((bench) => {
  const { scenario, watch } = bench.store.get();
  return new CompareStore(scenario, watch, browserPool());
});
