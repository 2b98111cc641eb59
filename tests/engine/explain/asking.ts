/** Requests stories of a run and reads them as text. */
import type { Explanation } from "../../../src/engine/explain/explanation.ts";
import { textOf as textOfParts } from "../../../src/engine/explain/facts.ts";
import type { Question, Scenario, Story } from "../../../src/engine/index.ts";
import { Storyteller } from "../../../src/engine/replays.ts";
import { Simulation } from "../../../src/engine/simulator.ts";

export function tellerOf(scenario: Scenario): Storyteller {
  return new Storyteller(scenario, (log) => new Simulation(scenario, log));
}

/** `steps` counts how often the computation could have been interrupted. */
export function tell(
  teller: Storyteller,
  question: Question,
  seenS: number = Number.POSITIVE_INFINITY,
): { story: Story; steps: number } {
  const telling = teller.tell(question, seenS);
  let steps = 0;
  for (let step = telling.next(); ; step = telling.next(), steps++) {
    if (step.done === true) return { story: step.value, steps };
  }
}

export function textOf({ sentences }: Pick<Story, "sentences">): string {
  return sentences.map(textOfParts).join(" ");
}

/** An algorithm's explanation, as text. */
export interface ReadExplanation {
  readonly sentences: readonly string[];
  readonly formula?: string;
}

export function read(explanation: Explanation): ReadExplanation {
  return { ...explanation, sentences: explanation.sentences.map(textOfParts) };
}
