/** What BBRv2 and v3 declare besides: how they answer losses and marks, and how often they probe. */
import type { BooleanParam, NumberParam, Param, ParamValue, ParamValues, Probe } from "../params/param.ts";
import { booleanOf, msToNs, numberOf, secondsToNs } from "../params/read.ts";
import { BBR_BURST, BBR_BW, BBR_MIN_RTT, BBR_PACING_GAIN, BbrSettings } from "./bbr-params.ts";

const NUMBER = { kind: "number", scale: "linear" } as const;

/** How losses are answered. */
const ANSWERS: readonly NumberParam[] = [
  {
    ...NUMBER,
    id: "bbr-loss-thresh",
    label: "Loss threshold",
    unit: "ratio",
    default: 0.02,
    min: 0,
    max: 0.2,
    step: 0.005,
    help: "More than this share of a flight lost while probing, and the flight was too large.",
  },
  {
    ...NUMBER,
    id: "bbr-beta",
    symbol: "β_bbr",
    label: "Backoff on a loss",
    unit: "ratio",
    default: 0.7,
    min: 0.3,
    max: 0.99,
    step: 0.01,
    help: "Fraction of the lower bounds that is kept in a round with losses, and of the flight where probing lost too much.",
  },
  {
    ...NUMBER,
    id: "bbr-headroom",
    label: "Headroom",
    unit: "ratio",
    default: 0.15,
    min: 0,
    max: 0.5,
    step: 0.01,
    help: "Share of the largest safe flight that is left to others while cruising.",
  },
];

const DOWN_GAIN: NumberParam = {
  ...NUMBER,
  id: "bbr-down-gain",
  label: "DOWN gain",
  unit: "ratio",
  default: 0.75,
  min: 0.5,
  max: 0.99,
  step: 0.01,
  help: "Pacing gain after a probe, until what it queued has drained.",
  detail: true,
};

const PROBE_WAIT: NumberParam = {
  ...NUMBER,
  id: "bbr-probe-wait",
  label: "Wait between probes",
  unit: "s",
  default: 2,
  min: 0.1,
  max: 30,
  step: 0.1,
  scale: "log",
  help: "So long, and up to a second more by chance, between probes for bandwidth; less where Reno would grow back sooner.",
  detail: true,
};

/** And marks. */
const ECN_ANSWERS: readonly NumberParam[] = [
  {
    ...NUMBER,
    id: "bbr-ecn-max-rtt",
    label: "ECN up to RTT",
    unit: "ms",
    default: 5,
    min: 0.1,
    max: 2000,
    step: 0.1,
    scale: "log",
    noneLabel: "any",
    help: "Marks count where the smallest RTT is at most this: there they are taken for those of a shallow threshold.",
  },
  {
    ...NUMBER,
    id: "bbr-ecn-thresh",
    label: "CE threshold",
    unit: "ratio",
    default: 0.5,
    min: 0.01,
    max: 1,
    step: 0.01,
    help: "So large a share of a flight marked while probing, and the flight was too large.",
  },
  {
    ...NUMBER,
    id: "bbr-ecn-factor",
    label: "ECN factor",
    unit: "ratio",
    default: 1 / 3,
    min: 0,
    max: 1,
    step: 0.01,
    help: "A round with marks cuts the lower bound of the flight by this times α.",
    detail: true,
  },
  {
    ...NUMBER,
    id: "bbr-ecn-alpha-gain",
    label: "Gain of α",
    unit: "ratio",
    default: 1 / 16,
    min: 1 / 64,
    max: 1,
    step: 1 / 64,
    help: "Weight of the newest round in α, the average share of marked segments.",
    detail: true,
  },
];

const BUDGET: BooleanParam = {
  kind: "boolean",
  id: "bbr-budget",
  label: "Room for three bursts",
  default: true,
  help: "The window holds at least three bursts of the send quantum, however small the bandwidth-delay product.",
  detail: true,
};

const NUMBERS = [...ANSWERS, DOWN_GAIN, PROBE_WAIT, ...ECN_ANSWERS];

export function bbrBoundParams(downGain: number, cite: string): readonly Param[] {
  const numbers = NUMBERS.map((param) => {
    return { ...param, cite, default: param === DOWN_GAIN ? downGain : param.default };
  });
  return [...numbers, { ...BUDGET, cite }];
}

/** In the order of the numbers in bbr-path-model.ts. */
export const BBR_BOUND_PROBES: readonly Probe[] = [
  {
    id: "bbr-mode",
    label: "mode",
    unit: "count",
    help: "0 STARTUP, 1 DRAIN, 2 DOWN, 3 CRUISE, 4 REFILL, 5 UP, 6 PROBE_RTT.",
  },
  BBR_BW,
  BBR_MIN_RTT,
  BBR_PACING_GAIN,
  {
    id: "bbr-inflight-hi",
    label: "inflight_hi",
    unit: "segments",
    help: "The largest flight that was safe when probing; none before too much was lost or marked.",
  },
  {
    id: "bbr-inflight-lo",
    label: "inflight_lo",
    unit: "segments",
    help: "The flight that losses and marks since the last probe leave; none while there were none.",
  },
  {
    id: "bbr-alpha",
    symbol: "α",
    label: "share of marks",
    unit: "ratio",
    help: "Moving average of the share of marked segments; none before the first mark.",
  },
  BBR_BURST,
];

/** The parameters' present values. */
export class BbrBoundSettings extends BbrSettings {
  lossThresh = 0;
  beta = 1;
  headroom = 0;
  downGain = 1;
  probeWaitNs = 0;
  ecnMaxRttNs = 0;
  ecnThresh = 0;
  ecnFactor = 0;
  ecnAlphaGain = 0;
  hasBudget = true;

  constructor(values: ParamValues) {
    super(values);
    for (const { id } of [...NUMBERS, BUDGET]) this.set(id, values[id] ?? null);
  }

  override set(id: string, value: ParamValue): boolean {
    if (super.set(id, value)) return true;
    if (id === "bbr-loss-thresh") this.lossThresh = numberOf(value, id);
    else if (id === "bbr-beta") this.beta = numberOf(value, id);
    else if (id === "bbr-headroom") this.headroom = numberOf(value, id);
    else if (id === "bbr-down-gain") this.downGain = numberOf(value, id);
    else if (id === BUDGET.id) this.hasBudget = booleanOf(value, id);
    else if (id === "bbr-probe-wait") this.probeWaitNs = secondsToNs(numberOf(value, id));
    else return this.setEcn(id, value);
    return true;
  }

  private setEcn(id: string, value: ParamValue): boolean {
    if (id === "bbr-ecn-max-rtt") {
      this.ecnMaxRttNs = value === null ? Number.POSITIVE_INFINITY : msToNs(numberOf(value, id));
    } else if (id === "bbr-ecn-thresh") this.ecnThresh = numberOf(value, id);
    else if (id === "bbr-ecn-factor") this.ecnFactor = numberOf(value, id);
    else if (id === "bbr-ecn-alpha-gain") this.ecnAlphaGain = numberOf(value, id);
    else return false;
    return true;
  }
}
