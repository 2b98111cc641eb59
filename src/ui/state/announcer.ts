/** The polite live region: the consequence of a change once it is known, at most one message a second. */
import { differenceSentence, plainText, settingsSentence } from "./difference.ts";
import { delayText, goodputBps, measured, rateText } from "./metrics.ts";
import { runView } from "./run-view.ts";
import type { AppState, Store } from "./store.ts";

const SHORTEST_INTERVAL_MS = 1000;

export class Announcer {
  readonly #store: Store<AppState>;
  #saidCommits = 0;
  #lastMs = Number.NEGATIVE_INFINITY;
  #waiting: string | null = null;

  constructor(store: Store<AppState>) {
    this.#store = store;
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
    this.say(consequence(state));
  }
}

function liveChange({ past, settings }: AppState, nowS: number): string {
  const before = past.at(-1)?.settings;
  const words = before === undefined ? "" : plainText(settingsSentence(before, settings));
  return words === "" ? "" : `${words}, from ${nowS.toFixed(1)} s.`;
}

function consequence(state: AppState): string {
  const { watch, pinned } = state;
  const run = runView(state.run, "", watch);
  if (run === null) return "";
  if (state.mode === "live") return liveChange(state, run.snapshot.nowS);
  const before = pinned && runView(pinned, "", watch);
  if (before !== null) {
    const sentence = plainText(differenceSentence(run, before));
    return sentence === "" ? "The same as the pinned run." : `${sentence}.`;
  }
  const { link, ...totals } = measured(run);
  const delay = link.sojournMs?.p50;
  const words = delay === undefined ? "" : `, median queue delay ${delayText(delay)}`;
  return `Goodput ${rateText(goodputBps(totals))}${words}.`;
}
