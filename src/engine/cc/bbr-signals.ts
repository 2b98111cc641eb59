/**
 * What BBRv2 and v3 heard in the present round and probing cycle: how fast and how much was delivered, whether anything
 * was lost or marked. A first loss begins a round of its own, so that the round of loss shows all the path delivers.
 * Reference: draft-ietf-ccwg-bbr-05 §5.5.10.3.
 */
import type { AckSample } from "../tcp/ack-sample.ts";

export class BbrSignals {
  /** Of the present round: highest delivery rate (segments per second) and most delivered in one round trip. */
  bwLatest = 0;
  inflightLatest = 0;
  lossInRound = false;
  markInRound = false;
  lossInCycle = false;
  markInCycle = false;
  /** ACKs of the present round that told of losses. */
  lossEvents = 0;
  /** The ACK at hand ends the round. */
  isRoundStart = false;
  private roundEnd = 1;

  /** First of all, at each ACK. `marksCount`: marks are signals on this path. */
  take(sample: AckSample, marksCount: boolean): void {
    if (sample.lost > 0) {
      this.noteLoss(sample.deliveredTotal);
      this.lossEvents++;
    }
    if (sample.marked > 0 && marksCount) this.markInRound = true;
    this.isRoundStart = false;
    if (sample.intervalNs <= 0) return;
    const rate = sample.deliveryRate;
    const delivered = sample.deliveredTotal - sample.priorDelivered;
    if (rate > this.bwLatest) this.bwLatest = rate;
    if (delivered > this.inflightLatest) this.inflightLatest = delivered;
    if (sample.priorDelivered < this.roundEnd) return;
    this.roundEnd = sample.deliveredTotal;
    this.isRoundStart = true;
  }

  noteLoss(deliveredTotal: number): void {
    if (!this.lossInRound) this.roundEnd = deliveredTotal;
    this.lossInRound = true;
    this.lossInCycle = true;
  }

  /** Losses and marks of the round have been answered. */
  endRound(): void {
    this.lossInRound = false;
    this.markInRound = false;
  }

  /** Last of all, at each ACK. */
  advance(sample: AckSample): void {
    if (this.isRoundStart) {
      this.bwLatest = sample.deliveryRate;
      this.inflightLatest = sample.deliveredTotal - sample.priorDelivered;
      this.lossEvents = 0;
    }
    if (sample.intervalNs <= 0) return;
    if (sample.lostTotal > sample.priorLost) this.lossInCycle = true;
    if (sample.markedTotal > sample.priorMarked) this.markInCycle = true;
  }

  /** Probing is over: what it caused is not to be answered again. */
  forget(): void {
    this.lossInRound = false;
    this.markInRound = false;
    this.lossInCycle = false;
    this.markInCycle = false;
    this.bwLatest = 0;
    this.inflightLatest = 0;
  }
}
