/** Events by the numbers that logs hold. */
import { FLOW_EVENT, QUEUE_EVENT } from "../trace/snapshot.ts";
import type { FlowEventName, QueueEventName } from "./story.ts";

function namesOf<T extends string>(kinds: Readonly<Record<T, number>>): readonly T[] {
  const names: T[] = [];
  for (const name in kinds) names[kinds[name]] = name;
  return names;
}

export const QUEUE_EVENT_NAMES = namesOf<QueueEventName>(QUEUE_EVENT);
export const FLOW_EVENT_NAMES = namesOf<FlowEventName>(FLOW_EVENT);
