/**
 * HighSpeed TCP's table: row i is for windows up to its edge, which grow by i + 1 segments in a round trip. Reference:
 * RFC 3649 appendix B, whose rows come out as they are printed there. They are worked out as windows get to them.
 */
import { ln, pow } from "../core/math.ts";

// RFC 3649 §5
/** Up to here it is NewReno. */
export const LOW_WINDOW = 38;
const HIGH_WINDOW = 83_000;
const LN_LOW = ln(LOW_WINDOW);
const LN_SPAN = ln(HIGH_WINDOW) - LN_LOW;
/** What RFC 5681 cuts off. */
const STANDARD_DECREASE = 0.5;
/** Appendix B prints no row from here on. */
const TOP = 100_000;

/** §5: what a cut takes off, from `low` at 38 segments to `high` at 83 000, linear in the logarithm. */
export function decreaseAt(w: number, low: number, high: number): number {
  return w <= LOW_WINDOW ? low : low + ((high - low) * (ln(w) - LN_LOW)) / LN_SPAN;
}

/** §5: segments that cwnd grows by in a round trip; appendix B writes 1/12.8 for 0.078. */
export function increaseAt(w: number, highDecrease: number): number {
  const b = decreaseAt(w, STANDARD_DECREASE, highDecrease);
  return (pow(w, 0.8) * 2 * b) / ((2 - b) * 12.8);
}

export class AimdTable {
  private readonly highDecrease: number;
  private readonly edges = [LOW_WINDOW];
  /** a(w) at the last edge. */
  private increase = 1;
  private isComplete = false;

  constructor(highDecrease: number) {
    this.highDecrease = highDecrease;
  }

  /** The row of a window, looked for from `row` on: cwnd seldom moves far. Beyond the table it is the last. */
  rowOf(cwnd: number, row: number): number {
    let at = row;
    while (cwnd > this.edges[at] && (at + 1 < this.edges.length || this.extend())) at++;
    while (at > 0 && cwnd <= this.edges[at - 1]) at--;
    return at;
  }

  /** The largest window of a row. */
  edge(row: number): number {
    return this.edges[row];
  }

  /** Appendix B: the next row is where a(w) is more than 1 above that of the last. */
  private extend(): boolean {
    if (this.isComplete) return false;
    for (let w = this.edges[this.edges.length - 1] + 1; w < TOP; w++) {
      const increase = increaseAt(w, this.highDecrease);
      if (increase <= this.increase + 1) continue;
      this.edges.push(w);
      this.increase = increase;
      return true;
    }
    this.isComplete = true;
    return false;
  }
}
