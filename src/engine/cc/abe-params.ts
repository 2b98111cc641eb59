/** β_loss and β_ecn, which every loss-based sender declares; their defaults differ. */
import type { NumberParam } from "../params/param.ts";

export function betaParams(standardBeta: number, betaCite: string): readonly [NumberParam, NumberParam] {
  return [
    {
      kind: "number",
      id: "beta-ecn",
      symbol: "β_ecn",
      label: "Backoff on a mark",
      unit: "ratio",
      default: standardBeta,
      min: 0.3,
      max: 0.99,
      step: 0.01,
      scale: "linear",
      help: "Fraction of cwnd that is kept when a mark (ECE) arrives. ABE: larger than the backoff for loss.",
      cite: "RFC 8511 §3.1",
    },
    {
      kind: "number",
      id: "beta-loss",
      symbol: "β_loss",
      label: "Backoff on a loss",
      unit: "ratio",
      default: standardBeta,
      min: 0.3,
      max: 0.99,
      step: 0.01,
      scale: "linear",
      help: "Fraction of cwnd that is kept when a packet is lost.",
      cite: betaCite,
    },
  ];
}
