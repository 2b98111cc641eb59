/**
 * Disjoint ranges of numbers in ascending order, with a limit on their number. Used for sequence numbers above a lower bound that
 * only increases. Each operation takes log n comparisons.
 */
export class Ranges {
  private readonly most: number;
  /** True if a range was left out because of the limit. */
  isIncomplete = false;
  private from: number[] = [];
  private to: number[] = [];
  /** Index of the first range that is not below the lower bound. */
  private head = 0;
  private sum = 0;

  constructor(most = Number.POSITIVE_INFINITY) {
    this.most = most;
  }

  /** Length of all ranges together. */
  get total(): number {
    return this.sum;
  }

  get count(): number {
    return this.from.length - this.head;
  }

  /**
   * Adds a range and merges it with the ranges that it touches; at the limit, leaves it out if it touches none. Returns how much of
   * it was not covered before.
   */
  add(from: number, to: number): number {
    if (!(from < to)) return 0;
    const first = this.firstEndingFrom(from);
    let [low, high, next, covered] = [from, to, first, 0];
    for (; next < this.from.length && this.from[next] <= to; next++) {
      covered += Math.max(0, Math.min(to, this.to[next]) - Math.max(from, this.from[next]));
      low = Math.min(low, this.from[next]);
      high = Math.max(high, this.to[next]);
    }
    if (next === first && this.count >= this.most) {
      this.isIncomplete = true;
      return to - from;
    }
    if (next === first + 1) {
      this.from[first] = low;
      this.to[first] = high;
    } else {
      this.from.splice(first, next - first, low);
      this.to.splice(first, next - first, high);
    }
    const added = to - from - covered;
    this.sum += added;
    return added;
  }

  /** Returns how much of a range is covered. */
  covered(from: number, to: number): number {
    let sum = 0;
    for (let i = this.firstEndingFrom(from); i < this.from.length && this.from[i] < to; i++)
      sum += Math.max(0, Math.min(to, this.to[i]) - Math.max(from, this.from[i]));
    return sum;
  }

  dropBelow(floor: number): void {
    for (; this.head < this.from.length && this.from[this.head] < floor; this.head++) {
      const isInside = this.to[this.head] > floor;
      this.sum -= (isInside ? floor : this.to[this.head]) - this.from[this.head];
      if (!isInside) continue;
      this.from[this.head] = floor;
      break;
    }
    if (this.head > KEPT_BELOW && this.head > this.count) {
      this.from.splice(0, this.head);
      this.to.splice(0, this.head);
      this.head = 0;
    }
  }

  /** Returns the index of the first range that ends at or above a number. */
  private firstEndingFrom(from: number): number {
    let [low, high] = [this.head, this.from.length];
    if (low < high && this.to[high - 1] < from) return high;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.to[middle] >= from) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

const KEPT_BELOW = 1024;
