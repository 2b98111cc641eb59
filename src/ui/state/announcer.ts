/** The polite live region: the consequence of a change once it is known, at most one message a second. */
import type { AppState, Store } from "./store.ts";

const SHORTEST_INTERVAL_MS = 1000;

/** What the last finished change has led to, as a sentence. */
export type Consequence = (state: AppState) => Promise<string>;

export class Announcer {
  readonly #store: Store<AppState>;
  readonly #consequence: Consequence;
  #saidCommits = 0;
  #lastMs = Number.NEGATIVE_INFINITY;
  #waiting: string | null = null;

  constructor(store: Store<AppState>, consequence: Consequence) {
    this.#store = store;
    this.#consequence = consequence;
  }

  start(): void {
    this.#saidCommits = this.#store.get().commits;
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
    if (state.commits === this.#saidCommits || state.changing !== null) return;
    const { snapshot, scenario } = state.run;
    if (state.mode === "whole" && (snapshot === null || !snapshot.done || scenario !== state.scenario))
      return;
    // The pinned run may still be in the making; its figures are half of the sentence.
    if (state.mode === "whole" && state.pinned !== null && state.pinned.snapshot === null) return;
    this.#saidCommits = state.commits;
    this.#consequence(state).then(
      (sentence) => this.say(sentence),
      () => undefined,
    );
  }
}
