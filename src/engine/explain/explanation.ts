/** An algorithm's explanation of the decision that it has just made: sentences on its rule, and the numbers of that moment. */
import type { Packet } from "../net/packet.ts";
import type { StoryText } from "./facts.ts";
import type { FlowEventName, QueueEventName } from "./story.ts";

/** Sentences and formula that explain one decision of an algorithm. */
export interface Explanation {
  /**
   * One to three complete sentences with units. The caller puts them after a sentence such as "At 12.407 s packet 10 433 left the
   * queue after 7.9 ms."
   */
  readonly sentences: readonly StoryText[];
  /** The rule with the numbers of that moment: "100 ms / √4 = 50 ms"; absent if the rule has no formula. */
  readonly formula?: string;
}

/** A decision of a queue discipline to mark or drop a packet, at the time when the discipline calls its port. */
export interface QueueDecision {
  readonly event: QueueEventName;
  readonly packet: Packet;
}

/** A change that a sender has just made to its window. Windows are in segments. */
export interface SenderDecision {
  readonly event: FlowEventName;
  readonly before: number;
  readonly after: number;
}
