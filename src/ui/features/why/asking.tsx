/**
 * The open question: makes it of an event, asks the simulator, and keeps question and answer for the dock beside the plots. A newer
 * question replaces an older one, and a change of the run closes the explanation.
 */
import {
  type FlowEventName,
  type Problem,
  type Question,
  type QueueEventName,
  questionIn,
  questionText,
  type Scenario,
  type Snapshot,
  type Story,
  textOf,
} from "../../../engine/index.ts";
import type { Bench } from "../../core/bench.ts";
import { problemOf } from "../../core/read-fragment.ts";
import { type RunEvent, runEvents } from "../../core/run-events.ts";
import { linkIndex, type RunView } from "../../core/run-view.ts";
import { type LinkPart, type Slice, sliceIn } from "../../core/slice.ts";
import { durationOf } from "../../core/store.ts";
import { linkIds } from "../../core/url-sync.ts";
import { perBench, useBench, useSlice } from "../../core/use-store.ts";
import { Button } from "../../shared/Button.tsx";
import { LazyPlace, lazyPart } from "../../shared/lazy.tsx";

/** Minimum length in s of a phase in a question. For a shorter phase, the question includes the time around it. */
const LEAST_STRETCH_S = 0.002;

export function questionOf({ kind, atS, flow, link, phase }: RunEvent): Question {
  if (kind === "join") return { kind, flow, atS };
  if (phase !== undefined) {
    const toS = Math.max(phase.untilS, atS + LEAST_STRETCH_S);
    return { kind: "stretch", of: "cwnd", link: 0, flow, fromS: atS, toS };
  }
  return link === null
    ? { kind: "flow-event", event: kind as FlowEventName, flow, atS }
    : { kind: "queue-event", event: kind as QueueEventName, link, flow, atS };
}

/** Returns the time of a question (s); null if the question is about a range. */
export function momentOf(question: Question): number | null {
  return "toS" in question ? null : question.atS;
}

/** Tolerance in s for times that were rounded on their way through the controls. */
export const SAME_TIME_S = 1e-6;

/** Returns the latest event of the wanted kinds at or before a time. */
export function latestEvent(
  snapshot: Snapshot,
  atS: number,
  wanted: (event: RunEvent) => boolean,
): RunEvent | null {
  return runEvents(snapshot).findLast((event) => event.atS <= atS + SAME_TIME_S && wanted(event)) ?? null;
}

/** A question about the run and its answer. */
export interface Asked {
  readonly question: Question;
  /** The answer. While a new answer is computed, the previous answer, if there is one. */
  readonly story: Story | null;
  /** Reason why there is no answer; null if there is no error. */
  readonly error: string | null;
  readonly busy: boolean;
}

interface WhyState {
  /** The open question and its answer; null if there is none. */
  readonly asked: Asked | null;
  /** True if the list of all events is open. */
  readonly eventsListed: boolean;
}

export const WHY: Slice<WhyState> = { id: "why", initial: { asked: null, eventsListed: false } };

/** Returns the "why?" of a page. */
export const askingOf = perBench((bench) => new Asking(bench));

/** The question in the URL. A URL written by hand may name a flow or link that its run does not have. */
export const QUESTION_LINK: LinkPart<Bench, Question> = {
  keys: ["why"],
  choosesTime: true,
  valueIn: (state) => (state.mode === "live" ? null : (sliceIn(state, WHY).asked?.question ?? null)),
  write: (question) => `why=${questionText(question)}`,
  read({ why: text = "" }, { scenario, mode }, problems: Problem[]) {
    if (text === "") return null;
    const question = questionIn(text);
    if (mode !== "live" && question !== null && isOfRun(question, scenario)) return question;
    const allowed = "a flow, a link and a time of this run, such as queue,mark,1,1,20, and not in a live run";
    problems.push(problemOf("why", text, allowed, "none"));
    return null;
  },
  open: (bench, question) => askingOf(bench).expect(question),
};

function isOfRun(question: Question, scenario: Scenario): boolean {
  const flows = scenario.flows.reduce((sum, { count }) => sum + count, 0);
  const flow = question.kind === "packet" ? null : question.flow;
  const link = question.kind === "packet" ? question.packet.link : "link" in question ? question.link : 0;
  const endS = "toS" in question ? question.toS : question.atS;
  return (flow ?? 0) < flows && (link ?? 0) < linkIds(scenario).length && endS <= durationOf(scenario);
}

class Asking {
  readonly #bench: Bench;
  /** The scenario that the question is about. */
  #of: Scenario | null = null;

