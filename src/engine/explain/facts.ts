/**
 * The claims of a story as data. Each number, time and count in a sentence is a fact, which states the meaning of its
 * value, so that a test can verify it in the log of the run without reading prose. Facts are plain data that can be
 * sent between workers.
 */
import { counted, duration, number, numberText, rate, segments, share } from "./formats.ts";

/** Identifies one transmission of a packet in the log. A retransmission has the same number and another time. */
export interface PacketId {
  readonly end: number;
  /** Segment number of data, or the next segment that an ACK expects. */
  readonly seq: number;
  readonly isAck: boolean;
  readonly sentNs: number;
}

/**
 * A decision of a queue's or a sender's algorithm. Algorithms leave the fields out; the caller that quotes them fills
 * them in.
 */
export interface Decided {
  readonly link?: number;
  readonly flow?: number;
  readonly atNs?: number;
  /** Name in QUEUE_EVENT or FLOW_EVENT. */
  readonly event?: string;
}

/** Kinds of facts about single packets and single decisions, with the meaning of their value. */
type MomentClaim =
  /** Number by which a packet is named. */
  | { readonly kind: "packet"; readonly packet: PacketId }
  /** Time at which it was sent, or arrived at the receiver or, for an ACK, at the sender (ns). */
  | { readonly kind: "sent" | "arrived"; readonly packet: PacketId }
  /** Time at which a packet entered a queue, left it, or was marked, dropped or lost there (ns). */
  | { readonly kind: "entered" | "left" | "signalled"; readonly packet: PacketId; readonly link: number }
  /** Time that a packet spent in the queue until its departure or signal (ns). */
  | { readonly kind: "sojourn"; readonly packet: PacketId; readonly link: number }
  /** Packets ahead of a packet in the queue at its arrival; for several queues, in its own one. */
  | { readonly kind: "ahead" | "ahead-in-own"; readonly packet: PacketId; readonly link: number }
  /** Number of marks and drops of the packet in the queue. */
  | { readonly kind: "signals"; readonly packet: PacketId; readonly link: number }
  /** Other packets in the queue when it was marked or dropped. */
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
  /** Time at which a later ACK with the same information as a lost one reached the sender (ns). */
  | { readonly kind: "made-good"; readonly packet: PacketId }
  /** Segments that an ACK newly acknowledged cumulatively. */
  | { readonly kind: "acked"; readonly packet: PacketId }
  /** cwnd when data was sent, or before and after its sender read an ACK (segments). */
  | {
      readonly kind: "cwnd";
      readonly packet: PacketId;
      readonly when: "sent" | "before" | "after";
    }
  /** Segments in flight when data was sent, including it. */
  | { readonly kind: "under-way"; readonly packet: PacketId }
  /** Time of a reduction, a timeout, the end of slow start or a similar event (ns). `event` is a name in FLOW_EVENT. */
  | { readonly kind: "event"; readonly event: string; readonly flow: number; readonly atNs: number }
  /** Time at which a loss was detected: the time of the reduction for it, or of the timeout (ns). */
  | { readonly kind: "proof"; readonly packet: PacketId }
  /** Time of a reduction for the loss of another packet of the same window (ns). */
  | { readonly kind: "cut-for"; readonly packet: PacketId; readonly other: PacketId }
  /** Window before and after an event (segments), and the fraction that was kept. */
  | ({ readonly kind: "before" | "after" | "factor" } & Decided)
  /** Value known to a sender at that moment, by the name of the field. */
  | ({ readonly kind: "sender"; readonly field: SenderField } & Decided)
  /** A parameter of the scenario, by its id. */
  | ({ readonly kind: "param"; readonly id: string } & Decided)
  /** A probe of an algorithm, by its id. */
  | ({ readonly kind: "probe"; readonly id: string } & Decided)
  /** Another term of an algorithm's rule, by its name; a constant of the rule has "constant". */
  | ({ readonly kind: "term"; readonly name: string } & Decided)
  /**
   * Values of the flow's path without queues at that moment: RTT (ns), and the segments that it holds, rounded down
   * or exact.
   */
  | {
      readonly kind: "path";
      readonly of: "rtt" | "bdp" | "exact-bdp";
      readonly flow: number;
      readonly atNs: number;
    }
  /** Time between two moments (ns). */
  | { readonly kind: "between"; readonly fromNs: number; readonly toNs: number }
  /** Duration of a SYN's timer after one that ran between the two moments (ns). */
  | { readonly kind: "next-wait"; readonly fromNs: number; readonly toNs: number }
  /** Time at which the flow's first connection was open (ns), and the SYNs it had sent until then, or in all. */
  | { readonly kind: "opened" | "syns"; readonly flow: number }
  /** Time at which a flow's sender entered the phase that its connection was in from then on (ns). */
  | { readonly kind: "enters"; readonly phase: string; readonly flow: number; readonly atNs: number }
  /** 1 if that was the flow's phase just before the moment, otherwise 0. */
  /** `end` is the connection, if a flow can have several at once. */
  | {
      readonly kind: "in-phase";
      readonly phase: string;
      readonly flow: number;
      readonly end?: number;
      readonly atNs: number;
    }
  /** 1 if it has happened to the packet until that moment, otherwise 0. */
  | {
      readonly kind: "happened";
      readonly what: "arrived" | "lost" | "told" | "sent-again" | "made-good";
      readonly packet: PacketId;
      readonly untilNs: number;
    }
  /** Packets of the sender's window that were lost by the time of a reduction for losses. */
  | { readonly kind: "lost-of-window"; readonly flow: number; readonly atNs: number };

