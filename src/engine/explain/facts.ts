/**
 * What a story claims, as data: each number, time and count in a sentence is a fact, which says what its value is a value of.
 * So a test can look it up in the log of the run, without reading prose. Facts are plain data that cross a worker boundary.
 */
import { counted, duration, number, numberText, rate, segments, share } from "./formats.ts";

/** One packet of the log. A packet that is sent again has the same number, and another time. */
export interface PacketId {
  readonly end: number;
  /** Of data the segment's number, of an ACK the next one expected. */
  readonly seq: number;
  readonly isAck: boolean;
  readonly sentNs: number;
}

/** A moment of a queue's or a sender's algorithm. Algorithms leave it out: who quotes them knows it. */
export interface Decided {
  readonly link?: number;
  readonly flow?: number;
  readonly atNs?: number;
  /** A name of QUEUE_EVENT or FLOW_EVENT. */
  readonly event?: string;
}

/** Kinds of facts about single packets and single decisions, each with what its value is. */
type MomentClaim =
  /** The number by which a packet is called. */
  | { readonly kind: "packet"; readonly packet: PacketId }
  /** When it was sent, or was at the receiver or, as an ACK, back at the sender: ns. */
  | { readonly kind: "sent" | "arrived"; readonly packet: PacketId }
  /** When a packet came to a queue, left it, or was marked, dropped or lost there: ns. */
  | { readonly kind: "entered" | "left" | "signalled"; readonly packet: PacketId; readonly link: number }
  /** How long a packet was in the queue up to its departure or signal: ns. */
  | { readonly kind: "sojourn"; readonly packet: PacketId; readonly link: number }
  /** Packets before a packet in the queue as it came; of several queues in its own. */
  | { readonly kind: "ahead" | "ahead-in-own"; readonly packet: PacketId; readonly link: number }
  /** Marks and drops of the packet in the queue: times. */
  | { readonly kind: "signals"; readonly packet: PacketId; readonly link: number }
  /** Other packets in the queue as it was marked or dropped. */
  | { readonly kind: "waiting"; readonly packet: PacketId; readonly link: number }
  /** When the first ACK that tells of the packet's arrival was back, and how long after it was sent: ns. */
  | { readonly kind: "told" | "round-trip"; readonly packet: PacketId }
  /** When the first ACK that echoes the packet's mark was back: ns. */
  | { readonly kind: "echoed"; readonly packet: PacketId }
  /** When the packet was sent once more: ns. */
  | { readonly kind: "sent-again"; readonly packet: PacketId }
  /** When a later ACK that says as much as a lost one was back: ns. */
  | { readonly kind: "made-good"; readonly packet: PacketId }
  /** Segments that an ACK acknowledged by its number. */
  | { readonly kind: "acked"; readonly packet: PacketId }
  /** cwnd as data was sent, or before and after its sender read an ACK; segments. */
  | {
      readonly kind: "cwnd";
      readonly packet: PacketId;
      readonly when: "sent" | "before" | "after";
    }
  /** Segments under way as data was sent, with it. */
  | { readonly kind: "under-way"; readonly packet: PacketId }
  /** When a window was cut, a timer ran out, slow start ended...: ns. `event` is a name of FLOW_EVENT. */
  | { readonly kind: "event"; readonly event: string; readonly flow: number; readonly atNs: number }
  /** When a loss came to light: that is the moment of the cut for it, or of the timeout: ns. */
  | { readonly kind: "proof"; readonly packet: PacketId }
  /** When a cut was made for the loss of another packet of the same window: ns. */
  | { readonly kind: "cut-for"; readonly packet: PacketId; readonly other: PacketId }
  /** The window before and after an event, and the part that was left of it; segments. */
  | ({ readonly kind: "before" | "after" | "factor" } & Decided)
  /** What a sender knew at a moment, by the name of the field. */
  | ({ readonly kind: "sender"; readonly field: SenderField } & Decided)
  /** A parameter of the scenario, by its id. */
  | ({ readonly kind: "param"; readonly id: string } & Decided)
  /** A probe of an algorithm, by its id. */
  | ({ readonly kind: "probe"; readonly id: string } & Decided)
  /** Another term of an algorithm's rule, by its name; a constant of the rule has "constant". */
  | ({ readonly kind: "term"; readonly name: string } & Decided)
  /** Of the flow's path at a moment, without queues: round trip in ns, whole segments that it holds, and with their fraction. */
  | {
      readonly kind: "path";
      readonly of: "rtt" | "bdp" | "exact-bdp";
      readonly flow: number;
      readonly atNs: number;
    }
  /** A time between two moments: ns. */
  | { readonly kind: "between"; readonly fromNs: number; readonly toNs: number }
  /** How long a SYN's timer runs after one that ran between the two moments: ns. */
  | { readonly kind: "next-wait"; readonly fromNs: number; readonly toNs: number }
  /** When the flow's first connection was open, and how many SYNs it had sent by then, or in all. */
  | { readonly kind: "opened" | "syns"; readonly flow: number }
  /** When a flow's sender entered that phase, which its connection was in from then on: ns. */
  | { readonly kind: "enters"; readonly phase: string; readonly flow: number; readonly atNs: number }
  /** Whether that was the flow's phase just before a moment: 0 or 1 times. */
  /** `end`: the connection, where a flow can have several at once. */
  | {
      readonly kind: "in-phase";
      readonly phase: string;
      readonly flow: number;
      readonly end?: number;
      readonly atNs: number;
    }
  /** Whether it has happened to the packet up to a moment: 0 or 1 times. */
  | {
      readonly kind: "happened";
      readonly what: "arrived" | "lost" | "told" | "sent-again" | "made-good";
      readonly packet: PacketId;
      readonly untilNs: number;
    }
  /** Packets of the sender's window that were lost by the time of a cut for losses. */
  | { readonly kind: "lost-of-window"; readonly flow: number; readonly atNs: number };

