/**
 * The claims of an explanation as data. Each number, time and count in a sentence is a fact. A fact says what its value means, so
 * a test can check it against the log of the run without reading the text. Facts are plain data, which can be sent between
 * workers.
 */
import { counted, duration, number, numberText, rate, segments, share } from "./formats.ts";

/** Identifies one transmission of a packet in the log. A retransmission has the same segment number and another time. */
export interface PacketId {
  readonly end: number;
  /** Segment number of data, or the next segment that an ACK expects. */
  readonly seq: number;
  readonly isAck: boolean;
  readonly sentNs: number;
}

/** The decision that a fact belongs to. Algorithms leave these fields out; the caller that uses their explanation adds them. */
export interface Decided {
  readonly link?: number;
  readonly flow?: number;
  readonly atNs?: number;
  /** Name of the decision: a key of QUEUE_EVENT or FLOW_EVENT. */
  readonly event?: string;
}

/** Facts about single packets and single decisions. Each line states what the value of the fact is. */
type MomentClaim =
  /** Number in the name of a packet: its segment number. */
  | { readonly kind: "packet"; readonly packet: PacketId }
  /** Time at which a packet was sent, or at which it arrived at the receiver or, for an ACK, at the sender (ns). */
  | { readonly kind: "sent" | "arrived"; readonly packet: PacketId }
  /** Time at which a packet entered a queue, left it, or was marked, dropped or lost there (ns). */
  | { readonly kind: "entered" | "left" | "signalled"; readonly packet: PacketId; readonly link: number }
  /** Time that a packet spent in the queue until it left or was marked, dropped or lost (ns). */
  | { readonly kind: "sojourn"; readonly packet: PacketId; readonly link: number }
  /**
   * Number of packets ahead of a packet when it arrived at a queue. For `ahead-in-inner`: number in the packet's own queue, if the
   * link has several queues.
   */
  | { readonly kind: "ahead" | "ahead-in-inner"; readonly packet: PacketId; readonly link: number }
  /** Number of times that a queue marked or dropped the packet. */
  | { readonly kind: "signals"; readonly packet: PacketId; readonly link: number }
  /** Number of other packets in the queue when the packet was marked or dropped. */
  | { readonly kind: "waiting"; readonly packet: PacketId; readonly link: number }
  /**
   * Time at which the first ACK that reports the packet's arrival reached the sender; for `round-trip`, the time from the
   * packet's transmission until then (ns).
   */
  | { readonly kind: "told" | "round-trip"; readonly packet: PacketId }
  /** Time at which the first ACK that echoes the packet's mark reached the sender (ns). */
  | { readonly kind: "echoed"; readonly packet: PacketId }
  /** Time at which the packet was retransmitted (ns). */
  | { readonly kind: "sent-again"; readonly packet: PacketId }
  /** Time at which the sender received a later ACK with the information of a lost one (ns). */
  | { readonly kind: "made-good"; readonly packet: PacketId }
  /** Number of segments that an ACK newly acknowledged cumulatively. */
  | { readonly kind: "acked"; readonly packet: PacketId }
  /** cwnd (segments): when the packet was sent, or before and after the sender read the ACK. */
  | {
      readonly kind: "cwnd";
      readonly packet: PacketId;
      readonly when: "sent" | "before" | "after";
    }
  /** Number of segments in flight when a data packet was sent, including that packet. */
  | { readonly kind: "under-way"; readonly packet: PacketId }
  /** Time of a reduction, a timeout, the end of slow start or a similar event (ns). `event` is a name in FLOW_EVENT. */
  | { readonly kind: "event"; readonly event: string; readonly flow: number; readonly atNs: number }
  /** Time at which the loss of a packet was detected (ns): that of the reduction for it, or of the timeout. */
  | { readonly kind: "proof"; readonly packet: PacketId }
  /** Time of a reduction (ns) that was made for another lost packet of the same window. */
  | { readonly kind: "cut-for"; readonly packet: PacketId; readonly other: PacketId }
  /** cwnd before and after an event (segments), or the fraction of cwnd that remained. */
  | ({ readonly kind: "before" | "after" | "factor" } & Decided)
  /** A value that the sender knows at the time of the decision. */
  | ({ readonly kind: "sender"; readonly field: SenderField } & Decided)
  /** The value of a parameter of the scenario. */
  | ({ readonly kind: "param"; readonly id: string } & Decided)
  /** The value of a probe of an algorithm. */
  | ({ readonly kind: "probe"; readonly id: string } & Decided)
  /** Another value in an algorithm's rule, identified by its name; constants of the rule have the name "constant". */
  | ({ readonly kind: "term"; readonly name: string } & Decided)
  /**
   * The flow's path at the time of the decision, without queues: its RTT (ns), or the number of segments that it holds, rounded
   * down or exact.
   */
  | {
      readonly kind: "path";
      readonly of: "rtt" | "bdp" | "exact-bdp";
      readonly flow: number;
      readonly atNs: number;
    }
  /** Time between two moments (ns). */
  | { readonly kind: "between"; readonly fromNs: number; readonly toNs: number }
  /** How long the next SYN timer runs (ns), if the previous one ran between the two times. */
  | { readonly kind: "next-wait"; readonly fromNs: number; readonly toNs: number }
  /**
   * Time at which the flow's first connection was open (ns); for `syns`, the number of SYNs that it had sent by then, or in total
   * if it never opened.
   */
  | { readonly kind: "opened" | "syns"; readonly flow: number }
  /** Time at which a flow's sender entered the phase in which it still was at the given time (ns). */
  | { readonly kind: "enters"; readonly phase: string; readonly flow: number; readonly atNs: number }
  /** 1 if the sender was in the phase just before the given time, otherwise 0. */
  /** Connection of the flow, needed if a flow has several connections at the same time. */
  | {
      readonly kind: "in-phase";
      readonly phase: string;
      readonly flow: number;
      readonly end?: number;
      readonly atNs: number;
    }
  /** 1 if the event has happened to the packet by the given time, otherwise 0. */
  | {
      readonly kind: "happened";
      readonly what: "arrived" | "lost" | "told" | "sent-again" | "made-good";
      readonly packet: PacketId;
      readonly untilNs: number;
    }
  /** Number of packets of the sender's window that were known or found to be lost at the time of a reduction for losses. */
  | { readonly kind: "lost-of-window"; readonly flow: number; readonly atNs: number };

