/** Answers questions about one run. All answers use the same index of the run. */
import { NS_PER_S } from "../params/read.ts";
import type { Scenario } from "../scenario/scenario.ts";
import type { MakeReplay } from "../trace/replay.ts";
import { flowEventStory } from "./flow-event-story.ts";
import { joinStory } from "./join-story.ts";
import { numberStory } from "./number-story.ts";
import { packetStory } from "./packet-story.ts";
import { queueEventStory } from "./queue-event-story.ts";
import { RunContext, type StorySteps } from "./run-context.ts";
import { MOST_FACTS, RunIndex } from "./run-index.ts";
import type { Question } from "./story.ts";
import { stretchStory } from "./stretch-story.ts";

export class Storyteller {
  private readonly scenario: Scenario;
  private readonly make: MakeReplay;
  private readonly mostFacts: number;
  private index: RunIndex | null = null;

  /** `mostFacts` limits the number of reductions, and the number of signals, that are stored at the same time. */
  constructor(scenario: Scenario, make: MakeReplay, mostFacts: number = MOST_FACTS) {
    this.scenario = scenario;
    this.make = (log) => {
      this.index?.keepPrograms();
      return make(log);
    };
    this.mostFacts = mostFacts;
  }

  /**
   * Answers a question. Yields between short steps of work. Throws an error with a message for the user if there is nothing to
   * explain.
   */
  *tell(question: Question, seenS: number): StorySteps {
    const timesS = "toS" in question ? [question.fromS, question.toS] : [question.atS];
    if (!timesS.every(Number.isFinite)) throw new Error("The question does not name a time in the run.");
    const atS = timesS[timesS.length - 1];
    const index = yield* this.indexed(atS, seenS);
    const run = new RunContext(this.scenario, this.make, index, seenS);
    switch (question.kind) {
      case "flow-event":
        return yield* flowEventStory(run, question);
      case "queue-event":
        return yield* queueEventStory(run, question);
      case "packet":
        return yield* packetStory(run, question);
      case "join":
        return yield* joinStory(run, question);
      case "stretch":
        return yield* stretchStory(run, question);
      case "number":
        return numberStory(run, question);
    }
  }

  /**
   * Returns an index of the run. Most questions use the same index. If the run has too many events, an index for the time of the
   * question is created.
   */
  private *indexed(atS: number, seenS: number): Generator<undefined, RunIndex> {
    const atNs = atS * NS_PER_S;
    const make = () => new RunIndex(this.make, atNs, this.mostFacts);
    try {
      this.index ??= make();
      yield* this.index.reach(atS, seenS);
      if (!this.index.knows(atNs)) {
        this.index = make();
        yield* this.index.reach(atS, seenS);
      }
      return this.index;
    } catch (error) {
      // A replay that failed cannot continue.
      this.index = null;
      throw error;
    }
  }
}
