/**
 * An algorithm's explanation of a decision that it has just made: sentences on its rule, with the state at that
 * moment.
 */
import type { Packet } from "../net/packet.ts";
import type { Said } from "./facts.ts";
import type { FlowEventName, QueueEventName } from "./story.ts";

/** Sentences and formula on one decision of an algorithm. */
export interface Explanation {
  /**
   * One to three complete sentences with units. They follow "At 12.407 s packet 10 433 left the queue after 7.9 ms."
   */
  readonly sentences: readonly Said[];
  /** The rule with current numbers: "100 ms / √4 = 50 ms"; absent if the rule has no formula. */
  readonly formula?: string;
}

/** A signal of a queue, at the time when the queue calls its port. */
export interface QueueDecision {
  readonly event: QueueEventName;
  readonly packet: Packet;
}

/** A change that a sender has just made to its window, in segments. */
export interface SenderDecision {
  readonly event: FlowEventName;
  readonly before: number;
  readonly after: number;
}
