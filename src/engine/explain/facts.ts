/**
 * The claims of an explanation as data. Each number, time and count in a sentence is a fact. A fact states the
 * meaning of its value, so that a test can verify it in the log of the run without reading text. Facts are plain data
 * that can be sent between workers.
 */
import { counted, duration, number, numberText, rate, segments, share } from "./formats.ts";

/**
 * Identifies one transmission of a packet in the log. A retransmission has the same segment number and a different
 * time.
 */
export interface PacketId {
  readonly end: number;
  /** Segment number of data, or the next segment that an ACK expects. */
  readonly seq: number;
  readonly isAck: boolean;
  readonly sentNs: number;
}

/**
 * A decision of a queue's or a sender's algorithm. Algorithms omit these fields; the caller that uses the explanation
 * adds them.
 */
export interface Decided {
  readonly link?: number;
  readonly flow?: number;
  readonly atNs?: number;
  /** Name of the decision in QUEUE_EVENT or FLOW_EVENT. */
  readonly event?: string;
}

/** Kinds of facts about single packets and single decisions, with the meaning of their value. */
type MomentClaim =
  /** Number with which a packet is named: its segment number. */
  | { readonly kind: "packet"; readonly packet: PacketId }
  /** Time at which a packet was sent, or at which it arrived at the receiver or, for an ACK, at the sender (ns). */
  | { readonly kind: "sent" | "arrived"; readonly packet: PacketId }
  /** Time at which a packet entered a queue, left it, or was marked, dropped or lost there (ns). */
  | { readonly kind: "entered" | "left" | "signalled"; readonly packet: PacketId; readonly link: number }
  /** Time that a packet spent in the queue until it left or was marked, dropped or lost (ns). */
  | { readonly kind: "sojourn"; readonly packet: PacketId; readonly link: number }
  /**
   * Number of packets ahead of a packet in the queue when it arrived; if the link has several queues, in the packet's
   * own queue.
   */
  | { readonly kind: "ahead" | "ahead-in-own"; readonly packet: PacketId; readonly link: number }
  /** Number of times that the queue marked or dropped the packet. */
  | { readonly kind: "signals"; readonly packet: PacketId; readonly link: number }
  /** Number of other packets in the queue when the packet was marked or dropped. */
  | { readonly kind: "waiting"; readonly packet: PacketId; readonly link: number }
  /**
   * Time at which the first ACK that reports the packet's arrival reached the sender, and the time from the
   * transmission until then (ns).
   */
  | { readonly kind: "told" | "round-trip"; readonly packet: PacketId }
  /** Time at which the first ACK that echoes the packet's mark reached the sender (ns). */
  | { readonly kind: "echoed"; readonly packet: PacketId }
  /** Time at which the packet was retransmitted (ns). */
  | { readonly kind: "sent-again"; readonly packet: PacketId }
  /** Time at which the sender received a later ACK that carries the same information as a lost ACK (ns). */
  | { readonly kind: "made-good"; readonly packet: PacketId }
  /** Number of segments that an ACK newly acknowledged cumulatively. */
  | { readonly kind: "acked"; readonly packet: PacketId }
  /** cwnd when data was sent, or before and after its sender read an ACK (segments). */
  | {
      readonly kind: "cwnd";
      readonly packet: PacketId;
      readonly when: "sent" | "before" | "after";
    }
  /** Number of segments in flight when a data packet was sent, including that packet. */
  | { readonly kind: "under-way"; readonly packet: PacketId }
  /** Time of a reduction, a timeout, the end of slow start or a similar event (ns). `event` is a name in FLOW_EVENT. */
  | { readonly kind: "event"; readonly event: string; readonly flow: number; readonly atNs: number }
  /** Time at which the loss of a packet was detected: the time of the reduction for it, or of the timeout (ns). */
  | { readonly kind: "proof"; readonly packet: PacketId }
  /** Time of a reduction for the loss of another packet of the same window (ns). */
  | { readonly kind: "cut-for"; readonly packet: PacketId; readonly other: PacketId }
  /** cwnd before and after an event (segments), and the fraction that was kept. */
  | ({ readonly kind: "before" | "after" | "factor" } & Decided)
  /** Value that a sender knows at that moment, by the name of the field. */
  | ({ readonly kind: "sender"; readonly field: SenderField } & Decided)
  /** A parameter of the scenario, by its id. */
  | ({ readonly kind: "param"; readonly id: string } & Decided)
  /** A probe of an algorithm, by its id. */
  | ({ readonly kind: "probe"; readonly id: string } & Decided)
  /** Different term of an algorithm's rule, by its name; a constant of the rule has the name "constant". */
  | ({ readonly kind: "term"; readonly name: string } & Decided)
  /**
   * Values of the flow's path without queues at that moment: the RTT (ns), and the number of segments that the path
   * holds, rounded down or exact.
   */
  | {
      readonly kind: "path";
      readonly of: "rtt" | "bdp" | "exact-bdp";
      readonly flow: number;
      readonly atNs: number;
    }
  /** Time between two moments (ns). */
  | { readonly kind: "between"; readonly fromNs: number; readonly toNs: number }
  /** Duration of the SYN timer that follows a timer that ran between the two times (ns). */
  | { readonly kind: "next-wait"; readonly fromNs: number; readonly toNs: number }
  /**
   * Time at which the flow's first connection was open (ns), and the number of SYNs that it had sent until then, or
   * in total.
   */
  | { readonly kind: "opened" | "syns"; readonly flow: number }
  /** Time at which a flow's sender entered the phase in which it was from then on (ns). */
  | { readonly kind: "enters"; readonly phase: string; readonly flow: number; readonly atNs: number }
  /** 1 if the phase was the flow's phase just before the given time, otherwise 0. */
  /** `end` is the connection, if a flow can have several connections at the same time. */
  | {
      readonly kind: "in-phase";
      readonly phase: string;
      readonly flow: number;
      readonly end?: number;
      readonly atNs: number;
    }
  /** 1 if the given event has happened to the packet by the given time, otherwise 0. */
  | {
      readonly kind: "happened";
      readonly what: "arrived" | "lost" | "told" | "sent-again" | "made-good";
      readonly packet: PacketId;
      readonly untilNs: number;
    }
  /** Number of packets of the sender's window that were lost by the time of a reduction for losses. */
  | { readonly kind: "lost-of-window"; readonly flow: number; readonly atNs: number };

