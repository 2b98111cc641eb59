/** NewReno: one segment more per round trip, a cut to β on each congestion signal. References: RFC 5681 §3.1; ABE: RFC 8511. */
import type { ParamValue, ParamValues } from "../params/param.ts";
import type { SenderState } from "../tcp/sender-state.ts";
import { Backoff, betaParams } from "./backoff.ts";
import type { CongestionControl, CongestionControlDefinition } from "./congestion-control.ts";
import { additiveIncrease, slowStart } from "./window-growth.ts";

class NewReno implements CongestionControl {
  private readonly backoff: Backoff;

  constructor(values: ParamValues) {
    this.backoff = new Backoff(values);
  }

  onAck(state: SenderState, acked: number): void {
    const left = state.inSlowStart ? slowStart(state, acked) : acked;
    if (left > 0) additiveIncrease(state, state.cwnd, left);
  }

  ssthreshAfterLoss(state: SenderState): number {
    return this.backoff.afterLoss(state.cwnd);
  }

  ssthreshAfterMark(state: SenderState): number {
    return this.backoff.afterMark(state.cwnd);
  }

  onTimeout(): void {}

  onRttSample(): void {}

  configure(id: string, value: ParamValue): void {
    if (!this.backoff.set(id, value)) throw new Error(`NewReno has no parameter ${id}`);
  }

  probe(): number {
    return Number.NaN;
  }
}

export const newreno: CongestionControlDefinition = {
  id: "newreno",
  label: "NewReno",
  family: "Common",
  summary: "One segment more per round trip, a cut to β on each congestion signal: the classic sawtooth.",
  cite: "RFC 5681, RFC 6582; ABE: RFC 8511",
  params: [...betaParams(0.5, "RFC 5681 §3.1")],
  probes: [],
  create: (values) => new NewReno(values),
};
