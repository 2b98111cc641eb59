/** A made-up congestion control: it adds a constant share of a segment per acknowledged segment. */
import type {
  CongestionControl,
  CongestionControlCard,
  CongestionControlDefinition,
} from "../../../src/engine/cc/congestion-control.ts";
import { additiveIncrease } from "../../../src/engine/cc/window-growth.ts";
import type { NumberParam, ParamValue, ParamValues } from "../../../src/engine/params/param.ts";
import { numberOf, readNumber } from "../../../src/engine/params/read.ts";
import type { SenderState } from "../../../src/engine/tcp/sender-state.ts";
import { MIN_CWND } from "../../../src/engine/tcp/tcp-params.ts";

const GAIN: NumberParam = {
  kind: "number",
  id: "made-gain",
  symbol: "g",
  label: "Made-up gain",
  unit: "ratio",
  default: 0.05,
  min: 0.01,
  max: 1,
  step: 0.01,
  scale: "linear",
  help: "Segments that cwnd grows by for each acknowledged one.",
  cite: "nowhere",
};

class MadeUpSender implements CongestionControl {
  private gain: number;

  constructor(values: ParamValues) {
    this.gain = readNumber(values, GAIN.id);
  }

  onAck(state: SenderState, acked: number): void {
    additiveIncrease(state, 1 / this.gain, acked);
  }

  ssthreshAfterLoss(state: SenderState): number {
    return Math.max(MIN_CWND, Math.floor(state.cwnd / 2));
  }

  ssthreshAfterMark(state: SenderState): number {
    return this.ssthreshAfterLoss(state);
  }

  onTimeout(): void {}

  onRttSample(): void {}

  configure(id: string, value: ParamValue): void {
    if (id !== GAIN.id) throw new Error(`the made-up sender has no parameter ${id}`);
    this.gain = numberOf(value, id);
  }

  probe(): number {
    return this.gain;
  }
}

export const madeUpSenderCard: CongestionControlCard = {
  id: "made-up",
  label: "Made-up sender",
  summary: "Grows by a constant share of a segment for each that is acknowledged.",
  cite: "nowhere",
  params: [GAIN],
  probes: [{ id: "made-pace", label: "Made-up pace", unit: "ratio", help: "The gain at work." }],
};

export const madeUpSender: CongestionControlDefinition = {
  ...madeUpSenderCard,
  create: (values) => new MadeUpSender(values),
};
