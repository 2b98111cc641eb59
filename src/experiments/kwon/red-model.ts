/** The model's equilibrium of twenty ECN(α, β) flows and the paper's RED: §IV, equations 16 to 19. */
import {
  type KwonVariant,
  type RedCurve,
  type RedEquilibrium,
  type RedLoad,
  redEquilibrium,
} from "../../engine/index.ts";
import { BUFFER_BYTES, PACKET_BYTES, TIMEOUT_BEYOND_RTT_S, WAN_RTT_MS } from "./chosen.ts";
import { USUAL } from "./senders.ts";
import { type Capacity, FLOWS, megabits, type Path, rateLabel } from "./wan.ts";

const P_MAX = 0.1;

/** In packets. */
export const CURVE: RedCurve = {
  minTh: BUFFER_BYTES / 12 / PACKET_BYTES,
  maxTh: BUFFER_BYTES / 4 / PACKET_BYTES,
  maxP: P_MAX,
  gentle: true,
};

export const VARIANTS: readonly KwonVariant[] = ["published", "corrected"];
export const VARIANT_LABELS: Readonly<Record<KwonVariant, string>> = {
  published: "as published",
  corrected: "corrected",
};

/** What the paper reads off its figures 6 and 11. */
export const PAPER_P = 0.08;
export const PAPER_QUEUE_PACKETS = 40;

/** Round trips at which the published equations have each flow send its share at these two. */
export const FITTING_RTTS_MS: Readonly<Record<Capacity, number>> = {
  "1Mbps": 115,
  "5Mbps": 23,
  "10Mbps": 11.5,
};

/**
 * The slowest rate over the WAN, where figures 6 and 11 may be from, and as a check of ours the fastest over the round
 * trip that the equations ask for.
 */
export const FITTING_PATHS: readonly Path[] = [
  { capacity: "1Mbps", rttMs: WAN_RTT_MS },
  { capacity: "10Mbps", rttMs: FITTING_RTTS_MS["10Mbps"] },
];

export const pathLabel = ({ capacity, rttMs }: Path): string => `${rateLabel(capacity)}, ${rttMs} ms`;

export const PATHS_CHOSEN = `The text has one pair of numbers, and no rate or round trip with it. The paper's own equations cross at p 0.08 and 40 KB for a round trip of ${FITTING_RTTS_MS["1Mbps"]} ms at 1 Mbps, ${FITTING_RTTS_MS["5Mbps"]} ms at 5 and ${FITTING_RTTS_MS["10Mbps"]} ms at 10. At 10 Mbps over the WAN it cannot be: table I has 2 % drops of Reno there. So 1 Mbps over the WAN's ${WAN_RTT_MS} ms is what is compared with the paper; 10 Mbps over ${FITTING_RTTS_MS["10Mbps"]} ms is a check of ours. The numbers at 10 Mbps counted as the paper's until they were seen to fail.`;

export function loadOf(capacity: Capacity, variant: KwonVariant, rttMs: number = WAN_RTT_MS): RedLoad {
  const [alpha, beta] = USUAL;
  return {
    flows: FLOWS,
    packetsPerS: (megabits(capacity) * 1e6) / (8 * PACKET_BYTES),
    baseRttS: rttMs / 1000,
    markUpTo: P_MAX,
    sender: {
      alpha,
      beta,
      timeoutS: rttMs / 1000 + TIMEOUT_BEYOND_RTT_S,
      timeoutsAfter: "losses",
      segmentsPerAck: 1,
      variant,
    },
  };
}

export function equilibrium(capacity: Capacity, variant: KwonVariant, rttMs?: number): RedEquilibrium {
  return redEquilibrium(CURVE, loadOf(capacity, variant, rttMs));
}
