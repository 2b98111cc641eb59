/**
 * RED's marking law: a probability from the average queue, and its spreading over the packets that arrive, so that
 * signals neither cluster nor fail to come. Reference: Floyd and Jacobson 1993, figure 2; with ns-2's gentle slope and
 * wait (red.cc).
 */
import type { DisciplinePort } from "./queue-discipline.ts";

export const PASS = 0;
/** Drawn: the packet carries a signal. */
export const SIGNAL = 1;
/** Certain: the average is where every packet carries one. */
export const FORCED = 2;
export type Verdict = typeof PASS | typeof SIGNAL | typeof FORCED;

export class RedLaw {
  // Set by the user; thresholds in the unit of the average
  min = 0;
  max = 0;
  maxP = 0;
  /** Between th_max and twice that the probability rises from max_p to 1, instead of leaping there. */
  gentle = true;
  /** No signal within 1/p_b packets of the last one. */
  wait = true;
  // Maintained by the law
  /** p_b of the packet that came last. */
  probability = 0;
  /** Packets since the last signal, or since the average rose above th_min. */
  private count = 0;
  private isAbove = false;

  setThresholds(min: number, max: number): void {
    this.min = min;
    // With th_max below th_min the linear part vanishes, and the curve leaps to max_p at th_min.
    this.max = Math.max(min, max);
  }

  /** What becomes of a packet that finds `packets` waiting. */
  judge(average: number, packets: number, port: Pick<DisciplinePort, "random">): Verdict {
    if (average < this.min || packets <= 1) {
      this.probability = 0;
      this.isAbove = false;
      return PASS;
    }
    this.probability = this.curve(average);
    this.count++;
    if (average >= (this.gentle ? 2 * this.max : this.max)) return FORCED;
    if (!this.isAbove) {
      this.isAbove = true;
      this.count = 1;
      return PASS;
    }
    const p = this.spread(this.probability);
    if (p <= 0 || port.random() >= p) return PASS;
    this.count = 0;
    return SIGNAL;
  }

  /** p_b. */
  curve(average: number): number {
    const { min, max, maxP } = this;
    if (average < min) return 0;
    if (average < max) return (maxP * (average - min)) / (max - min);
    if (!this.gentle || average >= 2 * max) return 1;
    return maxP + ((1 - maxP) * (average - max)) / max;
  }

  /** p_a: the number of packets between signals is uniform, over 1 … 1/p_b, or with wait over 1/p_b … 2/p_b. */
  private spread(p: number): number {
    const x = this.count * p;
    if (!this.wait) return x < 1 ? p / (1 - x) : 1;
    if (x < 1) return 0;
    return x < 2 ? p / (2 - x) : 1;
  }
}
