/**
 * HighSpeed TCP's table. A row applies to windows up to its edge; in row i a window grows by i + 1 segments per round trip. Rows
 * are computed when a window first reaches them, and equal the rows printed in RFC 3649 appendix B.
 */
import { ln, pow } from "../../core/math.ts";

// Constants of RFC 3649 §5.
/** Largest window at which HighSpeed TCP behaves like NewReno (segments). */
export const LOW_WINDOW = 38;
const HIGH_WINDOW = 83_000;
const LN_LOW = ln(LOW_WINDOW);
const LN_SPAN = ln(HIGH_WINDOW) - LN_LOW;
/** Fraction of cwnd that RFC 5681 removes at a loss. */
const STANDARD_DECREASE = 0.5;
/** Window from which on appendix B has no rows. */
const TOP = 100_000;

/**
 * Returns the fraction of cwnd that a cut removes: `low` at 38 segments, `high` at 83 000 segments, linear in the logarithm of
 * the window in between (§5).
 */
export function decreaseAt(w: number, low: number, high: number): number {
  return w <= LOW_WINDOW ? low : low + ((high - low) * (ln(w) - LN_LOW)) / LN_SPAN;
}

/** Returns the growth of cwnd in segments per round trip (§5). The factor 0.078 is computed as 1/12.8, as in appendix B. */
export function increaseAt(w: number, highDecrease: number): number {
  const b = decreaseAt(w, STANDARD_DECREASE, highDecrease);
  return (pow(w, 0.8) * 2 * b) / ((2 - b) * 12.8);
}

/** The table for one value of High_Decrease. */
export class AimdTable {
  private readonly highDecrease: number;
  private readonly edges = [LOW_WINDOW];
  /** Growth a(w) at the edge of the last row. */
  private increase = 1;
  private isComplete = false;

  constructor(highDecrease: number) {
    this.highDecrease = highDecrease;
  }

  /**
   * Returns the row of a window. The search starts at `row`, because cwnd rarely changes by much. Windows beyond the table use
   * the last row.
   */
  rowOf(cwnd: number, row: number): number {
    let at = row;
    while (cwnd > this.edges[at] && (at + 1 < this.edges.length || this.extend())) at++;
    while (at > 0 && cwnd <= this.edges[at - 1]) at--;
    return at;
  }

  /** Returns the largest window of a row. */
  edge(row: number): number {
    return this.edges[row];
  }

  /** Adds the next row. It starts at the window whose a(w) exceeds that of the last row by more than 1 (appendix B). */
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
