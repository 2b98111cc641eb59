/** A polite live region that announces the effect of a change once it is known, at most one message per second. */
import type { Scenario } from "../../engine/index.ts";
import type { AppState, Store } from "./store.ts";

const SHORTEST_INTERVAL_MS = 1000;

/** Returns a sentence that states the changes since `before` and their effect on the run. */
export type Consequence = (state: AppState, before: Scenario) => string;

export class Announcer {
  readonly #store: Store<AppState>;
  readonly #consequence: Consequence;
  #saidCommits = 0;
  /** The settings at the last announcement. */
  #announced: Scenario;
  #lastMs = Number.NEGATIVE_INFINITY;
  #waiting: string | null = null;

  constructor(store: Store<AppState>, consequence: Consequence) {
    this.#store = store;
    this.#consequence = consequence;
    this.#announced = store.get().settings;
  }

  start(): void {
    const { commits, settings } = this.#store.get();
    this.#saidCommits = commits;
    this.#announced = settings;
    this.#store.subscribe(() => this.#follow());
  }

  say(sentence: string): void {
    if (this.#waiting !== null) {
      this.#waiting = sentence;
      return;
    }
    const waitMs = Math.max(0, this.#lastMs + SHORTEST_INTERVAL_MS - performance.now());
    this.#waiting = sentence;
    setTimeout(() => {
      this.#lastMs = performance.now();
      this.#store.set({ announcement: this.#waiting ?? "" });
      this.#waiting = null;
    }, waitMs);
  }

  #follow(): void {
    const state = this.#store.get();
    if (state.changing !== null) return;
    if (state.commits === this.#saidCommits) {
      // If a URL has changed the settings, or a live run has by its own schedule, the user has not changed them.
      this.#announced = state.settings;
      return;
    }
    const { snapshot, scenario } = state.run;
    if (state.mode === "whole" && (snapshot === null || !snapshot.done || scenario !== state.scenario))
      return;
    // The sentence compares with the pinned run, so it waits until that run has been simulated.
    if (state.mode === "whole" && state.pinned !== null && state.pinned.snapshot === null) return;
    this.#saidCommits = state.commits;
    const before = this.#announced;
    this.#announced = state.settings;
    this.say(this.#consequence(state, before));
  }
}