/** Name of a value that a sender knows. */
export type SenderField =
  | "ssthresh"
  | "srttNs"
  /** SRTT minus the RTT of the path (ns). */
  | "queueNs"
  | "minRttNs"
  | "rtoNs"
  | "backoffs"
  | "outstanding"
  | "sackedOut"
  | "minCwnd"
  | "una";

/** Kinds of facts about an interval of time, which includes both ends. */
type StretchClaim = { readonly fromNs: number; readonly toNs: number } & (
  | /** Start or end of the interval itself (ns). */ { readonly kind: "bound" }
  /** Time for which the packets that left a queue had waited (ns). */
  | { readonly kind: "delay"; readonly of: "min" | "mean" | "max"; readonly link: number }
  /** Fraction of the interval in which a link had nothing to send. */
  | { readonly kind: "idle"; readonly link: number }
  /** Number of packets that a link marked, dropped or lost, by a name in QUEUE_EVENT. */
  | { readonly kind: "stretch-signals"; readonly event: string; readonly link: number }
  /** Number of segments that fit into a flow's RTT, without queues, at a link's rate. */
  | { readonly kind: "holds"; readonly link: number; readonly flow: number }
  /** Value of a queue's probe at the end of the interval, by the probe's id. */
  | { readonly kind: "stretch-probe"; readonly id: string; readonly link: number }
  /** Minimum and maximum rate of a link in the run's samples (bit/s). */
  | { readonly kind: "link-rate"; readonly of: "min" | "max"; readonly link: number }
  /**
   * cwnd at the start and the end of the interval, and its range over all reductions, transmissions and received ACKs
   * (segments).
   */
  | { readonly kind: "window"; readonly of: "first" | "last" | "min" | "max"; readonly flow: number }
  /**
   * Sum of the windows of all flows over a link (segments), or of the windows divided by their RTTs without queues
   * (bit/s).
   */
  | { readonly kind: "windows" | "asked"; readonly of: "min" | "max"; readonly link: number }
  /**
   * Number of reductions and timeouts, by a name in FLOW_EVENT. Null means all flows, or all events for which isCut
   * is true.
   */
  | { readonly kind: "cuts"; readonly flow: number | null; readonly event: string | null }
  /** Growth of a window, and the sum of the reductions that were not undone (segments): in total, or per round trip. */
  | { readonly kind: "growth"; readonly per: "stretch" | "round-trip"; readonly flow: number }
  /** Mean of the smoothed RTT over the ACKs read (ns). */
  | { readonly kind: "srtt"; readonly flow: number }
  /** Mean of the segments in flight over the ACKs read. */
  | { readonly kind: "under-way-mean"; readonly flow: number }
  /** Fraction of the interval in which a flow's sender was in that phase. */
  | { readonly kind: "phase-share"; readonly phase: string; readonly flow: number }
  /** Fraction of the ACKs after which this limit stopped the sender. */
  | { readonly kind: "limited"; readonly by: string; readonly flow: number }
  /** Rate at which payload reached the receiver, or was delivered in order (bit/s); null means all flows. */
  | { readonly kind: "rate"; readonly of: "arrived" | "in-order"; readonly flow: number | null }
  /** Fraction of its fair share that a flow's rate first reached over the last second of the interval. */
  | { readonly kind: "reached"; readonly flow: number }
  /** Maximum in-order rate over one second (bit/s). */
  | { readonly kind: "best-second"; readonly flow: number }
  /** Max-min fair share as payload rate (bit/s), and the fraction of this share that the flow received in order. */
  | { readonly kind: "fair-share" | "part-of-share"; readonly flow: number }
  /** Counts of a flow's data packets. */
  | {
      readonly kind: "packets";
      readonly of: "sent" | "sent-again" | "lost" | "marked";
      readonly flow: number;
    }
  /**
   * Longest time for which a receiver held data back because of a gap (ns), and the maximum number of segments that
   * it then delivered in one step.
   */
  | { readonly kind: "held" | "released"; readonly flow: number }
  /** Jain's index of the flows' in-order rates. */
  | { readonly kind: "jain"; readonly flows: readonly number[] }
  /** Start of the first and end of the last of a series of pauses in which a link had nothing to send (ns). */
  | { readonly kind: "empty"; readonly of: "from" | "to"; readonly link: number }
);

