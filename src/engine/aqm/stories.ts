/** Explanations of the queue disciplines, by id. Only replays load them. `npm run docs` writes this file from `registry.ts`. */
import { aredStory } from "./ared/story.ts";
import { cobaltStory } from "./cobalt/story.ts";
import { codelStory } from "./codel/story.ts";
import { dualpi2Story } from "./dualpi2/story.ts";
import { ecnCodelStory } from "./ecn-codel/story.ts";
import { droptailStory, infiniteStory } from "./fifo-story.ts";
import { fqCodelStory } from "./fq-codel/story.ts";
import { fqPieStory } from "./fq-pie/story.ts";
import { piStory } from "./pi/story.ts";
import { pieLinuxStory, pieStory } from "./pie/story.ts";
import type { QueueStory } from "./queue-discipline.ts";
import { redStory } from "./red/story.ts";
import { stepStory } from "./step/story.ts";

export const STORIES: Readonly<Record<string, QueueStory>> = {
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
