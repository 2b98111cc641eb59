/**
 * Asks the simulator to explain an event and keeps the question with its answer. A newer question replaces an older
 * one, and a change of the run closes the explanation.
 */
import { type Question, type Scenario, type Story, textOf } from "../../engine/index.ts";
import type { Announcer } from "./announcer.ts";
import type { Player } from "./playback.ts";
import { latestEvent, momentOf, questionOf, type RunEvent } from "./run-events.ts";
import { linkIndex } from "./run-view.ts";
import type { AppState, Store } from "./store.ts";

/** The part of the bench that asking needs. */
interface Asked {
  readonly store: Store<AppState>;
  readonly player: Player;
  readonly announcer: Announcer;
  /** Explains an event of a run; null if there is nothing to explain. */
  why(scenario: Scenario, question: Question, seenS: number): Promise<Story | null>;
}

export class Asking {
  readonly #bench: Asked;
  /** The scenario that the question is about. */
  #of: Scenario | null = null;

  /** A question from a URL, held until the run has reached the question's time. */
  #expected: Question | null = null;

  constructor(bench: Asked) {
    this.#bench = bench;
    bench.store.subscribe(() => this.#follow());
  }

  /** Moves the playhead to the time of the question and pauses there, so that the path shows the same time. */
  ask(question: Question): void {
    this.#expected = null;
    const { store, player } = this.#bench;
    const { scenario, snapshot } = store.get().run;
    if (scenario === null || snapshot === null) return;
    const atS = momentOf(question);
    if (atS !== null) {
      player.pause();
      player.seek(atS);
    }
    this.#of = store.get().scenario;
    store.set(({ why }) => ({ why: { question, story: why?.story ?? null, error: null, busy: true } }));
    this.#bench.why(scenario, question, snapshot.done ? Number.POSITIVE_INFINITY : snapshot.nowS).then(
      (story) => this.#answer(question, story, null),
      (error: unknown) =>
        this.#answer(question, null, error instanceof Error ? error.message : String(error)),
    );
  }

  /** Sets the question of a URL, which is asked once the run has reached its time. Null means no question. */
  expect(question: Question | null): void {
    const { store } = this.#bench;
    this.#expected = question;
    this.#of = store.get().scenario;
    if (question === null) this.close();
    else store.set({ why: { question, story: null, error: null, busy: true } });
  }

  /** Asks about the latest event at or before the playhead, of any sender or of the watched link. */
  askLatest(): void {
    const { run, playback, watch } = this.#bench.store.get();
    if (run.snapshot === null) return;
    const watched = linkIndex(run.snapshot.links, watch);
    const isHere = ({ link, kind }: RunEvent) => (link === null || link === watched) && kind !== "phase";
    const latest = latestEvent(run.snapshot, playback.playheadS, isHere);
    if (latest !== null) this.ask(questionOf(latest));
  }

  /** Moves to the next (1) or previous (-1) event of the same kind. */
  step(direction: 1 | -1): void {
    const { why } = this.#bench.store.get();
    if (why === null || why.story === null || why.busy) return;
    const question = direction === 1 ? why.story.next : why.story.previous;
    if (question !== null) this.ask(question);
  }

  close(): void {
    this.#expected = null;
    this.#bench.store.set({ why: null });
  }

  showEvents(eventsListed: boolean): void {
    this.#bench.store.set({ eventsListed });
  }

  /** Handles Escape: closes the explanation first, then the list of events. */
  leave(): void {
    if (this.#bench.store.get().why !== null) this.close();
    else this.showEvents(false);
  }

  #answer(question: Question, story: Story | null, error: string | null): void {
    const { store, announcer } = this.#bench;
    // The simulator answers null when a newer question has replaced this one.
    if (store.get().why?.question !== question || (story === null && error === null)) return;
    store.set({ why: { question, story, error, busy: false } });
    announcer.say(story === null ? `No answer: ${error}` : spokenStory(story));
  }

  #follow(): void {
    const { why, scenario, run } = this.#bench.store.get();
    if (why !== null && scenario !== this.#of) this.close();
    const question = this.#expected;
    if (question === null || run.snapshot === null || run.scenario !== scenario) return;
    const endS = "toS" in question ? question.toS : question.atS;
    if (run.snapshot.done || run.snapshot.nowS > endS) this.ask(question);
  }
}

export function spokenStory({ title, sentences }: Story): string {
  return [`${title}.`, ...sentences.map(textOf)].join(" ");
}
