/** Words of the signals: how a network tells senders of congestion, and how they answer. */
import type { Term } from "./term.ts";

export const SIGNALS: readonly Term[] = [
  {
    term: "congestion",
    text: "More arrives at a link than it can send, so that its queue grows.",
    source: "RFC 3168 §1",
    isCommon: true,
  },
  {
    term: "congestion signal",
    also: ["signal"],
    text: "A mark or a loss: what tells a sender that it sends too much.",
    source: "RFC 3168 §1",
    isCommon: true,
  },
  {
    term: "ECN",
    also: ["Explicit Congestion Notification"],
    text: "Routers mark packets instead of dropping them, and the receiver tells the sender of the mark.",
    source: "RFC 3168",
  },
  {
    term: "ECT",
    also: ["ECT(0)", "ECT(1)", "ECN-capable"],
    text: "What a packet says whose sender understands marks; ECT(1) asks for the treatment of L4S.",
    source: "RFC 3168 §5, RFC 9331",
  },
  {
    term: "CE",
    also: ["Congestion Experienced"],
    text: "The mark itself: two bits in the header that a queue sets when it is congested.",
    source: "RFC 3168 §5",
  },
  {
    term: "mark",
    also: ["marked", "marking", "unmarked"],
    text: "A queue sets CE in a packet instead of dropping it.",
    source: "RFC 3168 §5",
  },
  {
    term: "drop",
    also: ["dropped", "dropping"],
    text: "A queue throws a packet away, because it is full or as a signal.",
    source: "RFC 7567",
  },
  {
    term: "ECE",
    also: ["ECN-Echo"],
    text: "The receiver's flag in ACKs that tells the sender of a mark.",
    source: "RFC 3168 §6.1",
  },
  {
    term: "CWR",
    also: ["Congestion Window Reduced"],
    text: "The sender's flag that answers ECE: the window has been cut.",
    source: "RFC 3168 §6.1",
  },
  {
    term: "AccECN",
    also: ["accurate ECN"],
    text: "Feedback that counts all marked packets, not only whether there was one.",
    source: "RFC 9768",
  },
  {
    term: "ABE",
    also: ["Alternative Backoff with ECN"],
    text: "A sender cuts its window less for a mark than for a loss, because a queue that marks is kept short.",
    source: "RFC 8511",
  },
  {
    term: "backoff",
    also: ["back off"],
    text: "What a sender does at a signal: it cuts its window to a fraction of it.",
    source: "RFC 8511 §3.1",
  },
  {
    term: "β_ecn",
    text: "The fraction of cwnd that is kept when a mark arrives.",
    source: "RFC 8511 §3.1",
  },
  {
    term: "β_loss",
    also: ["β_cubic"],
    text: "The fraction of cwnd that is kept when a packet is lost.",
    source: "RFC 5681 §3.1, RFC 9438 §4.6",
  },
  {
    term: "L4S",
    text: "A service for senders that answer each mark a little, so that queues stay very short: low latency, low loss, scalable throughput.",
    source: "RFC 9330",
  },
  {
    term: "scalable",
    text: "Of senders: so many marks in a round trip at any speed, each answered a little, as DCTCP and Prague do.",
    source: "RFC 9332 §1.2",
  },
  {
    term: "classic",
    text: "Of senders and queues: as before L4S; a mark counts as much as a loss.",
    source: "RFC 9332 §1.2",
    isCommon: true,
  },
  {
    term: "random loss",
    text: "Packets lost on the way whatever the queues do, as by radio: no sign of congestion.",
    source: "RFC 3819",
  },
  {
    term: "policer",
    text: "A box that drops what is above an agreed rate instead of queueing it.",
    source: "RFC 2475 §2.3.3",
  },
  {
    term: "p_e",
    text: "Marks per packet in the stretches between signals that end with a mark.",
    source: "Kwon & Fahmy (2002)",
  },
  {
    term: "p_t",
    text: "Losses per packet in the stretches between signals that end with a loss.",
    source: "Kwon & Fahmy (2002)",
  },
];