  /** A question from a URL, held until the run has reached the question's time. */
  #expected: Question | null = null;

  constructor(bench: Bench) {
    this.#bench = bench;
    bench.store.subscribe(() => this.#follow());
  }

  #state(): WhyState {
    return sliceIn(this.#bench.store.get(), WHY);
  }

  #set(change: Partial<WhyState>): void {
    this.#bench.setSlice(WHY, change);
  }

  /** Moves the playhead to the time of the question and pauses there, so that the path shows the same time. */
  ask(question: Question): void {
    this.#expected = null;
    const { store, player, simulator } = this.#bench;
    const { scenario, snapshot } = store.get().run;
    if (scenario === null || snapshot === null) return;
    const atS = momentOf(question);
    if (atS !== null) {
      player.pause();
      player.seek(atS);
    }
    this.#of = store.get().scenario;
    const { asked } = this.#state();
    const open = () =>
      this.#set({ asked: { question, story: asked?.story ?? null, error: null, busy: true } });
    if (asked === null) this.#bench.url.openOver(open);
    else open();
    simulator.explain(scenario, question, snapshot.done ? Number.POSITIVE_INFINITY : snapshot.nowS).then(
      (story) => this.#answer(question, story, null),
      (error: unknown) =>
        this.#answer(question, null, error instanceof Error ? error.message : String(error)),
    );
  }

  /** Sets the question of a URL, which is asked once the run has reached its time. Null means no question. */
  expect(question: Question | null): void {
    this.#expected = question;
    this.#of = this.#bench.store.get().scenario;
    if (question === null) this.#drop();
    else this.#set({ asked: { question, story: null, error: null, busy: true } });
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
    const { asked } = this.#state();
    if (asked === null || asked.story === null || asked.busy) return;
    const question = direction === 1 ? asked.story.next : asked.story.previous;
    if (question !== null) this.ask(question);
  }

  /** Closes the answer at the user's request. */
  close(): void {
    this.#drop();
    this.#bench.url.closeOver();
  }

  #drop(): void {
    this.#expected = null;
    if (this.#state().asked !== null) this.#set({ asked: null });
  }

  /** Opens or closes the list of all events. */
  toggleEvents(): void {
    this.#set({ eventsListed: !this.#state().eventsListed });
  }

  /** Handles Escape: closes the explanation first, then the list of events. Returns false if neither is open. */
  leave(): boolean {
    const { asked, eventsListed } = this.#state();
    if (asked !== null) this.close();
    else if (eventsListed) this.toggleEvents();
    return asked !== null || eventsListed;
  }

  #answer(question: Question, story: Story | null, error: string | null): void {
    // The simulator answers null when a newer question has replaced this one.
    if (this.#state().asked?.question !== question || (story === null && error === null)) return;
    this.#set({ asked: { question, story, error, busy: false } });
    this.#bench.announcer.say(story === null ? `No answer: ${error}` : spokenStory(story));
  }

  #follow(): void {
    const { scenario, run } = this.#bench.store.get();
    if (this.#state().asked !== null && scenario !== this.#of) this.#drop();
    const question = this.#expected;
    if (question === null || run.snapshot === null || run.scenario !== scenario) return;
    const endS = "toS" in question ? question.toS : question.atS;
    if (run.snapshot.done || run.snapshot.nowS > endS) this.ask(question);
  }
}

export function spokenStory({ title, sentences }: Story): string {
  return [`${title}.`, ...sentences.map(textOf)].join(" ");
}

const StoryCard = lazyPart(async () => (await import("./StoryCard.tsx")).StoryCard);
const EventList = lazyPart(async () => (await import("./EventList.tsx")).EventList);

/** The dock beside the plots, or at the lower edge of a small screen: the answer, and the list of all events. */
export function WhyDock({ run }: { readonly run: RunView }) {
  const { asked, eventsListed } = useSlice(WHY);
  if (asked === null && !eventsListed) return null;
  return (
    <div className={eventsListed ? "dock dock--tall" : "dock"}>
      <LazyPlace part="The answer">
        {asked !== null && <StoryCard asked={asked} run={run} />}
        {eventsListed && <EventList run={run} />}
      </LazyPlace>
    </div>
  );
}

/** Opens or closes the list of all events. */
export function EventsButton() {
  const bench = useBench();
  const listed = useSlice(WHY).eventsListed;
  return (
    <Button
      look="small"
      aria-pressed={listed}
      title="Lists all marks, losses, cuts, timeouts and joins in order of time. Press one to see its explanation (E)."
      onClick={() => askingOf(bench).toggleEvents()}
    >
      All events
    </Button>
  );
}
