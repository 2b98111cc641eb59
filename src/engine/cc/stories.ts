/** Explanations of the congestion controls, by id. Only replays load them. `npm run docs` writes this file from `registry.ts`. */
import { adaptiveAbeStory } from "./adaptive-abe/story.ts";
import { newrenoStory } from "./backoff-story.ts";
import { bbr1Story, bbr2Story, bbr3Story } from "./bbr/story.ts";
import type { SenderStory } from "./congestion-control.ts";
import { cubicStory } from "./cubic/story.ts";
import { dctcpStory } from "./dctcp/story.ts";
import { ecnAbStory } from "./ecn-ab/story.ts";
import { hstcpStory } from "./hstcp/story.ts";
import { htcpStory } from "./htcp/story.ts";
import { pragueStory } from "./prague/story.ts";
import { scalableStory } from "./scalable/story.ts";
import { unresponsiveStory } from "./unresponsive/story.ts";
import { vegasStory } from "./vegas/story.ts";
import { westwoodStory } from "./westwood/story.ts";

export const STORIES: Readonly<Record<string, SenderStory>> = {
  "adaptive-abe": adaptiveAbeStory,
  bbr1: bbr1Story,
  bbr2: bbr2Story,
  bbr3: bbr3Story,
  cubic: cubicStory,
  dctcp: dctcpStory,
  "ecn-ab": ecnAbStory,
  hstcp: hstcpStory,
  htcp: htcpStory,
  newreno: newrenoStory,
  prague: pragueStory,
  scalable: scalableStory,
  unresponsive: unresponsiveStory,
  vegas: vegasStory,
  westwood: westwoodStory,
};