/**
 * Sum of all windows over a link of a flow's path at one time, in segments, or as rates in bit/s. The sum contains
 * the flow's window after an event.
 */
type TogetherClaim = {
  readonly kind: "together";
  readonly flow: number;
  readonly atNs: number;
  readonly event: string;
};

/** Time at which a reduced window first returned to its size before the reduction (ns). */
type BackClaim = { readonly kind: "back"; readonly flow: number; readonly atNs: number };

/** Time at which a flow joined (ns). */
type JoinClaim = { readonly kind: "joined"; readonly flow: number };

/** Number of other flows that have joined and not stopped by that time. */
type CompanyClaim = { readonly kind: "others"; readonly flow: number; readonly atNs: number };

/** Rate of a flow over the whole run according to a model (bit/s). */
type TheoryClaim = { readonly kind: "theory"; readonly model: string; readonly flow: number };

/** Meaning of a fact's value, which a test can verify. */
export type FactClaim =
  | MomentClaim
  | StretchClaim
  | TogetherClaim
  | BackClaim
  | JoinClaim
  | CompanyClaim
  | TheoryClaim;

/** Unit of a fact's value; "1" for a plain number. */
export type FactUnit = "ns" | "segments" | "packets" | "times" | "share" | "bps" | "1";

/** A claim with its value before rounding, and the unit. */
export type Fact = FactClaim & { readonly value: number; readonly unit: FactUnit };

