/** What the ECN(α, β) paper is, what it states of all its runs, and what was chosen where it says nothing. */
import type { Paper } from "../experiment.ts";

export const KWON: Paper = {
  id: "kwon",
  citation:
    "M. Kwon, S. Fahmy, On TCP Reaction to Explicit Congestion Notification, Journal of High Speed Networks; earlier at ICC 2002",
  label: "ECN(α, β)",
};

/** §V: a packet is 1000 bytes on the wire, and the paper's goodput counts all of them. */
export const PACKET_BYTES = 1000;
/** Of each packet, TCP/IP headers. */
const HEADER_BYTES = 40;
export const PAYLOAD_BYTES = PACKET_BYTES - HEADER_BYTES;

/** §V: thresholds are these parts of the buffer. */
const MIN_PART = 12;
const MAX_PART = 4;

/** §V: gentle RED, 0.1 at th_max, marks below and drops above. */
export function redUrl(bufferBytes: number): string {
  const [min, max] = [bufferBytes / MIN_PART, bufferBytes / MAX_PART];
  return `aqm=red&limit=${bufferBytes}B&red-min=${min}B&red-max=${max}B&red-pmax=0.1&gentle=on&red-above-max=drop&red-weight=0.002&red-mean-packet=${PACKET_BYTES}B`;
}

/** §V; th_min is then 14 packets and th_max 42. */
export const BUFFER_BYTES = 168_000;
/** §V-B3. */
export const SMALL_BUFFER_BYTES = 120_000;

/** Reno as ns-2 had it in 2000; the clock's grain of 100 ms is the paper's. */
export const TCP_URL = [
  "sack=off&rack=off&fast-recovery=reno&recovery=classic&limited-transmit=off",
  "timer-tick=100ms&min-rto=200ms&initial-window=2&delayed-ack=1&quick-acks=0",
  `mss=${PAYLOAD_BYTES}B&overhead=${HEADER_BYTES}B`,
].join("&");

/** Round trip of the WAN without its queue. */
export const WAN_RTT_MS = 100;
/** Flows start within the first second. */
export const START_JITTER_MS = 1000;
/** What a timeout takes beyond a round trip: the floor of the retransmission timer, two ticks. */
export const TIMEOUT_BEYOND_RTT_S = 0.2;

export const CHOSEN: readonly string[] = [
  "Senders as in ns-2 of the year 2000: Reno without SACK, window halved at once, an ACK for every segment, an initial window of 2, no limited transmit, a retransmission timeout of at least a round trip and two ticks of 100 ms.",
  "RED: weight of the average w_q 0.002 and waiting between signals, both the defaults of ns-2; thresholds in bytes.",
  "A packet is 1000 bytes with its headers, and goodput counts them whole: the paper's 0.98 of 1 Mbps leaves no room for more.",
  `Flows start at random within the first ${START_JITTER_MS / 1000} s.`,
];

export const WAN_CHOSEN: readonly string[] = [
  ...CHOSEN,
  `All twenty flows have a round trip of ${WAN_RTT_MS} ms without the queue, over an ideal way back: the delays of the paper's figure 7a are not in its text.`,
];

export const GFC_CHOSEN: readonly string[] = [
  ...CHOSEN,
  "Rates of GFC-2: a twentieth of the configuration's where flows go both ways, a tenth where they go one way; both fit the total goodput that the paper reports. Hosts are 5 ms from their routers.",
  "UDP: one flow of 0.5 Mbps over each of the six links, in the direction from R1 to R7.",
  "HTTP: one client beside each of the 22 bulk flows from R1 to R7. A response is, as the paper words it, the time from a request to the last page: here a session of ten pages a mean of 1 s apart, each one object of a mean of ten packets (Pareto II, shape 1.2, as in ns-2's example); 5 s to the next session.",
  "Drops are of data packets: ACKs, which queues drop too where flows go both ways, are not ECN-capable and not counted.",
  "HTTP is Reno without ECN in all rows: in the paper's tables its drops stay at those of UDP when the bulk flows use ECN.",
];

/** Of the six flows, in ms. */
export const SIX_RTTS_MS = [20, 60, 120] as const;
export const SIX_CAPACITY_MBPS = 10;
export const SIX_DURATION_S = 60;

export const SIX_CHOSEN: readonly string[] = [
  ...CHOSEN,
  `The figure's delays and rate are not in its text: round trips of ${SIX_RTTS_MS.join(", ")} ms, ${SIX_CAPACITY_MBPS} Mbps, ${SIX_DURATION_S} s; flows start 0.1 s apart.`,
  "Sequence numbers are packets delivered in order.",
];

/** Why ECN(α, β) gets less than its pair of α and β stands for, where a claim fails by that. */
export const FRACTIONS_LOST =
  "Windows here are whole segments, and what has been earned of the next one is lost at each cut: half a segment on average, which beside an α of 0.2 per round trip is more than two round trips' growth. ECN(α, β) gets less than its pair stands for, and other flows more.";

export const DIFFERENCES: readonly string[] = [
  "No window is smaller than two segments; the paper's simulator goes down to one. Reno's windows are whole segments, which the simulator's are not; those of ECN(α, β) keep their fractions.",
  "Retransmissions are not ECN-capable (RFC 3168); in ns-2 all packets of an ECN connection are.",
  "The receiver's window never limits a flow; the default of ns-2 is 20 packets.",
];
