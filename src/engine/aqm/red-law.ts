/**
 * RED's marking law: a probability from the average queue, and its spreading over the packets that arrive, so that
 * signals neither cluster nor fail to come. Reference: Floyd and Jacobson 1993, figure 2; with ns-2's gentle slope and
 * wait (red.cc).
 */
import type { Explanation } from "../why/explanation.ts";
import { numberText } from "../why/formats.ts";
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
  /** `count` at the last signal that was drawn, before it was set back. */
  private countAtSignal = 0;
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
    if (average >= this.certainFrom) return FORCED;
    if (!this.isAbove) {
      this.isAbove = true;
      this.count = 1;
      return PASS;
    }
    if (!this.draws(port)) return PASS;
    this.countAtSignal = this.count;
    this.count = 0;
    return SIGNAL;
  }

  /** The average at which every packet carries a signal. */
  private get certainFrom(): number {
    return this.gentle ? 2 * this.max : this.max;
  }

  /**
   * Why the packet that is judged last carries a signal; `did` says what became of it, `length` is the text of an average
   * or a threshold.
   */
  explain(average: number, did: string, length: (value: number) => string): Explanation {
    if (average >= this.certainFrom) {
      const bound = `${this.gentle ? "2·" : ""}th_max`;
      const most = length(this.certainFrom);
      return {
        sentences: [
          `The average queue was ${length(average)}, and from ${bound} = ${most} on every packet carries a signal, so RED ${did}.`,
        ],
        formula: `avg = ${length(average)} ≥ ${bound} = ${most}`,
      };
    }
    const { countAtSignal: count, probability } = this;
    const spread = this.spread(count);
    const chance =
      spread < 1 ? `the draw with p_a = ${numberText(spread)} chose it` : "a signal was certain by then";
    return {
      sentences: [
        `The average queue was ${length(average)}, ${this.tellRegion(average, length)}, which gives p_b = ${numberText(probability)}.`,
        `It was packet ${count} since the last signal or since the average rose above th_min: ${chance}, so RED ${did}.`,
      ],
      formula: `${this.tellBase(average)} = ${numberText(probability)}; ${this.tellSpread(count)}`,
    };
  }

  private tellRegion(average: number, length: (value: number) => string): string {
    const [min, max] = [length(this.min), length(this.max)];
    return average < this.max
      ? `between th_min = ${min} and th_max = ${max}`
      : `between th_max = ${max} and 2·th_max = ${length(2 * this.max)}`;
  }

  /** p_b with its numbers, in the unit of the average. */
  private tellBase(average: number): string {
    const [avg, min, max, maxP] = [average, this.min, this.max, this.maxP].map((value) => numberText(value));
    return average < this.max
      ? `p_b = ${maxP} × (${avg} − ${min}) / (${max} − ${min})`
      : `p_b = ${maxP} + (1 − ${maxP}) × (${avg} − ${max}) / ${max}`;
  }

  /** p_a with its numbers. */
  private tellSpread(count: number): string {
    const p = numberText(this.probability);
    const spread = this.spread(count);
    return spread < 1
      ? `p_a = ${p} / (${this.wait ? 2 : 1} − ${count} × ${p}) = ${numberText(spread)}`
      : `p_a = 1, as ${count} × ${p} leaves less than ${p} of ${this.wait ? 2 : 1}`;
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
    const spread = this.spread(this.count);
    return spread > 0 && port.random() < spread;
  }

  /** p_a of the packet that comes so long after the last signal. */
  private spread(count: number): number {
    const p = this.probability;
    const x = count * p;
    if (this.wait && x < 1) return 0;
    const left = this.wait ? 2 - x : 1 - x;
    return left > 0 ? p / left : 1;
  }
}
