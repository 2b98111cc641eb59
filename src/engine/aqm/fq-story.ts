/** Sentences about a packet's queue, for disciplines with one queue per flow. */
import { type StoryPart, sentence } from "../explain/facts.ts";
import type { DrrFlow } from "./drr-flows.ts";
import { term } from "./explain-signals.ts";
import type { FqDiscipline } from "./fq-discipline.ts";

/** Describes the flow's queue for explanations: whether it is new, its length, and the number of queues. */
export function tellQueue<Law>(queue: FqDiscipline<Law>, flow: DrrFlow<Law>): readonly StoryPart[] {
  const { flows } = queue;
  const age = flow.isListed ? (flows.isNew(flow) ? "a new one" : "an old one") : "an idle one";
  const [young, old] = [flows.newFlows.length, flows.oldFlows.length];
  const others = sentence`${term("new-queues", young)} new and ${term("old-queues", old)} old queues take turns`;
  const { packets } = flow.fifo;
  const held = term("own-packets", packets);
  return sentence`Its flow's own queue, ${age}, held ${held} other packet${packets === 1 ? "" : "s"}; ${others}.`;
}
