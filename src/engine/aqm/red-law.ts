/**
 * RED's marking law: a probability from the average queue, and its spreading over the packets that arrive, so that
 * signals neither cluster nor fail to come. Reference: Floyd and Jacobson 1993, figure 2; with ns-2's gentle slope and
 * wait (red.cc).
 */
import type { DisciplinePort } from "./queue-discipline.ts";
import type { RedAverage } from "./red-average.ts";

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
  judge(found: Pick<RedAverage, "value">, packets: number, port: Pick<DisciplinePort, "random">): Verdict {
    const average = found.value;
    if (average < this.min || packets <= 1) {
      this.probability = 0;
      this.isAbove = false;
      return PASS;
    }
    this.read(found);
    this.count++;
    if (average >= (this.gentle ? 2 * this.max : this.max)) return FORCED;
    if (!this.isAbove) {
      this.isAbove = true;
      this.count = 1;
      return PASS;
    }
    if (!this.draws(port)) return PASS;
    this.count = 0;
    return SIGNAL;
  }

  /** p_b, of an average of at least th_min. */
  private read({ value }: Pick<RedAverage, "value">): void {
    const { min, max, maxP } = this;
    if (value < max) this.probability = (maxP * (value - min)) / (max - min);
    else if (!this.gentle || value >= 2 * max) this.probability = 1;
    else this.probability = maxP + ((1 - maxP) * (value - max)) / max;
  }

  /** With p_a: the number of packets between signals is uniform, over 1 … 1/p_b, or with wait over 1/p_b … 2/p_b. */
  private draws(port: Pick<DisciplinePort, "random">): boolean {
    const p = this.probability;
    const x = this.count * p;
    if (this.wait && x < 1) return false;
    const left = this.wait ? 2 - x : 1 - x;
    const spread = left > 0 ? p / left : 1;
    return spread > 0 && port.random() < spread;
  }
}
