/** What can be asked of a run, and what is answered: plain data that crosses a worker boundary. */
import { FLOW_EVENT, QUEUE_EVENT } from "../trace/snapshot.ts";
import type { StoryPart } from "./facts.ts";

export type FlowEventName = keyof typeof FLOW_EVENT;
export type QueueEventName = keyof typeof QUEUE_EVENT;

/** A packet as a picture names it; one that was sent again has the same `seq`, so the time of asking belongs to it. */
export interface AskedPacket {
  /** As in `Packet.end`. */
  readonly end: number;
  /** Of data the segment's number, of an ACK the next one expected. */
  readonly seq: number;
  readonly isAck: boolean;
  /** Where it is at that time: in the queue of a link, on that link, or in its flow's own stretch (null). */
  readonly link: number | null;
  readonly isQueued: boolean;
}

/** Times are in s, as snapshots have them; links and flows are indices into `Snapshot.links` and `results.flows`. */
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
      /** What the plot shows; `flow` null asks of all flows together. */
      readonly of: "queue" | "cwnd" | "throughput" | "fairness";
      readonly link: number;
      readonly flow: number | null;
      readonly fromS: number;
      readonly toS: number;
    }
  | {
      /** A number beside the plots: of the time that figures count. */
      readonly kind: "number";
      readonly of: "delay-p99" | "theory";
      readonly link: number;
      readonly flow: null;
      readonly fromS: number;
      readonly toS: number;
    };

/** A moment of the chain from the signal to what followed, for the plots. */
export interface StoryMoment {
  readonly atS: number;
  /** Two or three words: "marked", "ECE is back", "cwnd × 0.5". */
  readonly label: string;
  readonly link: number | null;
  readonly flow: number | null;
}

/** The rule that decided, of the algorithm whose card says more, with the numbers of that moment put into its formula. */
export interface StoryRule {
  readonly kind: "aqm" | "cc";
  /** Id of the declaration. */
  readonly algorithm: string;
  readonly formula: string;
}

export interface Story {
  readonly question: Question;
  /** "Mark of packet 10 433, flow 1". */
  readonly title: string;
  readonly atS: number;
  /** Three to six, each a list of parts. */
  readonly sentences: readonly (readonly StoryPart[])[];
  /** In order of time. */
  readonly chain: readonly StoryMoment[];
  readonly rules: readonly StoryRule[];
  /** Of the same kind; null where there is none. */
  readonly previous: Question | null;
  readonly next: Question | null;
}

// Events by the numbers that logs hold.

function namesOf<T extends string>(kinds: Readonly<Record<T, number>>): readonly T[] {
  const names: T[] = [];
  for (const name in kinds) names[kinds[name]] = name;
  return names;
}

export const QUEUE_EVENT_NAMES = namesOf<QueueEventName>(QUEUE_EVENT);
export const FLOW_EVENT_NAMES = namesOf<FlowEventName>(FLOW_EVENT);
