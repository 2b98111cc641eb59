/**
 * The highest delivery rate of late, in segments per second: what BBR takes for the bandwidth of the path. v1 looks back
 * over rounds (Linux tcp_bbr.c), v2 and v3 over the last two cycles of probing (draft-ietf-ccwg-bbr-05 §5.5.5).
 */

/** A cycle of eight phases and two more, besides the present round. */
const WINDOW_ROUNDS = 10;

export class MaxRateOfRounds {
  /** 0 before the first sample. */
  max = 0;
  private readonly byRound = new Float64Array(WINDOW_ROUNDS + 1);
  private round = 0;

  /** Only samples push older ones out: while none is fit to be taken, the maximum stays. */
  take(rate: number, round: number): void {
    if (round !== this.round) this.advance(round);
    const slot = round % this.byRound.length;
    if (rate > this.byRound[slot]) this.byRound[slot] = rate;
    if (rate > this.max) this.max = rate;
  }

  private advance(round: number): void {
    const { byRound } = this;
    const passed = Math.min(round - this.round, byRound.length);
    for (let i = 0; i < passed; i++) byRound[(round - i) % byRound.length] = 0;
    this.round = round;
    this.max = 0;
    for (let i = 0; i < byRound.length; i++) if (byRound[i] > this.max) this.max = byRound[i];
  }
}

export class MaxRateOfCycles {
  /** 0 before the first sample. */
  max = 0;
  private ofThisCycle = 0;

  take(rate: number): void {
    if (rate > this.ofThisCycle) this.ofThisCycle = rate;
    if (rate > this.max) this.max = rate;
  }

  /** A cycle is over; one without samples does not push the other out. */
  advance(): void {
    if (this.ofThisCycle === 0) return;
    this.max = this.ofThisCycle;
    this.ofThisCycle = 0;
  }
}
