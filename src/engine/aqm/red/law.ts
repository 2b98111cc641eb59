/**
 * RED's marking law. It derives a probability from the average queue and spreads the signals over the arriving packets, so that
 * they come neither in groups nor after long gaps. Reference: Floyd and Jacobson 1993, figure 2, with ns-2's gentle slope.
 *
 * Implementations spread signals in two ways. With `wait` the law follows ns-2 and ns-3 (red.cc, red-queue-disc.cc): it draws a
 * number for each packet, but sends no signal within 1/p_b packets of the last signal or while at most one packet waits. A packet
 * that gets a certain signal does not reset the count. Without `wait` the law follows Linux (red.h) and the paper's figure 17: it
 * draws one number after each signal, and the next signal comes when count·p_b reaches it. A certain signal resets the count.
 */
import type { DisciplinePort } from "../queue-discipline.ts";

/** The packet gets no signal. */
export const PASS = 0;
/** The draw chose the packet for a signal. */
export const SIGNAL = 1;
/** The average is so high that every packet gets a signal. */
export const FORCED = 2;
/** Decision on a packet: no signal, a drawn signal, or a certain signal. */
export type RedVerdict = typeof PASS | typeof SIGNAL | typeof FORCED;

/** Returns p_b while the average is between the thresholds (Floyd and Jacobson 1993, figure 2). */
function linearP(average: number, min: number, max: number, maxP: number): number {
  return (maxP * (average - min)) / (max - min);
}

/** Returns p_b in gentle mode between th_max and twice th_max (ns-2 red.cc). */
function gentleP(average: number, max: number, maxP: number): number {
  return maxP + ((1 - maxP) * (average - max)) / max;
}

/**
 * Returns p_a of a packet that arrives `count` packets after the last signal, with `wait`. It makes the number of packets between
 * signals uniform over 1/p_b … 2/p_b (ns-2 red.cc, modify_p).
 */
function spreadP(count: number, pB: number): number {
  const x = count * pB;
  if (x < 1) return 0;
  return x < 2 ? pB / (2 - x) : 1;
}

/** RED's state and law for one queue. */
export class RedLaw {
  // Settings made by the user. The thresholds have the unit of the average.
  min = 0;
  max = 0;
  maxP = 0;
  /** True if the probability rises from max_p to 1 between th_max and twice th_max (ns-2's gentle slope), instead of jumping to 1. */
  gentle = true;
  // State of the law.
  /** p_b of the last packet. */
  probability = 0;
  /** Number of packets since the last signal, or since the average rose above th_min if there was no signal since. */
  private count = 0;
  /** Value of `count` at the last signal that was drawn, before it was reset. */
  countAtSignal = 0;
  /** Used without `wait`: the value that count·p_b must reach for the next signal, and the value that applied to the last signal. */
  private drawn = 0;
  drawnAtSignal = 0;
  private isAbove = false;
  waits = true;

  /** True if no signal occurs within 1/p_b packets of the last signal. */
  get wait(): boolean {
    return this.waits;
  }

  set wait(waits: boolean) {
    // The two ways of spreading count differently. The next packet above th_min therefore counts as the first.
    if (waits !== this.waits) this.isAbove = false;
    this.waits = waits;
  }

  setThresholds(min: number, max: number): void {
    this.min = min;
    // If th_max is below th_min, the linear part vanishes, and the probability jumps to max_p at th_min.
    this.max = Math.max(min, max);
  }

  /** Decides whether an arriving packet gets a signal. `found` holds the average queue, `packets` the number of packets waiting. */
  judge(
    found: { readonly value: number },
    packets: number,
    port: Pick<DisciplinePort, "random">,
  ): RedVerdict {
    // Below th_min no packet gets a signal; with `wait`, neither does one while at most one other packet waits.
    if (found.value < this.min || (this.waits && packets <= 1)) {
      this.probability = 0;
      this.isAbove = false;
      return PASS;
    }
    // Between the thresholds, and beyond th_max in gentle mode, p_b follows from the average.
    this.updateProbability(found);
    this.count++;
    // From th_max on, or from twice th_max in gentle mode, every packet gets a signal.
    if (found.value >= this.certainFrom) {
      if (!this.waits) this.isAbove = false;
      return FORCED;
    }
    // In between, the number of packets since the last signal decides together with p_b.
    if (!this.isAbove) return this.passFirst(port);
    if (!(this.waits ? this.draws(port) : this.reaches())) return PASS;
    // A drawn signal starts the count again.
    this.countAtSignal = this.count;
    this.drawnAtSignal = this.drawn;
    this.count = 0;
    if (!this.waits) this.drawn = port.random();
    return SIGNAL;
  }

  /**
   * Handles the first packet after the average rose above th_min. ns-2 counts this packet; Linux starts to count with the next
   * one.
   */
  private passFirst(port: Pick<DisciplinePort, "random">): RedVerdict {
    this.isAbove = true;
    this.count = this.waits ? 1 : 0;
    if (!this.waits) this.drawn = port.random();
    return PASS;
  }

  /** Value of the average from which on every packet gets a signal. */
  get certainFrom(): number {
    return this.gentle ? 2 * this.max : this.max;
  }

  /** Computes p_b. The average must be at least th_min. */
  private updateProbability({ value }: { readonly value: number }): void {
    const { min, max, maxP } = this;
    if (value < max) this.probability = linearP(value, min, max, maxP);
    else if (!this.gentle || value >= 2 * max) this.probability = 1;
    else this.probability = gentleP(value, max, maxP);
  }

  /** Draws with probability p_a. */
  private draws(port: Pick<DisciplinePort, "random">): boolean {
    const spread = this.spread(this.count);
    return spread > 0 && port.random() < spread;
  }

  /** Returns p_a of a packet that arrives `count` packets after the last signal. */
  spread(count: number): number {
    return spreadP(count, this.probability);
  }

  /** Returns true if the next signal is due without `wait`. The number of packets between signals is then uniform over 1 … 1/p_b. */
  private reaches(): boolean {
    return this.count * this.probability >= this.drawn;
  }
}
