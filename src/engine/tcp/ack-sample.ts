/**
 * Measurements that one ACK yields, for congestion controls that use more than the number of acknowledged segments.
 * Each sender has one object and fills it again for every ACK. Counts are in segments. Delivery-rate sample:
 * draft-cheng-iccrg-delivery-rate-estimation-02 §3.
 */
export class AckSample {
  /** Arrival time of the ACK (ns). */
  nowNs = 0;
  /** Number of segments newly acknowledged cumulatively. */
  acked = 0;
  /** Number of segments newly delivered, cumulatively or by SACK. */
  delivered = 0;
  /**
   * Number of delivered segments that the ACK reports as CE-marked. Accurate feedback gives the exact number; with
   * DCTCP's or the classic echo, all segments of an ACK with ECE count.
   */
  marked = 0;
  /** Number of segments newly marked as lost. */
  lost = 0;
  /** Round-trip time of the newest newly delivered segment that was never retransmitted (ns); -1 if there is none. */
  rttNs = -1;
  /** The segments that this ACK newly reports as delivered; null if the control does not use them. */
  segments: DeliveredSegments | null = null;
  /** Segments in flight just before this ACK. */
  inflightBefore = 0;

  // Totals of the connection after this ACK.
  deliveredTotal = 0;
  lostTotal = 0;
  markedTotal = 0;

  // State at the time when the newest of the newly delivered segments (the one sent last) was sent.
  /**
   * `deliveredTotal` when that segment was sent; -1 when this ACK delivered nothing or, without SACK, when the
   * delivered segment is unknown. A round trip is over when this value reaches the mark set at the start of the
   * round.
   */
  priorDelivered = -1;
  /** `lostTotal` and `markedTotal` when that segment was sent. */
  priorLost = 0;
  priorMarked = 0;
  /** Segments in flight when that segment was sent, including the segment itself. */
  inflightAtSend = 0;
  /**
   * True if the application had nothing more to send when that segment was sent, so that the sample may understate
   * the path.
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
