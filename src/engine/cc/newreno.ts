/** NewReno: one segment more per round trip, a cut to β on each congestion signal. References: RFC 5681 §3.1; ABE: RFC 8511. */
import type { EnumParam, ParamValue, ParamValues } from "../params/param.ts";
import { readText, textOf } from "../params/read.ts";
import type { SenderState } from "../tcp/sender-state.ts";
import { Backoff, betaParams } from "./backoff.ts";
import type { CongestionControl, CongestionControlDefinition } from "./congestion-control.ts";
import { additiveIncrease, fractionalIncrease, slowStart } from "./window-growth.ts";

class NewReno implements CongestionControl {
  private readonly backoff: Backoff;
  private growsByFractions: boolean;

  constructor(values: ParamValues) {
    this.backoff = new Backoff(values);
    this.growsByFractions = readText(values, INCREASE.id) === FRACTION;
  }

  onAck(state: SenderState, acked: number): void {
    const left = state.inSlowStart ? slowStart(state, acked) : acked;
    if (left === 0) return;
    if (this.growsByFractions) fractionalIncrease(state, left);
    else additiveIncrease(state, state.cwnd, left);
  }

  ssthreshAfterLoss(state: SenderState): number {
    return this.backoff.afterLoss(state);
  }

  ssthreshAfterMark(state: SenderState): number {
    return this.backoff.afterMark(state);
  }

  onTimeout(): void {}

  onRttSample(): void {}

  configure(id: string, value: ParamValue): void {
    if (this.backoff.set(id, value)) return;
    if (id !== INCREASE.id) throw new Error(`NewReno has no parameter ${id}`);
    this.growsByFractions = textOf(value, id) === FRACTION;
  }

  probe(): number {
    return Number.NaN;
  }
}

const FRACTION = "fraction";

const INCREASE: EnumParam = {
  kind: "enum",
  id: "reno-increase",
  label: "Increase",
  default: "count",
  help: "How cwnd comes to grow by a segment per round trip.",
  cite: "RFC 5681 §3.1",
  detail: true,
  options: [
    {
      value: "count",
      label: "counted",
      help: "By a segment once as many are acknowledged as cwnd holds: Linux.",
    },
    {
      value: FRACTION,
      label: "by fractions",
      help: "By 1/cwnd of a segment for each one acknowledged: ns-2. Small windows grow more slowly; a cut loses the fraction.",
    },
  ],
};

export const newreno: CongestionControlDefinition = {
  id: "newreno",
  label: "NewReno",
  family: "Common",
  summary: "One segment more per round trip, a cut to β on each congestion signal: the classic sawtooth.",
  cite: "RFC 5681, RFC 6582; ABE: RFC 8511",
  params: [...betaParams(0.5, "RFC 5681 §3.1"), INCREASE],
  probes: [],
  create: (values) => new NewReno(values),
};
