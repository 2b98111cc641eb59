/** HyStart: ends slow start before the first loss or mark. There are two versions: that of Linux's CUBIC and that of RFC 9406. */
import { clamp } from "../../core/math.ts";
import { msToNs } from "../../params/read.ts";
import type { SenderState } from "../../tcp/sender-state.ts";

/** Window below which HyStart does not end slow start (segments). */
const LOW_WINDOW = 16;
const MIN_SAMPLES = 8;
/** Longest gap between two ACKs that belong to one train. */
export const TRAIN_GAP_NS = msToNs(2);
/** Upper bound of the time that Linux allows for aggregated ACKs when it checks the length of a train. */
export const ACK_AGGREGATION_NS = msToNs(1);
const DELAY_MIN_NS = msToNs(4);
const DELAY_MAX_NS = msToNs(16);

/** Returns how long a train of ACKs may last before slow start ends: half of the minimum RTT, plus time for aggregation. */
export function longestTrainNs(delayMinNs: number): number {
  return (delayMinNs + ACK_AGGREGATION_NS) / 2;
}

/** Returns the rise of the minimum delay of a round that ends slow start (HYSTART_DELAY_THRESH). */
export function delayRiseNs(delayMinNs: number): number {
  return clamp(delayMinNs / 8, DELAY_MIN_NS, DELAY_MAX_NS);
}

/**
 * HyStart as shipped in Linux's CUBIC. Slow start ends when a round's train of closely spaced ACKs lasts half the
 * minimum RTT, or when the minimum delay of a round's first samples rises. References: S. Ha, I. Rhee, "Taming the
 * elephants" (2011); Linux 6.1 tcp_cubic.c, hystart_update.
 */
export class HystartLinux {
  /** True if rounds also start while cwnd is below LOW_WINDOW. In Linux 5.16 to 6.13 they did not. */
  countsSmall = true;
  private found = false;
  private roundEnd = 0;
  roundStartNs = 0;
  lastAckNs = 0;
  private samples = 0;
  roundMinRttNs = Number.POSITIVE_INFINITY;
  /** Minimum RTT of data (ns); CUBIC passes it with each sample. */
  delayMinNs = Number.POSITIVE_INFINITY;

  /** Restarts the detection after a timeout. */
  reset(): void {
    this.found = false;
    this.roundEnd = 0;
  }

  /** Takes an RTT sample. Returns true if slow start should end with this sample. */
  sample(state: SenderState, rttNs: number, delayMinNs: number): boolean {
    if (this.found) return false;
    this.delayMinNs = delayMinNs;
    const isSmall = state.cwnd < LOW_WINDOW;
    if (isSmall && !this.countsSmall) return false;
    if (state.una > this.roundEnd) this.startRound(state);
    if (isSmall) return false;
    this.found = this.trainIsLong(state) || this.delayRises(rttNs);
    return this.found;
  }

  /** Starts a round (bictcp_hystart_reset). */
  private startRound(state: SenderState): void {
    this.roundEnd = state.nxt;
    this.roundStartNs = state.nowNs;
    this.lastAckNs = state.nowNs;
    this.samples = 0;
    this.roundMinRttNs = Number.POSITIVE_INFINITY;
  }

  /** Returns true if closely spaced ACKs have arrived for half of the minimum RTT (HYSTART_ACK_TRAIN). */
  private trainIsLong(state: SenderState): boolean {
    if (state.nowNs - this.lastAckNs > TRAIN_GAP_NS) return false;
    this.lastAckNs = state.nowNs;
    return state.nowNs - this.roundStartNs > longestTrainNs(this.delayMinNs);
  }

  /** Returns true if the minimum delay of the first samples of the round has risen (HYSTART_DELAY). */
  private delayRises(rttNs: number): boolean {
    if (rttNs < this.roundMinRttNs) this.roundMinRttNs = rttNs;
    if (this.samples < MIN_SAMPLES) {
      this.samples++;
      return false;
    }
    return this.roundMinRttNs > this.delayMinNs + delayRiseNs(this.delayMinNs);
  }
}

// Constants of RFC 9406 §4.3.
const MIN_RTT_THRESH_NS = msToNs(4);
const MAX_RTT_THRESH_NS = msToNs(16);
const MIN_RTT_DIVISOR = 8;
const N_RTT_SAMPLE = 8;
const CSS_GROWTH_DIVISOR = 4;
export const CSS_ROUNDS = 5;
/** Maximum number of segments per ACK that count: L of RFC 9406 for a sender without pacing. */
const MOST_PER_ACK = 8;

