/** Explanations of the queue disciplines, by id. Only replays load them. */

import type { Explanation, QueueDecision } from "../explain/explanation.ts";
import { sentence } from "../explain/facts.ts";
import { aredStory } from "./ared/story.ts";
import { cobaltStory } from "./cobalt/story.ts";
import { codelStory } from "./codel/story.ts";
import type { DropTail } from "./droptail.ts";
import { dualpi2Story } from "./dualpi2/story.ts";
import { ecnCodelStory } from "./ecn-codel/story.ts";
import { explainFull, term, withMore } from "./explain-signals.ts";
import { fqCodelStory } from "./fq-codel/story.ts";
import { fqPieStory } from "./fq-pie/story.ts";
import { MEMORY_PACKETS } from "./infinite.ts";
import { piStory } from "./pi/story.ts";
import { pieLinuxStory, pieStory } from "./pie/story.ts";
import type { QueueStory } from "./queue-discipline.ts";
import { redStory } from "./red/story.ts";
import { stepStory } from "./step/story.ts";

const droptailStory: QueueStory = {
  explain(queue: DropTail, { packet }: QueueDecision): Explanation {
    const full = explainFull(queue.fifo, queue.limit, packet);
    return withMore(full, "DropTail has no other signal: it drops each packet that does not fit.");
  },
};

const infiniteStory: QueueStory = {
  explain(): Explanation {
    return {
      sentences: [
        sentence`The queue has no limit, but a run does: ${term("constant", MEMORY_PACKETS)} packets waited, which is the maximum of a run.`,
      ],
      formula: `${MEMORY_PACKETS} + 1 > ${MEMORY_PACKETS} packets`,
    };
  },
};

export const QUEUE_STORIES: Readonly<Record<string, QueueStory>> = {
  ared: aredStory,
  cobalt: cobaltStory,
  codel: codelStory,
  droptail: droptailStory,
  dualpi2: dualpi2Story,
  "ecn-codel": ecnCodelStory,
  "fq-codel": fqCodelStory,
  "fq-pie": fqPieStory,
  infinite: infiniteStory,
  pi: piStory,
  pie: pieStory,
  "pie-linux": pieLinuxStory,
  red: redStory,
  step: stepStory,
};
