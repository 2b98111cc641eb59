/** The model of a flow's rate as figures 4 and 5 draw it: over ρ, the share of marks among all signals. */
import { type KwonVariant, kwonRate } from "../../engine/index.ts";
import type { Axis, Series } from "../experiment.ts";
import { fractions } from "../read-run.ts";
import type { Pair } from "./senders.ts";

/** Signals per packet: over all, in periods that end with a loss, in those that end with a mark. */
export interface Probabilities {
  readonly p: number;
  readonly lossP: number;
  readonly markP: number;
}

/** §IV: of figures 4 and 5. */
const RTT_S = 0.2;
const SEGMENTS_PER_ACK = 2;
const TIMEOUT_S = 3;

const POINTS = 40;

export const FEW_SIGNALS: Probabilities = { p: 0.01, lossP: 0.02, markP: 0.001 };
export const MANY_SIGNALS: Probabilities = { p: 0.05, lossP: 0.06, markP: 0.04 };

export const labelOf = ({ p, lossP, markP }: Probabilities): string => `p ${p}, p_t ${lossP}, p_e ${markP}`;

/** Packets per second. */
export function rateAt(
  markShare: number,
  signals: Probabilities,
  [alpha, beta]: Pair,
  variant: KwonVariant = "published",
): number {
  const sender = {
    alpha,
    beta,
    timeoutS: TIMEOUT_S,
    timeoutsAfter: "all",
    segmentsPerAck: SEGMENTS_PER_ACK,
    variant,
  } as const;
  return kwonRate({ markShare, ...signals }, RTT_S, sender);
}

export function rateSeries(
  label: string,
  signals: Probabilities,
  pair: Pair,
  variant: KwonVariant = "published",
): Series {
  const x = fractions(POINTS);
  return { label, x, y: x.map((share) => rateAt(share, signals, pair, variant)), source: "model" };
}

export const SHARE_AXIS: Axis = {
  label: "ρ, share of marks among signals",
  unit: "",
  scale: "linear",
  from: 0,
  to: 1,
};
export const RATE_AXIS: Axis = { label: "Sending rate", unit: "packets/s", scale: "linear", from: 0 };

export const MODEL_CHOSEN: readonly string[] = [
  "Round trip 0.2 s, two packets per ACK, first timeout 3 s, as in the paper.",
];