/** Name of a value that a sender knows. */
export type SenderField =
  | "ssthresh"
  | "srttNs"
  /** SRTT minus the RTT of the path. */
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
  | /** An end of the stretch itself: ns. */ { readonly kind: "bound" }
  /** Waiting time of the packets that left a queue (ns). */
  | { readonly kind: "delay"; readonly of: "min" | "mean" | "max"; readonly link: number }
  /** Fraction of the time in which a link had nothing to send. */
  | { readonly kind: "idle"; readonly link: number }
  /** Packets that a link marked, dropped or lost, by a name in QUEUE_EVENT. */
  | { readonly kind: "stretch-signals"; readonly event: string; readonly link: number }
  /** Segments that fit into a flow's RTT, without queues, at a link's rate. */
  | { readonly kind: "holds"; readonly link: number; readonly flow: number }
  /** Value of a queue's probe at the end, by its id. */
  | { readonly kind: "stretch-probe"; readonly id: string; readonly link: number }
  /** Minimum and maximum rate of a link in the run's samples (bit/s). */
  | { readonly kind: "link-rate"; readonly of: "min" | "max"; readonly link: number }
  /**
   * cwnd at both ends of the interval, and its range at reductions and whenever data is sent or an ACK has been read
   * (segments).
   */
  | { readonly kind: "window"; readonly of: "first" | "last" | "min" | "max"; readonly flow: number }
  /**
   * Sum of the windows of all flows over a link (segments), or of the windows divided by their RTTs without queues
   * (bit/s).
   */
  | { readonly kind: "windows" | "asked"; readonly of: "min" | "max"; readonly link: number }
  /** Reductions and timeouts, by a name in FLOW_EVENT. Null means all flows, or all events for which isCut is true. */
  | { readonly kind: "cuts"; readonly flow: number | null; readonly event: string | null }
  /** Growth of a window, and reductions without those that were undone (segments): in all, or per round trip. */
  | { readonly kind: "growth"; readonly per: "stretch" | "round-trip"; readonly flow: number }
  /** Mean of the smoothed RTT over the ACKs read (ns). */
  | { readonly kind: "srtt"; readonly flow: number }
  /** Mean of the segments in flight over the ACKs read. */
  | { readonly kind: "under-way-mean"; readonly flow: number }
  /** Fraction of the interval in which a flow's sender was in that phase. */
  | { readonly kind: "phase-share"; readonly phase: string; readonly flow: number }
  /** Fraction of the ACKs after which this limit stopped the sender. */
  | { readonly kind: "limited"; readonly by: string; readonly flow: number }
  /** Payload that reached the receiver, or that was delivered in order (bit/s); null means all flows. */
  | { readonly kind: "rate"; readonly of: "arrived" | "in-order"; readonly flow: number | null }
  /** Fraction of its share that a flow's rate first reached over the last second of the interval. */
  | { readonly kind: "reached"; readonly flow: number }
  /** Maximum in-order rate over a second (bit/s). */
  | { readonly kind: "best-second"; readonly flow: number }
  /** Max-min fair share as payload (bit/s), and the fraction of it that the flow got in order. */
  | { readonly kind: "fair-share" | "part-of-share"; readonly flow: number }
  /** Numbers of a flow's data packets. */
  | {
      readonly kind: "packets";
      readonly of: "sent" | "sent-again" | "lost" | "marked";
      readonly flow: number;
    }
  /**
   * Longest time for which a receiver held data back because of a gap (ns), and the maximum of segments delivered at
   * once.
   */
  | { readonly kind: "held" | "released"; readonly flow: number }
  /** Jain's index of the flows' in-order rates. */
  | { readonly kind: "jain"; readonly flows: readonly number[] }
  /** Start of the first and end of the last of a series of pauses in which a link had nothing to send (ns). */
  | { readonly kind: "empty"; readonly of: "from" | "to"; readonly link: number }
);

