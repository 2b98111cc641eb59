/** The DCTCP paper: the settings of all its runs, and the values chosen for what it does not state. */

import type { Snapshot } from "../../engine/index.ts";
import { rounded } from "../../lib/statistics.ts";
import type { Paper, RunValues } from "../experiment.ts";
import { delayQuantilesMs } from "../read-run.ts";
import { against, comparing } from "../study.ts";

export const DCTCP: Paper = {
  id: "dctcp",
  citation:
    "M. Alizadeh, A. Greenberg, D. A. Maltz, J. Padhye, P. Patel, B. Prabhakar, S. Sengupta, M. Sridharan, Data Center TCP (DCTCP), SIGCOMM 2010",
  label: "DCTCP",
};

/** Senders of the paper: DCTCP over a marking threshold, and TCP New Reno through a drop-tail queue (§4). */
export type DctcpSender = "dctcp" | "tcp";

export const SENDERS: Readonly<Record<DctcpSender, { readonly label: string; readonly flow: string }>> = {
  dctcp: { label: "DCTCP", flow: "cc=dctcp,dctcp-alpha=real" },
  tcp: { label: "TCP", flow: "cc=newreno,ecn=off" },
};

export const SENDER_IDS = Object.keys(SENDERS) as readonly DctcpSender[];

/** Most that the switch gives to one port (§4.1). */
const BUFFER_BYTES = 700_000;
const PACKET_BYTES = 1500;

/** Marking thresholds that the paper uses (packets, §3.5), by the rate of the link in Gbps. */
export const THRESHOLD = { 1: 20, 10: 65 } as const;

/** RTT of the paper's simulation (ms, figure 12), and within a rack in production (§2.3.3). Its testbed's is not stated. */
export const RTT_MS = 0.1;

/** Returns the settings of the queue for a sender: the threshold `k` in packets for DCTCP. */
export function queueUrl(sender: DctcpSender, k: number): string {
  const limit = `limit=${BUFFER_BYTES}B&min-rto=10ms`;
  return sender === "dctcp" ? `aqm=step&step=${k}p&${limit}` : `aqm=droptail&${limit}`;
}

export const COMPARED_SENDER = against(
  "sender",
  { dctcp: "tcp" } satisfies Partial<Record<DctcpSender, DctcpSender>>,
  (sender) => SENDERS[sender as DctcpSender].label,
);

/** Compares each run of DCTCP with the run of TCP. The threshold has no effect on TCP, which ran with `k`. */
export const comparedWithTcp = (k: number) =>
  comparing(
    ({ sender }) => (sender === "dctcp" ? { sender: "tcp", k: String(k) } : undefined),
    () => SENDERS.tcp.label,
  );

/** Fractions of the packets at which the distribution of the queue is read. */
export const QUANTILES: readonly number[] = [
  0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1,
];

/** Reads quantiles of the queue in packets: those that leave while a packet waits. */
export function readQueue(snapshot: Snapshot): RunValues {
  const { rateBps, utilisation, queuePackets } = snapshot.results.links[0];
  const packetMs = (PACKET_BYTES * 8 * 1000) / rateBps;
  const delays = delayQuantilesMs(snapshot, QUANTILES);
  return {
    utilisation: rounded(utilisation),
    queueMaxPackets: queuePackets.max,
    queueQuantiles: delays.map((ms) => (ms === null ? null : rounded(ms / packetMs))),
  };
}

export const CHOSEN = {
  tcp: "TCP is New Reno with SACK, as in the paper, through a drop-tail queue of 700 kB: the most that the switch gives to one port (section 4.1). Lower limit of the retransmission timeout 10 ms, as in the paper from section 4.2.1 on; its default is 300 ms.",
  dctcp:
    "DCTCP: g = 1/16 and K = 20 packets at 1 Gbps, 65 at 10 Gbps, as in the paper; α as a real number. The switch marks by the length of the queue at the arrival of a packet.",
  rtt: "Round trip: 100 µs without the queue, as the paper simulates in figure 12 and measures within a rack in production (section 2.3.3); its testbed's is not stated. It was chosen after trial runs with 200 µs, with which each claim of figures 13, 14 and 21 has the same verdict.",
  segments: "Packets of 1500 bytes with their headers; initial windows of ten.",
};

export const DIFFERENCES: readonly string[] = [
  "One port with a buffer of its own instead of a switch whose ports share 4 MB.",
  "Hosts send packets one by one as ACKs arrive. The paper's hosts send bursts of up to 30 to 40 packets at 10 Gbps, for which it names large send offload and interrupt moderation among the reasons (section 3.5).",
  "Incast (figures 18 to 20) is not computed: a query that waits for all its answers before the next one begins is not among the kinds of traffic here.",
];
