/** Words of the queue: disciplines, their delay and how they decide. */
import type { Term } from "./term.ts";

export const QUEUES: readonly Term[] = [
  {
    term: "AQM",
    also: ["active queue management"],
    text: "A queue that marks or drops before it is full, to keep the delay short.",
    source: "RFC 7567",
  },
  {
    term: "queue discipline",
    also: ["discipline", "qdisc"],
    text: "The rule of a queue: which packet leaves next, and which is marked or dropped.",
    source: "RFC 7567",
  },
  {
    term: "sojourn time",
    also: ["sojourn"],
    text: "How long a packet was in the queue.",
    source: "RFC 8289",
  },
  {
    term: "queue delay",
    also: ["queueing delay"],
    text: "How much longer packets take because of a queue.",
    source: "RFC 8033 §4",
  },
  {
    term: "standing queue",
    text: "A queue that never empties: it delays everything and makes nothing faster.",
    source: "RFC 8289",
  },
  {
    term: "backlog",
    text: "What waits in a queue, in packets or bytes.",
    source: "RFC 8290",
  },
  {
    term: "buffer",
    text: "The room in which a queue waits; what comes when it is full is dropped.",
    source: "RFC 7567",
    isCommon: true,
  },
  {
    term: "bufferbloat",
    text: "Buffers so large, and filled, that every packet is late.",
    source: "RFC 8290",
  },
  {
    term: "overflow",
    also: ["tail drop"],
    text: "A packet arrives at a full queue and is dropped.",
    source: "RFC 7567",
  },
  {
    term: "DropTail",
    also: ["FIFO"],
    text: "A queue without rules: first come, first served, and what finds it full is dropped.",
    source: "RFC 7567",
  },
  {
    term: "threshold",
    text: "A limit that decides: above it a queue begins to mark or drop.",
    source: "RFC 7567",
    isCommon: true,
  },
  {
    term: "target",
    text: "The queue delay that a discipline aims at.",
    source: "RFC 8289 §4.4, RFC 8033 §4.2",
    isCommon: true,
  },
  {
    term: "interval",
    text: "How long CoDel bears a delay above its target before it signals: about a round-trip time.",
    source: "RFC 8289 §4.3",
    isCommon: true,
  },
  {
    term: "dropping state",
    text: "CoDel while it signals: each signal sooner than the one before, until the delay is below the target.",
    source: "RFC 8289",
  },
  {
    term: "marking probability",
    also: ["drop probability"],
    text: "The chance at which a queue marks or drops a packet that comes.",
    source: "RFC 8033 §4.2",
  },
  {
    term: "burst allowance",
    text: "The time for which PIE lets a burst pass without a signal.",
    source: "RFC 8033 §4.4",
  },
  {
    term: "PI",
    also: ["proportional-integral"],
    text: "A controller that corrects by how far the queue is from its target and by how that has changed.",
    source: "Hollot et al. (2001), RFC 8033 §4.2",
  },
  {
    term: "th_max",
    also: ["th_min"],
    text: "RED's two thresholds of the average queue: below the lower one it signals nothing, between them more and more, above the upper one everything.",
    source: "Floyd & Jacobson (1993)",
  },
  {
    term: "max_p",
    also: ["p_max"],
    text: "The probability that RED signals with when the average queue is at its upper threshold.",
    source: "Floyd & Jacobson (1993)",
  },
  {
    term: "w_q",
    text: "The weight of the newest packet's reading in RED's average of the queue: a small one follows slowly.",
    source: "Floyd & Jacobson (1993)",
  },
  {
    term: "BLUE",
    text: "An AQM that raises its probability when the queue overflows and lowers it when the link is idle; COBALT adds it to CoDel.",
    source: "Feng et al. (2002)",
  },
  {
    term: "CAKE",
    text: "The shaper and queue of Linux in which COBALT was first used.",
    source: "Høiland-Jørgensen et al. (2018)",
  },
  {
    term: "moving average",
    also: ["EWMA"],
    text: "An average in which each new sample replaces a small share of the old value.",
    source: "Floyd & Jacobson (1993)",
  },
  {
    term: "flow queueing",
    also: ["FQ"],
    text: "Each flow has a queue of its own, and they take turns: one flow cannot delay the others.",
    source: "RFC 8290",
  },
  {
    term: "DRR",
    also: ["deficit round robin", "quantum"],
    text: "Taking turns by bytes: in each round every queue may send a quantum.",
    source: "RFC 8290",
  },
  {
    term: "sparse flow",
    also: ["sparse"],
    text: "A flow that sends so little that it never builds a queue of its own; flow queueing lets it pass first.",
    source: "RFC 8290",
  },
  {
    term: "coupled",
    also: ["coupling"],
    text: "DualPI2 derives the marks of its L queue from those of the classic one, so that both kinds of senders have windows about alike.",
    source: "RFC 9332 §2.1",
  },
  {
    term: "router",
    text: "A box that passes packets on from link to link, with a queue before each.",
    source: "RFC 1812",
    isCommon: true,
  },
  {
    term: "MTU",
    also: ["maximum transmission unit"],
    text: "The largest packet that a link carries, often 1500 bytes.",
    source: "RFC 1191",
  },
];