/**
 * Sum of all windows over a link of a flow's path at that moment, with its own window after an event: in segments, or
 * as rates in bit/s.
 */
type TogetherClaim = {
  readonly kind: "together";
  readonly flow: number;
  readonly atNs: number;
  readonly event: string;
};

/** Time at which a reduced window first returned to its old size (ns). */
type BackClaim = { readonly kind: "back"; readonly flow: number; readonly atNs: number };

/** Time at which a flow joined (ns). */
type JoinClaim = { readonly kind: "joined"; readonly flow: number };

/** Number of other flows that have joined and not stopped at that moment. */
type CompanyClaim = { readonly kind: "others"; readonly flow: number; readonly atNs: number };

/** Rate of a flow over the whole run according to a model (bit/s). */
type TheoryClaim = { readonly kind: "theory"; readonly model: string; readonly flow: number };

/** Meaning of a fact's value, which a test can verify. */
export type Claim =
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
export type Fact = Claim & { readonly value: number; readonly unit: FactUnit };

/** Plain text, which contains no number, or a fact. A text with a time links to that moment of the run. */
export type StoryPart = string | { readonly text: string; readonly atS?: number; readonly fact?: Fact };

/** Values of a template: parts, lists of parts, and empty texts where there is nothing to say. */
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
  as: (text: string, value: number, unit: FactUnit, of: Claim): StoryPart => ({
    text,
    fact: { ...of, value, unit },
  }),
  /** "0.707", "10 433". */
  number: (value: number, unit: FactUnit, of: Claim): StoryPart => fact.as(number(value), value, unit, of),
  /** "7.9 ms". */
  duration: (ns: number, of: Claim): StoryPart => fact.as(duration(ns), ns, "ns", of),
  /** "45 segments". */
  segments: (value: number, of: Claim): StoryPart => fact.as(segments(value), value, "segments", of),
  /** "83 segments", "less than one segment": there are whole ones. */
  wholeSegments: (value: number, of: Claim): StoryPart =>
    value < 1 ? fact.as("less than one segment", 0, "segments", of) : fact.segments(Math.floor(value), of),
  /** "3 packets". */
  counted: (value: number, thing: string, of: Claim): StoryPart =>
    fact.as(counted(value, thing), value, thing === "packet" ? "packets" : "times", of),
  /** "12.5 %". */
  share: (part: number, of: Claim): StoryPart => fact.as(share(part), part, "share", of),
  /** "9.61 Mbps". */
  rate: (bps: number, of: Claim): StoryPart => fact.as(rate(bps), bps, "bps", of),
  /** "833 segments/s". */
  segmentRate: (perS: number, of: Claim): StoryPart =>
    fact.as(`${numberText(perS)} segments/s`, perS, "segments", of),
};

/** Claims about a sender for use in its own explanations. */
export const own = {
  param: (id: string): Claim => ({ kind: "param", id }),
  probe: (id: string): Claim => ({ kind: "probe", id }),
  state: (field: SenderField): Claim => ({ kind: "sender", field }),
  term: (name: string): Claim => ({ kind: "term", name }),
  before: { kind: "before" } satisfies Claim,
  after: { kind: "after" } satisfies Claim,
};
