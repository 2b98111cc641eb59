/**
 * The pipe is full when three rounds brought no quarter more of bandwidth: STARTUP ends, and in v3 so does each upward
 * probe. Rounds in which the application had nothing to send do not count. Reference: draft-ietf-ccwg-bbr-05 §5.3.1.2.
 */
const GROWTH = 1.25;
const ROUNDS = 3;

export class FullPipe {
  /** At least once. */
  reached = false;
  /** Since the last `restart`. */
  isFull = false;
  private rate = 0;
  private rounds = 0;

  /** v1 and v2 hand in the filtered bandwidth, once a round; v3 each sample. */
  take(rate: number, isRoundStart: boolean): void {
    if (this.isFull) return;
    if (rate >= this.rate * GROWTH) this.restart(rate);
    else if (isRoundStart && ++this.rounds >= ROUNDS) {
      this.isFull = true;
      this.reached = true;
    }
  }

  /** Growth counts from `rate` on. */
  restart(rate: number): void {
    this.rate = rate;
    this.rounds = 0;
    this.isFull = false;
  }
}
