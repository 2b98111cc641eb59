/**
 * Measurements that one ACK yields, for congestion controls that use more than the number of acknowledged segments.
 * Each sender has one object and fills it again for every ACK. Counts are in segments. Delivery-rate sample:
 * draft-cheng-iccrg-delivery-rate-estimation-02 §3.
 */
export class AckSample {
  /** Arrival time of the ACK (ns). */
  nowNs = 0;
  /** Number of segments that the cumulative ACK number newly covers. */
  acked = 0;
  /** Number of segments newly delivered, cumulatively or by SACK. */
  delivered = 0;
  /**
   * Number of newly delivered segments that the ACK reports as CE-marked. With accurate feedback this number is exact. With
   * DCTCP's or the classic echo, an ACK with ECE counts all its segments as marked.
   */
  marked = 0;
  /** Number of segments newly marked as lost. */
  lost = 0;
  /** Round-trip time (ns) of the newly delivered segment that was sent last and never retransmitted; -1 if there is none. */
  rttNs = -1;
  /** The segments that this ACK newly reports as delivered; null if the control does not use them. */
  segments: DeliveredSegments | null = null;
  /** Segments in flight just before this ACK. */
  inflightBefore = 0;

  // Totals of the connection after this ACK.
  deliveredTotal = 0;
  lostTotal = 0;
  markedTotal = 0;

  // State of the connection at the time when the newest of the newly delivered segments was sent. "Newest" means sent last.
  /**
   * `deliveredTotal` when that segment was sent; -1 if this ACK delivered nothing or, without SACK, if it is unknown which
   * segment was delivered. A control that counts round trips stores `deliveredTotal` at the start of a round. The round is over
   * when `priorDelivered` reaches the stored value.
   */
  priorDelivered = -1;
  /** `lostTotal` and `markedTotal` when that segment was sent. */
  priorLost = 0;
  priorMarked = 0;
  /** Segments in flight when that segment was sent, including the segment itself. */
  inflightAtSend = 0;
  /**
   * True if the application had nothing more to send when that segment was sent. The delivery rate may then be lower than the
   * path allows.
   */
  isAppLimited = false;
  /**
   * The longer of the two intervals in which `deliveredTotal - priorDelivered` segments were sent and acknowledged
   * (ns); 0 if there is no rate sample.
   */
  intervalNs = 0;

  /** Delivery rate in segments per second; 0 if the ACK gives no sample. */
  get deliveryRate(): number {
    if (this.intervalNs <= 0) return 0;
    return ((this.deliveredTotal - this.priorDelivered) * 1e9) / this.intervalNs;
  }
}

/** The segments that one ACK newly reports as delivered, in the order in which the ACK reports them. */
export class DeliveredSegments {
  count = 0;
  seqs = new Float64Array(FIRST_SEGMENTS);
  /** Last send times (ns); -1 for a segment that was retransmitted, whose ACK may belong to an earlier copy (Karn). */
  sentNs = new Float64Array(FIRST_SEGMENTS);

  add(seq: number, sentNs: number): void {
    if (this.count === this.seqs.length) this.grow();
    this.seqs[this.count] = seq;
    this.sentNs[this.count++] = sentNs;
  }

  private grow(): void {
    const { seqs, sentNs, count } = this;
    this.seqs = new Float64Array(2 * count);
    this.sentNs = new Float64Array(2 * count);
    this.seqs.set(seqs);
    this.sentNs.set(sentNs);
  }
}

const FIRST_SEGMENTS = 8;
