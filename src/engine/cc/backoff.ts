/** The multiplicative decrease with a fraction for losses and another for marks: ABE, RFC 8511. */
import { type NumberParam, type ParamValue, type ParamValues, range } from "../params/param.ts";
import { numberOf } from "../params/read.ts";
import type { SenderState } from "../tcp/sender-state.ts";

/** β_loss and β_ecn, which every loss-based sender declares; the defaults differ. */
export function betaParams(standardBeta: number, betaCite: string): readonly [NumberParam, NumberParam] {
  return [
    {
      id: "beta-ecn",
      symbol: "β_ecn",
      label: "Backoff on a mark",
      unit: "ratio",
      ...range({ default: standardBeta, min: 0.3, max: 0.99, step: 0.01 }),
      help: "Fraction of cwnd that is kept when a mark (ECE) arrives. ABE: larger than the backoff for loss.",
      cite: "RFC 8511 §3.1",
    },
    {
      id: "beta-loss",
      symbol: "β_loss",
      label: "Backoff on a loss",
      unit: "ratio",
      ...range({ default: standardBeta, min: 0.3, max: 0.99, step: 0.01 }),
      help: "Fraction of cwnd that is kept when a packet is lost.",
      cite: betaCite,
    },
  ];
}

export class Backoff {
  betaEcn = 1;
  betaLoss = 1;

  constructor(values: ParamValues) {
    for (const id of ["beta-ecn", "beta-loss"]) this.set(id, values[id] ?? null);
  }

  /** Takes one of its own parameters; false when `id` is not among them. */
  set(id: string, value: ParamValue): boolean {
    if (id === "beta-ecn") this.betaEcn = numberOf(value, id);
    else if (id === "beta-loss") this.betaLoss = numberOf(value, id);
    else return false;
    return true;
  }

  /** RFC 8511 §3.1, in whole segments as FreeBSD and Linux cut. */
  afterMark(state: SenderState): number {
    return cut(state, this.betaEcn);
  }

  afterLoss(state: SenderState): number {
    return cut(state, this.betaLoss);
  }
}

/** What is left of a window, in whole segments. */
export function cut({ cwnd, minCwnd }: SenderState, beta: number): number {
  // The tolerance keeps 10 x 0.7 at 7, where binary fractions give 6.999…
  return Math.max(minCwnd, Math.floor(cwnd * beta + 1e-9));
}
