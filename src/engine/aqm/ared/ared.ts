/**
 * Adaptive RED: RED that adapts max_p so that the average queue stays in the middle between the thresholds, and
 * derives thresholds and weight from the link. Reference: Floyd, Gummadi and Shenker, "Adaptive RED: an algorithm for
 * increasing the robustness of RED's active queue management", 2001. Defaults: card.ts.
 */
import type { ParamValue, ParamValues } from "../../params/param.ts";
import { booleanOf, msToNs, numberOf } from "../../params/read.ts";
import { wheelPeriodNs } from "../kernel-timer.ts";
import type { DisciplinePort, QueueDisciplineDefinition } from "../queue-discipline.ts";
import { RedDiscipline } from "../red/discipline.ts";
import { RED_PROBES } from "../red/settings.ts";
import { ADAPTIVE_PARAMS, aredCard } from "./card.ts";

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

/** Returns the new max_p after an interval that ended with the average queue `average`. */
export function adaptedMaxP(maxP: number, average: number, min: number, max: number): number {
  const margin = MARGIN * (max - min);
  if (average > max - margin && maxP <= MOST_P) return maxP + Math.min(INCREASE, INCREASE_SHARE * maxP);
  if (average < min + margin && maxP >= LEAST_P) return maxP * DECREASE;
  return maxP;
}

/** Returns the automatic th_min (packets): half of the target delay's packets, and at least 5. */
function automaticMin(targetMs: number, packetsPerS: number): number {
  return Math.max(LEAST_MIN_PACKETS, ((targetMs / MS_PER_S) * packetsPerS) / 2);
}

export class AdaptiveRed extends RedDiscipline {
  automatic = true;
  targetMs = 0;
  private intervalNs = 0;
  /** Length of a kernel tick (ns); 0 if timers are not rounded to ticks. */
  private tickNs = 0;

  constructor(port: DisciplinePort, values: ParamValues) {
    super(port, values);
    for (const { id } of ADAPTIVE_PARAMS) this.configure(id, values[id] ?? null);
    this.wait();
  }

  /** Adapts max_p at the end of an interval. */
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
    const min = automaticMin(this.targetMs, packetsPerS);
    this.measureIn(false);
    this.law.setThresholds(min, MAX_OVER_MIN * min);
  }
}

export const ared: QueueDisciplineDefinition = {
  ...aredCard,
  create: (port, values) => new AdaptiveRed(port, values),
};
