/** The paper on sizing router buffers: its model, the OC3 line that its figures 8, 11 and 15 are about, and the flows over it. */
import type { Paper } from "../experiment.ts";

export const SIZING: Paper = {
  id: "sizing",
  citation: "G. Appenzeller, I. Keslassy, N. McKeown, Sizing Router Buffers, SIGCOMM 2004",
  label: "Buffer sizing",
};

/** Bandwidth-delay product of the measured line in packets (§5.2.1). */
export const BDP_PACKETS = 1291;
const CAPACITY_MBPS = 155;

/** Shortest and longest RTT of the flows (ms). The mean of the range gives the product above. */
const SHORTEST_MS = 25;
const LONGEST_MS = 175;
export const MEAN_RTT_MS = (SHORTEST_MS + LONGEST_MS) / 2;

/** Number of different RTTs. The recorder follows the windows of as many flows, one of each RTT. */
export const SAMPLED_FLOWS = 20;

/** "spread": RTTs from 25 to 175 ms. "same": all have the mean. */
export type Rtts = "spread" | "same";

/** Returns the buffer of `factor` × RTT × C / √n in packets. */
export function bufferPackets(factor: number, flows: number): number {
  return Math.round((factor * BDP_PACKETS) / Math.sqrt(flows));
}

/** Returns the flow groups of `n` long flows. The first 20 flows have one RTT each, and the others are spread over the same RTTs. */
export function longFlows(n: number, rtts: Rtts): string {
  const rttOf = (i: number) =>
    rtts === "same" ? MEAN_RTT_MS : SHORTEST_MS + ((LONGEST_MS - SHORTEST_MS) * (i + 0.5)) / SAMPLED_FLOWS;
  const group = (count: number) => (_: unknown, i: number) => `flow=rtt=${rttOf(i)}ms,count=${count}`;
  const sampled = Array.from({ length: SAMPLED_FLOWS }, group(1));
  const others = Array.from({ length: SAMPLED_FLOWS }, group(n / SAMPLED_FLOWS - 1));
  return [...sampled, ...(n > SAMPLED_FLOWS ? others : [])].join("&");
}

/** Settings of all runs: TCP Reno without ECN through a drop-tail queue. */
export const TCP_URL = "cc=newreno&ecn=off&aqm=droptail";

/** Returns the scenario of `n` long flows over the OC3 line, as URL text. */
export function lineUrl(n: number, factor: number, rtts: Rtts, durationS: number, warmupS: number): string {
  return `capacity=${CAPACITY_MBPS}Mbps&${TCP_URL}&limit=${bufferPackets(factor, n)}p&${longFlows(n, rtts)}&start-jitter=5000ms&start-jitter-first=on&duration=${durationS}s&warmup=${warmupS}s`;
}

/**
 * Returns the error function (Abramowitz and Stegun, Handbook of Mathematical Functions, 7.1.26; the error is below 1.5e-7).
 */
export function erf(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const sum =
    t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return Math.sign(x) * (1 - sum * Math.exp(-x * x));
}

/** Returns the lower bound of the utilisation (equation 6), for a buffer and a bandwidth-delay product in packets. */
export function leastUtilisation(buffer: number, bdp: number, flows: number): number {
  return erf((((3 * Math.sqrt(3)) / (2 * Math.sqrt(2))) * buffer * Math.sqrt(flows)) / (bdp + buffer));
}

export const CHOSEN = {
  line: `Packets of 1500 bytes with their headers: at 155 Mbps the paper's product of ${BDP_PACKETS} packets is then a mean round trip of 100 ms. Round trips are spread evenly from ${SHORTEST_MS} to ${LONGEST_MS} ms: the paper gives mean propagation delays of 25 to 300 ms for its simulations (section 5.1), and none for the router. This range was chosen after trial runs in which a spread was seen to come near the router's numbers; round trips within a tenth of their mean come nearer still (controlled run of sizing-15).`,
  tcp: "Reno with SACK, without ECN; flows start within the first five seconds.",
};