export type SenderField =
  | "ssthresh"
  | "srttNs"
  /** SRTT beyond the path's round trip. */
  | "queueNs"
  | "minRttNs"
  | "rtoNs"
  | "backoffs"
  | "outstanding"
  | "sackedOut"
  | "minCwnd"
  | "una";

/** Kinds of facts about stretches: of what was from one time to another, either included. */
type StretchClaim = { readonly fromNs: number; readonly toNs: number } & (
  | /** An end of the stretch itself: ns. */ { readonly kind: "bound" }
  /** Of the packets that left a queue: how long they had waited, ns. */
  | { readonly kind: "delay"; readonly of: "min" | "mean" | "max"; readonly link: number }
  /** The part of the time in which a link had nothing to send. */
  | { readonly kind: "idle"; readonly link: number }
  /** Packets that a link marked, dropped or lost, by a name of QUEUE_EVENT. */
  | { readonly kind: "stretch-signals"; readonly event: string; readonly link: number }
  /** What fits into a flow's round trip, without queues, at a link's rate: segments. */
  | { readonly kind: "holds"; readonly link: number; readonly flow: number }
  /** A probe of a queue at the end, by its id. */
  | { readonly kind: "stretch-probe"; readonly id: string; readonly link: number }
  /** The lowest and the highest rate of a link, by the run's samples: bps. */
  | { readonly kind: "link-rate"; readonly of: "min" | "max"; readonly link: number }
  /** cwnd at both ends, and its range there, as cuts find it, and whenever data is sent or an ACK has been read: segments. */
  | { readonly kind: "window"; readonly of: "first" | "last" | "min" | "max"; readonly flow: number }
  /** The windows of all flows over a link together: segments; as rates, each over its round trip without queues: bps. */
  | { readonly kind: "windows" | "asked"; readonly of: "min" | "max"; readonly link: number }
  /** Cuts and timeouts, by a name of FLOW_EVENT; null: of all flows, or all that isCut. */
  | { readonly kind: "cuts"; readonly flow: number | null; readonly event: string | null }
  /** What a window gained and what cuts took, cuts that were taken back left out: segments, in all and per round trip. */
  | { readonly kind: "growth"; readonly per: "stretch" | "round-trip"; readonly flow: number }
  /** The smoothed round-trip time each time an ACK had been read, on average: ns. */
  | { readonly kind: "srtt"; readonly flow: number }
  /** Segments under way each time an ACK had been read, on average. */
  | { readonly kind: "under-way-mean"; readonly flow: number }
  /** The part of the stretch that a flow's sender was in that phase. */
  | { readonly kind: "phase-share"; readonly phase: string; readonly flow: number }
  /** The part of the ACKs after which a sender was held back by that. */
  | { readonly kind: "limited"; readonly by: string; readonly flow: number }
  /** Payload that reached the receiver, and what of it was handed on in order: bps; null: of all flows. */
  | { readonly kind: "rate"; readonly of: "arrived" | "in-order"; readonly flow: number | null }
  /** The part of its share that a flow first got over the last second of the stretch. */
  | { readonly kind: "reached"; readonly flow: number }
  /** The highest rate in order in a second: bps. */
  | { readonly kind: "best-second"; readonly flow: number }
  /** Its max-min fair share as payload: bps; and the part of it that the flow got in order. */
  | { readonly kind: "fair-share" | "part-of-share"; readonly flow: number }
  /** A flow's data packets. */
  | {
      readonly kind: "packets";
      readonly of: "sent" | "sent-again" | "lost" | "marked";
      readonly flow: number;
    }
  /** The longest time for which a receiver held data back behind a gap, ns; and the most segments handed on at once. */
  | { readonly kind: "held" | "released"; readonly flow: number }
  /** Jain's index of the flows' rates in order. */
  | { readonly kind: "jain"; readonly flows: readonly number[] }
  /** A stretch of pauses in which a link had nothing to send, again and again: when the first began and the last ended, ns. */
  | { readonly kind: "empty"; readonly of: "from" | "to"; readonly link: number }
);

