/** What the paper on ECN-enhanced CoDel is, its Table 1, and what was chosen where it says nothing. */
import type { Paper } from "../experiment.ts";

export const ECODEL: Paper = {
  id: "ecodel",
  citation:
    "D. A. Alwahab, S. Laki, ECN-Enhanced CoDel AQM, Wired/Wireless Internet Communications (WWIC), 2019, LNCS 11618",
  label: "ECN-enhanced CoDel",
};

/** Table 1: when each flow starts and ends, in s. Odd flows go from S1 to R1, even ones from S2 to R2. */
export const FLOW_TIMES: readonly (readonly [startS: number, stopS: number])[] = [
  [1, 70],
  [3, 40],
  [2, 55],
  [6, 55],
  [10, 40],
  [10, 40],
  [3, 40],
  [3, 40],
  [3, 40],
  [3, 40],
];

export const DURATION_S = 70;

/** The round trip for which CoDel's interval of 100 ms is meant (RFC 8289 §4.3). */
export const RTT_MS = 100;

/** The same with shorter round trips, since the paper does not say its own. */
export const OTHER_RTTS_MS = [20, 50] as const;

export const CHOSEN: readonly string[] = [
  `Round trip: ${RTT_MS} ms for every flow, what CoDel's interval is meant for; ${OTHER_RTTS_MS.join(" and ")} ms beside it in the comparison of all scenarios.`,
  "Senders: CUBIC as in Linux, ECN on with both queues; original CoDel drops all the same.",
  "Buffer: 10,000 packets, never full, so that all losses are CoDel's own. CoDel: target 5 ms, interval 100 ms. Segments of 1448 bytes.",
  "Five runs: in the first, flows start exactly as in Table 1, in the others up to half a second later.",
  "Two flows are rows 1 and 2 of Table 1, five flows rows 1 to 5.",
];

export const DIFFERENCES: readonly string[] = [
  "The hosts' own links are ideal: the bottleneck is the only queue.",
  "Marks come back each time the delay rises above target anew; the paper does not say.",
];
