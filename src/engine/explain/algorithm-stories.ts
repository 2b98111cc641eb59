/** The story of an algorithm, by its id. Replays look stories up here, so that a run does not load their sentences. */
import type { QueueStory } from "../aqm/queue-discipline.ts";
import { STORIES as QUEUE_STORIES } from "../aqm/stories.ts";
import type { SenderStory } from "../cc/congestion-control.ts";
import { STORIES as SENDER_STORIES } from "../cc/stories.ts";
import { type CustomPrograms, customProgram } from "../custom/custom-program.ts";
import { customQueueStory, customSenderStory } from "../custom/story.ts";

/** Returns the story of a congestion control; null if it has none. */
export function senderStory(id: string, programs: CustomPrograms): SenderStory | null {
  return customProgram(id, programs) !== undefined ? customSenderStory : (SENDER_STORIES[id] ?? null);
}

/** Returns the story of a queue discipline; null if it has none. */
export function queueStory(id: string, programs: CustomPrograms): QueueStory | null {
  return customProgram(id, programs) !== undefined ? customQueueStory : (QUEUE_STORIES[id] ?? null);
}
