/** Queue delays by flow of the run on screen. They are counted when the run stops changing and kept while it is shown. */
import type { FlowDelays, RunResults, Scenario } from "../../engine/index.ts";
import type { DelaysClient } from "../../workers/sim-client.ts";
import type { Clock } from "./run-scheduler.ts";
import { createStore, type Store } from "./store.ts";

/** The run and the link whose delays are to be counted. */
export interface WantedDelays {
  readonly scenario: Scenario;
  readonly nowS: number;
  /** Value that identifies a state of the run: a new object for each state. */
  readonly flows: RunResults["flows"];
  readonly link: number;
}

export interface CountedDelays {
  readonly wanted: WantedDelays | null;
  /** The delays; null while they are being counted, and if counting failed. */
  readonly delays: FlowDelays | null;
  readonly error: string | null;
}

/** Time without a change before counting starts, so that a drag or a live run is not counted at every frame. */
const QUIET_MS = 300;

export class FlowDelayStore {
  readonly store: Store<CountedDelays> = createStore<CountedDelays>({
    wanted: null,
    delays: null,
    error: null,
  });
  readonly #counter: Pick<DelaysClient, "count">;
  readonly #clock: Pick<Clock, "after">;

  constructor(counter: Pick<DelaysClient, "count">, clock: Pick<Clock, "after">) {
    this.#counter = counter;
    this.#clock = clock;
  }

  want(wanted: WantedDelays): void {
    const known = this.store.get().wanted;
    if (known !== null && known.flows === wanted.flows && known.link === wanted.link) return;
    this.store.set({ wanted, delays: null, error: null });
    this.#clock.after(QUIET_MS, () => {
      if (this.#isWanted(wanted)) this.#count(wanted);
    });
  }

  #count(wanted: WantedDelays): void {
    this.#counter.count(wanted.scenario, wanted.link, wanted.nowS).then(
      (delays) => {
        if (delays !== null && this.#isWanted(wanted)) this.store.set({ delays });
      },
      (error: unknown) => {
        if (!this.#isWanted(wanted)) return;
        this.store.set({ error: error instanceof Error ? error.message : String(error) });
      },
    );
  }

  #isWanted(wanted: WantedDelays): boolean {
    return this.store.get().wanted === wanted;
  }
}
