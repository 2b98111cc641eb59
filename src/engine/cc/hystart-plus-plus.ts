/**
 * HyStart++: slow start gives way to a conservative slow start when a round's smallest RTT rises. Only the initial slow
 * start is watched, while ssthresh is still infinite: a later one, after a timeout or a pause, ends at the ssthresh that
 * was found (RFC 9406 §4.3). Reference: RFC 9406 §4.
 */
import { clamp } from "../core/math.ts";
import type { Explanation } from "../explain/explanation.ts";
import { timeText } from "../explain/formats.ts";
import { msToNs } from "../params/read.ts";
import type { SenderState } from "../tcp/sender-state.ts";

// RFC 9406 §4.3
const MIN_RTT_THRESH_NS = msToNs(4);
const MAX_RTT_THRESH_NS = msToNs(16);
const MIN_RTT_DIVISOR = 8;
const N_RTT_SAMPLE = 8;
const CSS_GROWTH_DIVISOR = 4;
const CSS_ROUNDS = 5;
/** L of a sender that is not paced: most segments of one ACK that count. */
const MOST_PER_ACK = 8;

function isInitial({ ssthresh }: SenderState): boolean {
  return ssthresh === Number.POSITIVE_INFINITY;
}

export class HystartPlusPlus {
  private windowEnd = 0;
  private lastRoundMinRttNs = Number.POSITIVE_INFINITY;
  private currentRoundMinRttNs = Number.POSITIVE_INFINITY;
  private samples = 0;
  /** Conservative slow start: rounds so far, -1 outside it. */
  private cssRound = -1;
  private cssBaselineNs = 0;
  private cssCredit = 0;
  private cwnd = 0;

  /** How many of the acknowledged segments count for growth: a quarter of them in conservative slow start. */
  growth(state: SenderState, acked: number): number {
    if (!isInitial(state)) return acked;
    const limited = Math.min(acked, MOST_PER_ACK);
    if (this.cssRound < 0) return limited;
    this.cssCredit += limited;
    const counted = Math.floor(this.cssCredit / CSS_GROWTH_DIVISOR);
    this.cssCredit -= counted * CSS_GROWTH_DIVISOR;
    return counted;
  }

  /** RFC 9406 §4.2. True when slow start should end with this sample. */
  sample(state: SenderState, rttNs: number): boolean {
    if (!isInitial(state)) return false;
    if (state.cwnd < this.cwnd) this.beginAnew();
    this.cwnd = state.cwnd;
    let roundEnded = false;
    if (state.una >= this.windowEnd) {
      roundEnded = this.windowEnd > 0;
      this.windowEnd = state.nxt;
      this.lastRoundMinRttNs = this.currentRoundMinRttNs;
      this.currentRoundMinRttNs = Number.POSITIVE_INFINITY;
      this.samples = 0;
    }
    if (rttNs < this.currentRoundMinRttNs) this.currentRoundMinRttNs = rttNs;
    this.samples++;
    if (this.cssRound < 0) this.maybeEnterCss();
    else return this.inCss(roundEnded);
    return false;
  }

  /** Right after `sample` has ended slow start. */
  explain(): Explanation {
    const baseline = timeText(this.cssBaselineNs);
    return {
      sentences: [
        `HyStart++: the smallest RTT of a round had risen to ${baseline}, so conservative slow start began, at a quarter of the growth.`,
        `The RTT has not fallen below that in ${CSS_ROUNDS} rounds, so the rise is a queue, and slow start ends before a mark or a loss.`,
      ],
      formula: `rounds with RTT ≥ ${baseline}: ${this.cssRound} ≥ ${CSS_ROUNDS}`,
    };
  }

  /** A long pause has brought the initial window back before anything ended slow start: what rounds said is out of date. */
  private beginAnew(): void {
    this.currentRoundMinRttNs = Number.POSITIVE_INFINITY;
    this.windowEnd = 0;
    this.cssRound = -1;
  }

  private maybeEnterCss(): void {
    const last = this.lastRoundMinRttNs;
    if (this.samples < N_RTT_SAMPLE || last === Number.POSITIVE_INFINITY) return;
    const thresh = clamp(last / MIN_RTT_DIVISOR, MIN_RTT_THRESH_NS, MAX_RTT_THRESH_NS);
    if (this.currentRoundMinRttNs < last + thresh) return;
    this.cssBaselineNs = this.currentRoundMinRttNs;
    this.cssRound = 0;
    this.cssCredit = 0;
  }

  private inCss(roundEnded: boolean): boolean {
    if (this.samples >= N_RTT_SAMPLE && this.currentRoundMinRttNs < this.cssBaselineNs) {
      // The rise was spurious: back to slow start.
      this.cssRound = -1;
      return false;
    }
    if (roundEnded) this.cssRound++;
    return this.cssRound >= CSS_ROUNDS;
  }
}
