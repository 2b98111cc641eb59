/**
 * What one ACK tells of the path, for congestion controls that look at more than growth. One object per sender, filled
 * anew for each ACK. Counts are in segments. Delivery-rate sample: draft-cheng-iccrg-delivery-rate-estimation-02 §3.
 */
export class AckSample {
  /** When the ACK came. */
  nowNs = 0;
  /** Newly acknowledged cumulatively. */
  acked = 0;
  /** Newly delivered, cumulatively or by SACK. */
  delivered = 0;
  /** Of these, reported as CE-marked: exactly with accurate feedback; with DCTCP's or the classic echo, all of an ACK with ECE. */
  marked = 0;
  /** Newly judged lost. */
  lost = 0;
  /** Round-trip time of the newest never-retransmitted segment that was newly delivered; -1: none. */
  rttNs = -1;
  /** In flight just before this ACK. */
  inflightBefore = 0;

  // Totals of the connection, this ACK included
  deliveredTotal = 0;
  lostTotal = 0;
  markedTotal = 0;

  // Of the most recently sent segment among those newly delivered: what was true when it was sent
  /**
   * `deliveredTotal` then; -1 when this ACK delivered nothing, or, without SACK, nobody knows what. A round trip is over when
   * it reaches the round's mark.
   */
  priorDelivered = -1;
  /** `lostTotal` and `markedTotal` then. */
  priorLost = 0;
  priorMarked = 0;
  /** In flight then, with it. */
  inflightAtSend = 0;
  /** The application had nothing more to send then: the sample may understate the path. */
  isAppLimited = false;
  /** The longer of the spans over which `deliveredTotal - priorDelivered` were sent and acknowledged; 0: no rate sample. */
  intervalNs = 0;

  /** Segments per second; 0 where the ACK gives no sample. */
  get deliveryRate(): number {
    if (this.intervalNs <= 0) return 0;
    return ((this.deliveredTotal - this.priorDelivered) * 1e9) / this.intervalNs;
  }
}
