/**
 * Payload of the segments of a sender that sometimes sends smaller segments than the path allows (Linux mss_cache). The board and the
 * receiver count segments; this class converts their numbers into bytes. It keeps what it needs for the segments in flight.
 */

const FIRST_CAPACITY = 64;

export class SegmentSizes {
  /** Bytes missing from full segments, summed over all segments before segment n, at index n modulo the capacity. */
  private missing = new Float64Array(FIRST_CAPACITY);
  private readonly first: number;

  /** @param first Number of the first segment that may be smaller. */
  constructor(first: number) {
    this.first = first;
  }

  /** Records a new segment whose payload is `missingBytes` smaller than that of a full segment. */
  onSent(seq: number, una: number, missingBytes: number): void {
    if (seq + 1 - una >= this.missing.length) this.grow(una, seq);
    const mask = this.missing.length - 1;
    this.missing[(seq + 1) & mask] = this.missingBefore(seq) + missingBytes;
  }

  /**
   * Returns the bytes missing from full segments before segment `seq`, which must be between SND.UNA and SND.NXT.
   */
  missingBefore(seq: number): number {
    return seq <= this.first ? 0 : this.missing[seq & (this.missing.length - 1)];
  }

  /** Returns the bytes missing from segment `seq`, which must be in flight. */
  missingFrom(seq: number): number {
    return this.missingBefore(seq + 1) - this.missingBefore(seq);
  }

  private grow(una: number, nxt: number): void {
    const old = this.missing;
    const mask = 2 * old.length - 1;
    this.missing = new Float64Array(2 * old.length);
    for (let n = Math.max(una, this.first); n <= nxt; n++) this.missing[n & mask] = old[n & (old.length - 1)];
  }
}