/** All windows over a link on a flow's way at a moment, its own as an event leaves it: segments, or as rates bps. */
type TogetherClaim = {
  readonly kind: "together";
  readonly flow: number;
  readonly atNs: number;
  readonly event: string;
};

/** When a window that was cut was first back where it had been: ns. */
type BackClaim = { readonly kind: "back"; readonly flow: number; readonly atNs: number };

/** When a flow joined: ns. */
type JoinClaim = { readonly kind: "joined"; readonly flow: number };

/** How many other flows have joined, and have not stopped, at a moment. */
type CompanyClaim = { readonly kind: "others"; readonly flow: number; readonly atNs: number };

/** What a model gives for a flow's rate over the whole run: bps. */
type TheoryClaim = { readonly kind: "theory"; readonly model: string; readonly flow: number };

export type Claim =
  | MomentClaim
  | StretchClaim
  | TogetherClaim
  | BackClaim
  | JoinClaim
  | CompanyClaim
  | TheoryClaim;

export type FactUnit = "ns" | "segments" | "packets" | "times" | "share" | "bps" | "1";

/** The value before it was rounded to its text. */
export type Fact = Claim & { readonly value: number; readonly unit: FactUnit };

/** Plain text, which holds no number, or a fact; a text with a time leads to that moment of the run. */
export type StoryPart = string | { readonly text: string; readonly atS?: number; readonly fact?: Fact };

/** Values of a template: parts, lists of parts, and nothing where there is nothing to say. */
export type Said = StoryPart | readonly StoryPart[];

const isThere = (part: StoryPart) => part !== "";

/** A sentence as a template: its texts, with its values between them; texts that stand side by side become one part. */
export function sentence(texts: TemplateStringsArray, ...values: readonly Said[]): readonly StoryPart[] {
  return joined(texts.flatMap((text, i) => [text, ...values.slice(i, i + 1).flat()]));
}

export function joined(parts: readonly StoryPart[]): readonly StoryPart[] {
  const whole: StoryPart[] = [];
  for (const part of parts.filter(isThere)) {
    const last = whole.at(-1);
    if (typeof part === "string" && typeof last === "string") whole[whole.length - 1] = last + part;
    else whole.push(part);
  }
  return whole;
}

export function textOf(said: Said): string {
  if (typeof said === "string") return said;
  return "text" in said ? said.text : said.map(textOf).join("");
}

/** With a capital at its beginning. */
export function capitalized(parts: readonly StoryPart[]): readonly StoryPart[] {
  const [first, ...rest] = parts;
  if (first === undefined) return parts;
  const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  return [typeof first === "string" ? capital(first) : { ...first, text: capital(first.text) }, ...rest];
}

/** Facts in the formats of explain/formats.ts: the value as shown, and what it is a value of. */
export const fact = {
  /** In words of its own: "once", "did not run empty". */
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

/** What a sender speaks of in its own words. */
export const own = {
  param: (id: string): Claim => ({ kind: "param", id }),
  probe: (id: string): Claim => ({ kind: "probe", id }),
  state: (field: SenderField): Claim => ({ kind: "sender", field }),
  term: (name: string): Claim => ({ kind: "term", name }),
  before: { kind: "before" } satisfies Claim,
  after: { kind: "after" } satisfies Claim,
};
