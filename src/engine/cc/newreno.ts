/**
 * NewReno: one more segment per round trip, and a cut to β at each congestion signal. References: RFC 5681 §3.1; ABE:
 * RFC 8511.
 */
import type { EnumParam, ParamValue, ParamValues } from "../params/param.ts";
import { textOf } from "../params/read.ts";
import type { SenderState } from "../tcp/sender-state.ts";
import { BackoffControl, betaParams } from "./backoff.ts";
import type { CongestionControlCard, CongestionControlDefinition } from "./congestion-control.ts";
import { additiveIncrease, fractionalIncrease, slowStart, slowStartThrough } from "./window-growth.ts";

class NewReno extends BackoffControl {
  private growsByFractions = false;
  private goesThrough = false;

  constructor(values: ParamValues) {
    super(newreno);
    this.setAll(values);
  }

  override onAck(state: SenderState, acked: number): void {
    const left = state.cwnd <= state.ssthresh ? this.growQuickly(state, acked) : acked;
    if (left === 0) return;
    if (this.growsByFractions) fractionalIncrease(state, left);
    else additiveIncrease(state, state.cwnd, left);
  }

  /**
   * Increases cwnd in slow start: up to ssthresh, or beyond it if the parameter allows this. Returns the number of acknowledged
   * segments that were not used.
   */
  private growQuickly(state: SenderState, acked: number): number {
    if (this.goesThrough) {
      slowStartThrough(state, acked);
      return 0;
    }
    return state.inSlowStart ? slowStart(state, acked) : acked;
  }

  protected override set(id: string, value: ParamValue): boolean {
    if (id === INCREASE.id) this.growsByFractions = textOf(value, id) === FRACTION;
    else if (id === SLOW_START.id) this.goesThrough = textOf(value, id) === THROUGH;
    else return super.set(id, value);
    return true;
  }
}

const FRACTION = "fraction";

const INCREASE: EnumParam = {
  kind: "enum",
  id: "reno-increase",
  label: "Increase",
  default: "count",
  help: "How cwnd grows by one segment per round trip.",
  cite: "RFC 5681 §3.1",
  detail: true,
  options: [
    {
      value: "count",
      label: "counted",
      help: "By one segment when a whole window has been acknowledged, as in Linux.",
    },
    {
      value: FRACTION,
      label: "by fractions",
      help: "By 1/cwnd of a segment for each acknowledged segment, as in ns-2. Small windows grow more slowly, and a cut discards the fraction.",
    },
  ],
};

const THROUGH = "through";

const SLOW_START: EnumParam = {
  kind: "enum",
  id: "reno-slow-start",
  label: "Slow start",
  default: "below",
  help: "Whether cwnd grows by slow start or by congestion avoidance when it equals ssthresh.",
  cite: "RFC 5681 §3.1; FreeBSD 10 cc_newreno.c",
  detail: true,
  options: [
    {
      value: "below",
      label: "below ssthresh",
      help: "Slow start below ssthresh only, as in Linux since 2015.",
    },
    {
      value: THROUGH,
      label: "up to and past it",
      help: "Slow start at ssthresh too, by at most two segments per ACK, as in FreeBSD. A step of one or two segments follows each cut.",
    },
  ],
};

export const newrenoCard: CongestionControlCard = {
  id: "newreno",
  label: "NewReno",
  family: "Common",
  summary:
    "The window grows by one segment per round trip and is reduced to the fraction β at each mark or loss. This makes the classic sawtooth.",
  cite: "RFC 5681, RFC 6582; ABE: RFC 8511",
  params: [...betaParams(0.5, "RFC 5681 §3.1"), INCREASE, SLOW_START],
  probes: [],
};

export const newreno: CongestionControlDefinition = {
  ...newrenoCard,
  create: (values) => new NewReno(values),
};