/** Name of a value that a sender knows. */
export type SenderField =
  | "ssthresh"
  | "srttNs"
  /** Queueing delay as the sender can compute it: SRTT minus the RTT of the path (ns). */
  | "queueNs"
  | "minRttNs"
  | "rtoNs"
  | "backoffs"
  | "outstanding"
  | "sackedOut"
  | "minCwnd"
  | "una";

/** Facts about an interval of time. Both ends belong to the interval. Each line states what the value of the fact is. */
type StretchClaim = { readonly fromNs: number; readonly toNs: number } & (
  | /** Start or end of the interval (ns). */ { readonly kind: "bound" }
  /** Minimum, mean or maximum waiting time of the packets that left a queue (ns). */
  | { readonly kind: "delay"; readonly of: "min" | "mean" | "max"; readonly link: number }
  /** Fraction of the interval in which a link had nothing to send. */
  | { readonly kind: "idle"; readonly link: number }
  /** Number of packets that a link marked, dropped or lost; `event` is a key of QUEUE_EVENT. */
  | { readonly kind: "stretch-signals"; readonly event: string; readonly link: number }
  /** Number of segments that a link sends within the flow's RTT without queueing delay. */
  | { readonly kind: "holds"; readonly link: number; readonly flow: number }
  /** Value of a queue's probe at the end of the interval. */
  | { readonly kind: "stretch-probe"; readonly id: string; readonly link: number }
  /** Minimum and maximum rate of a link in the run's samples (bit/s). */
  | { readonly kind: "link-rate"; readonly of: "min" | "max"; readonly link: number }
  /**
   * cwnd at the start or the end of the interval, or its minimum or maximum (segments). Minimum and maximum are taken over all
   * reductions, transmissions and received ACKs.
   */
  | { readonly kind: "window"; readonly of: "first" | "last" | "min" | "max"; readonly flow: number }
  /**
   * Minimum or maximum of the sum of the windows of all flows over a link (segments); for `asked`, of the windows divided by
   * their RTTs without queueing delay (bit/s).
   */
  | { readonly kind: "windows" | "asked"; readonly of: "min" | "max"; readonly link: number }
  /**
   * Number of reductions and timeouts; `event` is a key of FLOW_EVENT. If `flow` is null: of all flows. If `event` is null: of
   * all events for which isCut is true.
   */
  | { readonly kind: "cuts"; readonly flow: number | null; readonly event: string | null }
  /**
   * How much a window grew (segments), in the whole interval or per round trip. Growth is the change of the window plus the
   * reductions that were not undone.
   */
  | { readonly kind: "growth"; readonly per: "stretch" | "round-trip"; readonly flow: number }
  /** Mean SRTT (ns) over the ACKs that the sender read. */
  | { readonly kind: "srtt"; readonly flow: number }
  /** Mean number of segments in flight, over the ACKs that the sender read. */
  | { readonly kind: "under-way-mean"; readonly flow: number }
  /** Fraction of the interval in which a flow's sender was in that phase. */
  | { readonly kind: "phase-share"; readonly phase: string; readonly flow: number }
  /** Fraction of the ACKs after which `by` kept the sender from sending more. */
  | { readonly kind: "limited"; readonly by: string; readonly flow: number }
  /**
   * Payload rate of a flow (bit/s): bytes that reached the receiver, or only those that could be delivered in order. If `flow` is
   * null: of all flows.
   */
  | { readonly kind: "rate"; readonly of: "arrived" | "in-order"; readonly flow: number | null }
  /** Fraction of its fair share that the flow had over the last second of the interval, when it first reached the share. */
  | { readonly kind: "reached"; readonly flow: number }
  /** Highest in-order rate over one second (bit/s). */
  | { readonly kind: "best-second"; readonly flow: number }
  /** Max-min fair share as payload rate (bit/s); for `part-of-share`, the fraction of this share that the flow received in order. */
  | { readonly kind: "fair-share" | "part-of-share"; readonly flow: number }
  /** Numbers of a flow's data packets to which the named thing happened. */
  | {
      readonly kind: "packets";
      readonly of: "sent" | "sent-again" | "lost" | "marked";
      readonly flow: number;
    }
  /**
   * Longest time for which a receiver held data back because of a gap (ns); for `released`, the maximum number of segments that
   * it then delivered at once.
   */
  | { readonly kind: "held" | "released"; readonly flow: number }
  /** Jain's index of the flows' in-order rates. */
  | { readonly kind: "jain"; readonly flows: readonly number[] }
  /** A series of pauses in which a link had nothing to send: start of the first pause, or end of the last one (ns). */
  | { readonly kind: "empty"; readonly of: "from" | "to"; readonly link: number }
);

