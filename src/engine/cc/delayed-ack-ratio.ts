/** How many segments an ACK stands for, as Linux's CUBIC kept track of it before 4.0 (bictcp_acked). */
const WEIGHT = 1 / 16;
const AT_FIRST = 2;
const LIMIT = 32;

export class DelayedAckRatio {
  /** Moving average, in segments per ACK. */
  value = AT_FIRST;

  add(acked: number): void {
    this.value = Math.min(this.value + WEIGHT * (acked - this.value), LIMIT);
  }
}
