/** Explanations of the queues without signals. */
import type { Explanation, QueueDecision } from "../explain/explanation.ts";
import { sentence } from "../explain/facts.ts";
import type { DropTail } from "./droptail.ts";
import { explainFull, term, withMore } from "./explain-signals.ts";
import { MEMORY_PACKETS } from "./infinite.ts";
import type { QueueStory } from "./queue-discipline.ts";

export const droptailStory: QueueStory = {
  explain(queue: DropTail, { packet }: QueueDecision): Explanation {
    const full = explainFull(queue.fifo, queue.limit, packet);
    return withMore(full, "DropTail has no other signal: it drops each packet that does not fit.");
  },
};

export const infiniteStory: QueueStory = {
  explain(): Explanation {
    return {
      sentences: [
        sentence`The queue has no limit, but a run does: ${term("constant", MEMORY_PACKETS)} packets waited, which is the maximum of a run.`,
      ],
      formula: `${MEMORY_PACKETS} + 1 > ${MEMORY_PACKETS} packets`,
    };
  },
};