/**
 * Sum of the windows of all flows over a link at one time, in segments or as rates in bit/s. It contains the flow's window after
 * an event.
 */
type TogetherClaim = {
  readonly kind: "together";
  readonly flow: number;
  readonly atNs: number;
  readonly event: string;
};

/** Time at which the window first returned to its size before a reduction (ns). */
type BackClaim = { readonly kind: "back"; readonly flow: number; readonly atNs: number };

/** Time at which a flow joined (ns). */
type JoinClaim = { readonly kind: "joined"; readonly flow: number };

/** Number of other flows that were active at that time: they had joined and not stopped. */
type CompanyClaim = { readonly kind: "others"; readonly flow: number; readonly atNs: number };

/** Rate of a flow over the whole run according to a model (bit/s). */
type TheoryClaim = { readonly kind: "theory"; readonly model: string; readonly flow: number };

/** Meaning of a fact's value. A test can check the value. */
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

/** A part of a sentence: plain text without numbers, or a fact. If it has a time `atS`, the text is a link to that time of the run. */
export type StoryPart = string | { readonly text: string; readonly atS?: number; readonly fact?: Fact };

/** Parts of a sentence: a single part, a list of parts, or an empty text. */
export type StoryText = StoryPart | readonly StoryPart[];

const isThere = (part: StoryPart) => part !== "";

/** Tag function for template literals. Returns the sentence as parts; adjacent texts become one part. */
export function sentence(texts: TemplateStringsArray, ...values: readonly StoryText[]): readonly StoryPart[] {
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
export function textOf(said: StoryText): string {
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

/** Functions that make facts from a value and a claim. The displayed text is formatted as in explain/formats.ts. */
export const fact = {
  /** Makes a fact with a given text: "once", "did not run empty". */
  as: (text: string, value: number, unit: FactUnit, claim: FactClaim): StoryPart => ({
    text,
    fact: { ...claim, value, unit },
  }),
  /** Formats a plain number: "0.707", "10 433". */
  number: (value: number, unit: FactUnit, claim: FactClaim): StoryPart =>
    fact.as(number(value), value, unit, claim),
  /** Formats a time: "7.9 ms". */
  duration: (ns: number, claim: FactClaim): StoryPart => fact.as(duration(ns), ns, "ns", claim),
  /** Formats a number of segments: "45 segments". */
  segments: (value: number, claim: FactClaim): StoryPart =>
    fact.as(segments(value), value, "segments", claim),
  /** Formats a whole number of segments: "83 segments", "less than one segment". */
  wholeSegments: (value: number, claim: FactClaim): StoryPart =>
    value < 1
      ? fact.as("less than one segment", 0, "segments", claim)
      : fact.segments(Math.floor(value), claim),
  /** Formats a count with its noun: "3 packets". */
  counted: (value: number, thing: string, claim: FactClaim): StoryPart =>
    fact.as(counted(value, thing), value, thing === "packet" ? "packets" : "times", claim),
  /** Formats a percentage: "12.5 %". */
  share: (part: number, claim: FactClaim): StoryPart => fact.as(share(part), part, "share", claim),
  /** Formats a bit rate: "9.61 Mbps". */
  rate: (bps: number, claim: FactClaim): StoryPart => fact.as(rate(bps), bps, "bps", claim),
  /** Formats a segment rate: "833 segments/s". */
  segmentRate: (perS: number, claim: FactClaim): StoryPart =>
    fact.as(`${numberText(perS)} segments/s`, perS, "segments", claim),
};

/** Functions that make the claims of a congestion control about its own state. */
export const own = {
  param: (id: string): FactClaim => ({ kind: "param", id }),
  probe: (id: string): FactClaim => ({ kind: "probe", id }),
  state: (field: SenderField): FactClaim => ({ kind: "sender", field }),
  term: (name: string): FactClaim => ({ kind: "term", name }),
  before: { kind: "before" } satisfies FactClaim,
  after: { kind: "after" } satisfies FactClaim,
};
