/** What an algorithm says of a decision that it has just made: the words of its rule with the state of that moment. */
import type { Packet } from "../net/packet.ts";
import type { Said } from "./facts.ts";
import type { FlowEventName, QueueEventName } from "./story.ts";

export interface Explanation {
  /** One to three whole sentences with units. They follow "At 12.407 s packet 10 433 left the queue after 7.9 ms." */
  readonly sentences: readonly Said[];
  /** The rule with the numbers of that moment put in: "100 ms / √4 = 50 ms"; absent where it has none. */
  readonly formula?: string;
}

/** A signal of a queue, at the very moment at which the port is told of it. */
export interface QueueDecision {
  readonly event: QueueEventName;
  readonly packet: Packet;
}

/** What a sender has just done to its window, in segments. */
export interface SenderDecision {
  readonly event: FlowEventName;
  readonly before: number;
  readonly after: number;
}