/** Returns RttThresh, the rise of the minimum RTT that ends standard slow start (RFC 9406 §4.2). */
function rttThreshNs(lastRoundMinRttNs: number): number {
  return clamp(lastRoundMinRttNs / MIN_RTT_DIVISOR, MIN_RTT_THRESH_NS, MAX_RTT_THRESH_NS);
}

/** Returns true in the initial slow start. */
function isInitial({ ssthresh }: SenderState): boolean {
  return ssthresh === Number.POSITIVE_INFINITY;
}

/**
 * HyStart++: slow start changes to a conservative slow start when the minimum RTT of a round rises. HyStart++ is
 * active only in the initial slow start, while ssthresh is infinite. A later slow start, after a timeout or a pause,
 * ends at the known ssthresh (RFC 9406 §4.3). Reference: RFC 9406 §4.
 */
export class HystartPlusPlus {
  private windowEnd = 0;
  private lastRoundMinRttNs = Number.POSITIVE_INFINITY;
  private currentRoundMinRttNs = Number.POSITIVE_INFINITY;
  private samples = 0;
  /** Rounds of conservative slow start so far; -1 outside it. */
  cssRound = -1;
  cssBaselineNs = 0;
  private cssCredit = 0;
  private cwnd = 0;

  /** Returns the segments that count for growth: in conservative slow start, a quarter of them (RFC 9406 §4.2). */
  growth(state: SenderState, acked: number): number {
    if (!isInitial(state)) return acked;
    // Standard slow start: at most L segments per ACK.
    const limited = Math.min(acked, MOST_PER_ACK);
    if (this.cssRound < 0) return limited;
    // Conservative slow start: CSS_GROWTH_DIVISOR slows growth down.
    this.cssCredit += limited;
    const counted = Math.floor(this.cssCredit / CSS_GROWTH_DIVISOR);
    this.cssCredit -= counted * CSS_GROWTH_DIVISOR;
    return counted;
  }

  /** Takes an RTT sample (RFC 9406 §4.2). Returns true if slow start should end with this sample. */
  sample(state: SenderState, rttNs: number): boolean {
    if (!isInitial(state)) return false;
    if (state.cwnd < this.cwnd) this.reset();
    this.cwnd = state.cwnd;
    // A round ends when the data that was in flight at its start is acknowledged. Its minimum RTT becomes that of the last round.
    let roundEnded = false;
    if (state.una >= this.windowEnd) {
      roundEnded = this.windowEnd > 0;
      this.windowEnd = state.nxt;
      this.lastRoundMinRttNs = this.currentRoundMinRttNs;
      this.currentRoundMinRttNs = Number.POSITIVE_INFINITY;
      this.samples = 0;
    }
    // The minimum RTT of the current round.
    if (rttNs < this.currentRoundMinRttNs) this.currentRoundMinRttNs = rttNs;
    this.samples++;
    // With enough samples, standard slow start may change to conservative slow start, and that one may end.
    if (this.cssRound < 0) this.maybeEnterCss();
    else return this.inCss(roundEnded);
    return false;
  }

  /** Resets the rounds. Called when a long pause has restored the initial window before slow start ended. */
  private reset(): void {
    this.currentRoundMinRttNs = Number.POSITIVE_INFINITY;
    this.windowEnd = 0;
    this.cssRound = -1;
  }

  /** Enters conservative slow start if the minimum RTT has risen by RttThresh. */
  private maybeEnterCss(): void {
    const last = this.lastRoundMinRttNs;
    if (this.samples < N_RTT_SAMPLE || last === Number.POSITIVE_INFINITY) return;
    if (this.currentRoundMinRttNs < last + rttThreshNs(last)) return;
    this.cssBaselineNs = this.currentRoundMinRttNs;
    this.cssRound = 0;
    this.cssCredit = 0;
  }

  /** Continues conservative slow start. Returns true after CSS_ROUNDS rounds, when slow start ends. */
  private inCss(roundEnded: boolean): boolean {
    if (this.samples >= N_RTT_SAMPLE && this.currentRoundMinRttNs < this.cssBaselineNs) {
      // The rise of the RTT was spurious, so slow start continues.
      this.cssRound = -1;
      return false;
    }
    if (roundEnded) this.cssRound++;
    return this.cssRound >= CSS_ROUNDS;
  }
}
