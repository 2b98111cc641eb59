/**
 * Adaptive RED: RED that adapts max_p so that the average queue stays in the middle between the thresholds, and
 * derives thresholds and weight from the link. Reference: Floyd, Gummadi and Shenker, "Adaptive RED: an algorithm for
 * increasing the robustness of RED's active queue management", 2001.
 */
import { type Param, type ParamValue, type ParamValues, type Probe, range } from "../../params/param.ts";
import { booleanOf, msToNs, numberOf } from "../../params/read.ts";
import { kernelTick, wheelPeriodNs } from "../kernel-timer.ts";
import type { DisciplinePort, QueueDisciplineCard, QueueDisciplineDefinition } from "../queue-discipline.ts";
import { RedDiscipline } from "../red/discipline.ts";
import { RED_PROBES, redParams } from "../red/settings.ts";

const PAPER = "Floyd, Gummadi and Shenker 2001";

/** Limits of max_p. Once max_p is beyond a limit it moves no further; the step that passes the limit is not shortened. */
const LEAST_P = 0.01;
const MOST_P = 0.5;
/** α: an increase adds at most this value, and at most a quarter of max_p. */
const INCREASE = 0.01;
const INCREASE_SHARE = 0.25;
/** β: factor of a decrease. */
const DECREASE = 0.9;
/**
 * Distance that the average queue should keep from both thresholds, as a share of the distance between the
 * thresholds.
 */
const MARGIN = 0.4;
/** Smallest automatic th_min (packets); th_max is three times th_min. */
const LEAST_MIN_PACKETS = 5;
const MAX_OVER_MIN = 3;
const MS_PER_S = 1000;

const OWN_PARAMS: readonly Param[] = [
  {
    kind: "boolean",
    id: "ared-auto",
    label: "Thresholds from the target delay",
    default: true,
    help: "On: the thresholds are derived from the target delay. Off: the thresholds are the settings below.",
    cite: PAPER,
  },
  {
    id: "ared-target",
    label: "Target delay",
    unit: "ms",
    ...range({ default: 5, min: 0.1, max: 1000, sliderMax: 100, step: 0.5, scale: "log" }),
    help: "Desired average queue delay. The lower threshold becomes half of it, but at least 5 packets; the upper threshold is three times the lower one.",
    cite: PAPER,
    main: { acts: (values) => values["ared-auto"] === true },
  },
  {
    id: "ared-interval",
    label: "Adaptation interval",
    unit: "ms",
    ...range({ default: 500, min: 10, max: 60_000, sliderMax: 5000, step: 10, scale: "log" }),
    help: "How often the maximum probability is adapted.",
    cite: PAPER,
    detail: true,
  },
  kernelTick("an interval of 500 ms becomes 512 ms"),
];

const MAX_P: Probe = {
  id: "max-p",
  symbol: "max_p",
  label: "maximum probability",
  unit: "ratio",
  help: "Current probability at the upper threshold, which the algorithm adapts.",
};

/** Returns the new max_p after an interval that ended with the average queue `average`. */
export function adaptedMaxP(maxP: number, average: number, min: number, max: number): number {
  const margin = MARGIN * (max - min);
  if (average > max - margin && maxP <= MOST_P) return maxP + Math.min(INCREASE, INCREASE_SHARE * maxP);
  if (average < min + margin && maxP >= LEAST_P) return maxP * DECREASE;
  return maxP;
}

export class AdaptiveRed extends RedDiscipline {
  automatic = true;
  targetMs = 0;
  private intervalNs = 0;
  /** Length of a kernel tick (ns); 0 if timers are not rounded to ticks. */
  private tickNs = 0;

  constructor(port: DisciplinePort, values: ParamValues) {
    super(port, values);
    for (const { id } of OWN_PARAMS) this.configure(id, values[id] ?? null);
    this.wait();
  }

  override onWake(): void {
    this.keepTuned();
    const { law } = this;
    law.maxP = adaptedMaxP(law.maxP, this.average.at(), law.min, law.max);
    this.wait();
  }

  private wait(): void {
    const { intervalNs, tickNs } = this;
    this.port.wakeAfter(tickNs === 0 ? intervalNs : wheelPeriodNs(intervalNs, tickNs));
  }

  override configure(id: string, value: ParamValue): void {
    if (id === "ared-auto") this.automatic = booleanOf(value, id);
    else if (id === "ared-target") this.targetMs = numberOf(value, id);
    else if (id === "ared-interval") this.intervalNs = msToNs(numberOf(value, id));
    else if (id === "update-tick") this.tickNs = value === null ? 0 : msToNs(numberOf(value, id));
    else super.configure(id, value);
    this.retune();
  }

  override probe(index: number): number {
    return index === RED_PROBES.length ? this.law.maxP : super.probe(index);
  }

  protected override placeThresholds(packetsPerS: number): void {
    if (!this.automatic) {
      super.placeThresholds(packetsPerS);
      return;
    }
    const targetPackets = (this.targetMs / MS_PER_S) * packetsPerS;
    const min = Math.max(LEAST_MIN_PACKETS, targetPackets / 2);
    this.measureIn(false);
    this.law.setThresholds(min, MAX_OVER_MIN * min);
  }
}

export const aredCard: QueueDisciplineCard = {
  id: "ared",
  label: "Adaptive RED",
  family: "By queue length",
  summary:
    "RED with automatic tuning. Its thresholds are derived from a target delay, and it adapts its maximum probability so that the average queue stays between the thresholds.",
  cite: PAPER,
  params: [...OWN_PARAMS, ...redParams({ weight: null })],
  probes: [...RED_PROBES, MAX_P],
};

export const ared: QueueDisciplineDefinition = {
  ...aredCard,
  create: (port, values) => new AdaptiveRed(port, values),
};
