/** Questions about a run, and their answers, as plain data that can be sent between workers. */
import { FLOW_EVENT, QUEUE_EVENT } from "../trace/snapshot.ts";
import type { StoryPart } from "./facts.ts";

/** Name in FLOW_EVENT. */
export type FlowEventName = keyof typeof FLOW_EVENT;
/** Name in QUEUE_EVENT. */
export type QueueEventName = keyof typeof QUEUE_EVENT;

/**
 * A packet, identified by its place on the drawn path. A retransmission has the same `seq`, so the time of the question is also
 * needed.
 */
export interface AskedPacket {
  /** The field `end` of `Packet`. */
  readonly end: number;
  /** Segment number of data, or the next segment that an ACK expects. */
  readonly seq: number;
  readonly isAck: boolean;
  /** Place of the packet: in the queue of a link, on that link, or (null) on the part of the path that only its flow uses. */
  readonly link: number | null;
  readonly isQueued: boolean;
}

/**
 * A question. Times are in s, as in snapshots; links and flows are indices into `Snapshot.links` and `results.flows`.
 */
export type Question =
  | {
      readonly kind: "flow-event";
      readonly event: FlowEventName;
      readonly flow: number;
      readonly atS: number;
    }
  | {
      readonly kind: "queue-event";
      readonly event: QueueEventName;
      readonly link: number;
      readonly flow: number;
      readonly atS: number;
    }
  | { readonly kind: "join"; readonly flow: number; readonly atS: number }
  | { readonly kind: "packet"; readonly packet: AskedPacket; readonly atS: number }
  | {
      readonly kind: "stretch";
      /** Quantity that the plot shows. If `flow` is null, the question is about all flows together. */
      readonly of: "queue" | "cwnd" | "throughput" | "fairness";
      readonly link: number;
      readonly flow: number | null;
      readonly fromS: number;
      readonly toS: number;
    }
  | {
      /** A question about a number next to the plots. The number covers the time after the warm-up. */
      readonly kind: "number";
      readonly of: "delay-p99" | "theory";
      readonly link: number;
      readonly flow: null;
      readonly fromS: number;
      readonly toS: number;
    };

/** A moment in the chain of events from a mark or drop to its consequences. The plots show it. */
export interface StoryMoment {
  readonly atS: number;
  /** Label of two or three words: "marked", "ECE is back", "cwnd × 0.5". */
  readonly label: string;
  readonly link: number | null;
  readonly flow: number | null;
}

/**
 * The rule by which an algorithm decided, with a formula that contains the numbers of that moment. The card of the algorithm
 * gives details.
 */
export interface StoryRule {
  readonly kind: "aqm" | "cc";
  /** Id of the algorithm's declaration. */
  readonly algorithm: string;
  readonly formula: string;
}

/** The answer to a question. */
export interface Story {
  readonly question: Question;
  /** Title: "Mark of packet 10 433, flow 1". */
  readonly title: string;
  readonly atS: number;
  /** Three to six sentences, each a list of parts. */
  readonly sentences: readonly (readonly StoryPart[])[];
  /** Moments in order of time. */
  readonly chain: readonly StoryMoment[];
  readonly rules: readonly StoryRule[];
  /** Questions about the previous and the next event of the same kind; null if there is no such event. */
  readonly previous: Question | null;
  readonly next: Question | null;
}

// Names of events, indexed by the numbers in logs.

function namesOf<T extends string>(kinds: Readonly<Record<T, number>>): readonly T[] {
  const names: T[] = [];
  for (const name in kinds) names[kinds[name]] = name;
  return names;
}

/** Names of queue events, indexed by QUEUE_EVENT. */
export const QUEUE_EVENT_NAMES = namesOf<QueueEventName>(QUEUE_EVENT);
/** Names of flow events, indexed by FLOW_EVENT. */
export const FLOW_EVENT_NAMES = namesOf<FlowEventName>(FLOW_EVENT);
