/** Answers questions of one run; what it has seen of the run serves all of them. */
import { NS_PER_S } from "../params/read.ts";
import type { Scenario } from "../scenario/scenario.ts";
import type { MakeReplay } from "../trace/replay.ts";
import { flowEventStory } from "./flow-event-story.ts";
import { joinStory } from "./join-story.ts";
import { packetStory } from "./packet-story.ts";
import { queueEventStory } from "./queue-event-story.ts";
import { MOST_FACTS, RunIndex } from "./run-index.ts";
import type { Question } from "./story.ts";
import { stretchStory } from "./stretch-story.ts";
import { Known, type Telling } from "./telling.ts";

export class Storyteller {
  private readonly scenario: Scenario;
  private readonly make: MakeReplay;
  private readonly mostFacts: number;
  private survey: RunIndex | null = null;

  /** `mostFacts`: so many cuts, and as many signals, are kept at a time. */
  constructor(scenario: Scenario, make: MakeReplay, mostFacts: number = MOST_FACTS) {
    this.scenario = scenario;
    this.make = make;
    this.mostFacts = mostFacts;
  }

  /** Yields between short steps of work. Throws, with a message for people, where there is nothing to tell. */
  *tell(question: Question, seenS: number): Telling {
    const atS = question.kind === "stretch" ? question.toS : question.atS;
    const survey = yield* this.surveyed(atS, seenS);
    const known = new Known(this.scenario, this.make, survey, seenS);
    switch (question.kind) {
      case "flow-event":
        return yield* flowEventStory(known, question);
      case "queue-event":
        return yield* queueEventStory(known, question);
      case "packet":
        return yield* packetStory(known, question);
      case "join":
        return joinStory(known, question);
      case "stretch":
        return stretchStory(known, question);
    }
  }

  /** What is kept of one survey serves most questions; where too much happens, one is made for the moment asked for. */
  private *surveyed(atS: number, seenS: number): Generator<undefined, RunIndex> {
    const atNs = atS * NS_PER_S;
    const make = () => new RunIndex(this.make, atNs, this.mostFacts);
    this.survey ??= make();
    yield* this.survey.reach(atS, seenS);
    if (!this.survey.knows(atNs)) {
      this.survey = make();
      yield* this.survey.reach(atS, seenS);
    }
    return this.survey;
  }
}
