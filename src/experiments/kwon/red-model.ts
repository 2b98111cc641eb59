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
import { type Capacity, FLOWS, megabits } from "./wan.ts";

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