/** Plain text without a number, or a fact. A text with a time is a link to that time of the run. */
export type StoryPart = string | { readonly text: string; readonly atS?: number; readonly fact?: Fact };

/** Values of a template: parts, lists of parts, or empty texts. */
export type Said = StoryPart | readonly StoryPart[];

const isThere = (part: StoryPart) => part !== "";

/** Tag function for a sentence: texts with values between them. Adjacent texts are merged into one part. */
export function sentence(texts: TemplateStringsArray, ...values: readonly Said[]): readonly StoryPart[] {
  return joined(texts.flatMap((text, i) => [text, ...values.slice(i, i + 1).flat()]));
}

/** Merges adjacent texts and removes empty ones. */
export function joined(parts: readonly StoryPart[]): readonly StoryPart[] {
  const whole: StoryPart[] = [];
  for (const part of parts.filter(isThere)) {
    const last = whole.at(-1);
    if (typeof part === "string" && typeof last === "string") whole[whole.length - 1] = last + part;
    else whole.push(part);
  }
  return whole;
}

/** Returns the plain text of a sentence or a part. */
export function textOf(said: Said): string {
  if (typeof said === "string") return said;
  return "text" in said ? said.text : said.map(textOf).join("");
}

/** Returns the parts with a capital letter at the start. */
export function capitalized(parts: readonly StoryPart[]): readonly StoryPart[] {
  const [first, ...rest] = parts;
  if (first === undefined) return parts;
  const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  return [typeof first === "string" ? capital(first) : { ...first, text: capital(first.text) }, ...rest];
}

/** Constructors of facts, with the formats of explain/formats.ts: the displayed text, the value and the claim. */
export const fact = {
  /** A fact with a custom text: "once", "did not run empty". */
  as: (text: string, value: number, unit: FactUnit, of: FactClaim): StoryPart => ({
    text,
    fact: { ...of, value, unit },
  }),
  /** Formats a plain number: "0.707", "10 433". */
  number: (value: number, unit: FactUnit, of: FactClaim): StoryPart =>
    fact.as(number(value), value, unit, of),
  /** Formats a time: "7.9 ms". */
  duration: (ns: number, of: FactClaim): StoryPart => fact.as(duration(ns), ns, "ns", of),
  /** Formats a number of segments: "45 segments". */
  segments: (value: number, of: FactClaim): StoryPart => fact.as(segments(value), value, "segments", of),
  /** Formats a whole number of segments: "83 segments", "less than one segment". */
  wholeSegments: (value: number, of: FactClaim): StoryPart =>
    value < 1 ? fact.as("less than one segment", 0, "segments", of) : fact.segments(Math.floor(value), of),
  /** Formats a count with its noun: "3 packets". */
  counted: (value: number, thing: string, of: FactClaim): StoryPart =>
    fact.as(counted(value, thing), value, thing === "packet" ? "packets" : "times", of),
  /** Formats a percentage: "12.5 %". */
  share: (part: number, of: FactClaim): StoryPart => fact.as(share(part), part, "share", of),
  /** Formats a bit rate: "9.61 Mbps". */
  rate: (bps: number, of: FactClaim): StoryPart => fact.as(rate(bps), bps, "bps", of),
  /** Formats a segment rate: "833 segments/s". */
  segmentRate: (perS: number, of: FactClaim): StoryPart =>
    fact.as(`${numberText(perS)} segments/s`, perS, "segments", of),
};

/** Claims that a congestion control uses in its explanations, about its own state. */
export const own = {
  param: (id: string): FactClaim => ({ kind: "param", id }),
  probe: (id: string): FactClaim => ({ kind: "probe", id }),
  state: (field: SenderField): FactClaim => ({ kind: "sender", field }),
  term: (name: string): FactClaim => ({ kind: "term", name }),
  before: { kind: "before" } satisfies FactClaim,
  after: { kind: "after" } satisfies FactClaim,
};
