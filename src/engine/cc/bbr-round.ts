/**
 * Round trips as BBR counts them: by deliveries, not by a clock. A round is over when something that was sent after
 * its beginning has been delivered. Reference: draft-ietf-ccwg-bbr-05 §5.5.1.
 */
import type { AckSample } from "../tcp/ack-sample.ts";

export class BbrRound {
  /** Rounds so far. */
  count = 0;
  /** The ACK at hand is the first of a round. */
  isStart = false;
  /** What `priorDelivered` has to reach for the next one. */
  private end = 0;

  take(sample: AckSample): void {
    this.isStart = sample.intervalNs > 0 && sample.priorDelivered >= this.end;
    if (!this.isStart) return;
    this.end = sample.deliveredTotal;
    this.count++;
  }

  /** A round begins now. */
  restart(deliveredTotal: number): void {
    this.end = deliveredTotal;
  }
}
