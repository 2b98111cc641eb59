/** Answers questions of one run; what it has seen of the run serves all of them. */
import type { Scenario } from "../scenario/scenario.ts";
import { flowEventStory } from "./flow-event-story.ts";
import { joinStory } from "./join-story.ts";
import { packetStory } from "./packet-story.ts";
import { queueEventStory } from "./queue-event-story.ts";
import type { MakeReplay } from "./replay.ts";
import type { Question } from "./story.ts";
import { stretchStory } from "./stretch-story.ts";
import { Survey } from "./survey.ts";
import { Known, type Telling } from "./telling.ts";

/** Of cuts and signals that are too many for one survey: so long before the moment asked for they are known. */
const BEFORE_NS = 30e9;

export class Storyteller {
  private readonly scenario: Scenario;
  private readonly make: MakeReplay;
  private survey: Survey | null = null;

  constructor(scenario: Scenario, make: MakeReplay) {
    this.scenario = scenario;
    this.make = make;
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

  private *surveyed(atS: number, seenS: number): Generator<undefined, Survey> {
    this.survey ??= new Survey(this.make, 0);
    yield* this.survey.reach(atS, seenS);
    const atNs = atS * 1e9;
    if (this.survey.knownUntilNs < Math.min(atNs, this.survey.untilNs) || atNs < this.survey.fromNs) {
      this.survey = new Survey(this.make, Math.max(0, atNs - BEFORE_NS));
      yield* this.survey.reach(atS, seenS);
    }
    return this.survey;
  }
}
