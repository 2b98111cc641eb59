/**
 * Multiplicative decrease with separate fractions for losses and marks (ABE, RFC 8511), shared by all senders that
 * use it.
 */

import type { AlgorithmDeclaration } from "../params/algorithm.ts";
import { type NumberParam, type ParamValue, type ParamValues, range } from "../params/param.ts";
import { numberOf } from "../params/read.ts";
import type { SenderState } from "../tcp/sender-state.ts";
import type { CongestionControl } from "./congestion-control.ts";
import { growAsReno } from "./window-growth.ts";

/** Returns ssthresh after a cut, β·cwnd (RFC 5681 §3.1, RFC 8511 §3.1), in whole segments, as FreeBSD and Linux compute it. */
export function cut({ cwnd, minCwnd }: SenderState, beta: number): number {
  // Without the tolerance, cutting 10 to 0.7 would give 6, because floating-point arithmetic gives 6.999…
  return Math.max(minCwnd, Math.floor(cwnd * beta + 1e-9));
}

/**
 * Declares β_loss and β_ecn, the parameters of every loss-based sender. The defaults differ between senders; the fields of `more`
 * are added to both declarations.
 */
export function betaParams(
  standardBeta: number,
  betaCite: string,
  more = "",
): readonly [NumberParam, NumberParam] {
  return [
    {
      id: "beta-ecn",
      symbol: "β_ecn",
      label: "Backoff on a mark",
      unit: "ratio",
      ...range({ default: standardBeta, min: 0.3, max: 0.99, step: 0.01 }),
      help: `Fraction of cwnd that is kept when a mark (ECE) arrives. ABE keeps more than after a loss.${more}`,
      cite: "RFC 8511 §3.1",
      main: { onMarks: true },
    },
    {
      id: "beta-loss",
      symbol: "β_loss",
      label: "Backoff on a loss",
      unit: "ratio",
      ...range({ default: standardBeta, min: 0.3, max: 0.99, step: 0.01 }),
      help: `Fraction of cwnd that is kept when a packet is lost.${more}`,
      cite: betaCite,
    },
  ];
}

/**
 * Base class of senders that reduce cwnd to a fraction: β_ecn for marks, β_loss for losses. It provides NewReno's growth, hooks
 * that do nothing, and the setting of parameters.
 */
export abstract class BackoffControl implements CongestionControl, Fractions {
  betaEcn = 1;
  betaLoss = 1;
  private readonly declared: AlgorithmDeclaration;

  constructor(declared: AlgorithmDeclaration) {
    this.declared = declared;
  }

  /** Sets all declared parameters. Call this at the end of a constructor, when all fields exist. */
  protected setAll(values: ParamValues): void {
    for (const { id } of this.declared.params) this.configure(id, values[id] ?? null);
  }

  configure(id: string, value: ParamValue): void {
    const isDeclared = this.declared.params.some((param) => param.id === id);
    if (!isDeclared || !this.set(id, value)) throw new Error(`${this.declared.label} has no parameter ${id}`);
  }

  /** Sets a parameter. Returns false if this class has no such parameter. */
  protected set(id: string, value: ParamValue): boolean {
    if (id === "beta-ecn") this.betaEcn = numberOf(value, id);
    else if (id === "beta-loss") this.betaLoss = numberOf(value, id);
    else return false;
    return true;
  }

  onAck(state: SenderState, acked: number): void {
    growAsReno(state, acked);
  }

  ssthreshAfterLoss(state: SenderState): number {
    return cut(state, this.betaLoss);
  }

  /** Returns ssthresh after a mark: β_ecn times cwnd (RFC 8511 §3.1). */
  ssthreshAfterMark(state: SenderState): number {
    return cut(state, this.betaEcn);
  }

  onTimeout(_state: SenderState): void {}

  onRttSample(_state: SenderState, _rttNs: number): void {}

  probe(_index: number): number {
    return Number.NaN;
  }
}

/** β_ecn and β_loss. */
export interface Fractions {
  readonly betaEcn: number;
  readonly betaLoss: number;
}
