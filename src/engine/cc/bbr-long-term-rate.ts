/**
 * BBRv1's model of a policer, which drops what is above a rate instead of queueing it: where two stretches of rounds
 * lose more than a fifth and deliver at about the same rate, that rate is taken for the bandwidth, for 48 rounds.
 * Reference: Linux tcp_bbr.c ("long-term" bandwidth).
 */
import { NS_PER_MS, NS_PER_S } from "../params/read.ts";
import type { AckSample } from "../tcp/ack-sample.ts";

const STRETCH_MIN_ROUNDS = 4;
const STRETCH_MAX_ROUNDS = 16;
const LOSS_SHARE = 50 / 256;
/** Two rates are the same within an eighth, or within 4 kbit/s (here of 1448-byte segments). */
const SAME_SHARE = 1 / 8;
const SAME_SEGMENTS_PER_S = 4000 / 8 / 1448;
const USED_ROUNDS = 48;

export class LongTermRate {
  /** Segments per second, of the last lossy stretch or stretches; 0: none. */
  rate = 0;
  /** It takes the place of the bandwidth, and nothing is probed. */
  isUsed = false;
  private isSampling = false;
  private rounds = 0;
  private startNs = 0;
  private deliveredAtStart = 0;
  private lostAtStart = 0;

  /** A round passes while the rate is used; true when it is time to probe again. */
  endsWith(sample: AckSample): boolean {
    if (++this.rounds < USED_ROUNDS) return false;
    this.reset(sample);
    return true;
  }

  /** An ACK while it is not used. */
  take(sample: AckSample, lost: number, isRoundStart: boolean): void {
    if (!this.isSampling) {
      // A policer has tokens to spend first: from the first loss on.
      if (lost === 0) return;
      this.beginStretch(sample);
      this.isSampling = true;
    }
    if (sample.isAppLimited) {
      this.reset(sample);
      return;
    }
    if (isRoundStart) this.rounds++;
    if (this.rounds < STRETCH_MIN_ROUNDS) return;
    if (this.rounds > STRETCH_MAX_ROUNDS) {
      this.reset(sample);
      return;
    }
    // A stretch ends with a loss, when the tokens are spent.
    if (lost > 0) this.endStretch(sample);
  }

  private endStretch(sample: AckSample): void {
    const delivered = sample.deliveredTotal - this.deliveredAtStart;
    const lost = sample.lostTotal - this.lostAtStart;
    const spanNs = sample.nowNs - this.startNs;
    if (delivered <= 0 || lost < LOSS_SHARE * delivered || spanNs < NS_PER_MS) return;
    const rate = (delivered * NS_PER_S) / spanNs;
    const difference = Math.abs(rate - this.rate);
    if (this.rate > 0 && (difference <= SAME_SHARE * this.rate || difference <= SAME_SEGMENTS_PER_S)) {
      this.rate = (rate + this.rate) / 2;
      this.isUsed = true;
      this.rounds = 0;
      return;
    }
    this.rate = rate;
    this.beginStretch(sample);
  }

  private reset(sample: AckSample): void {
    this.rate = 0;
    this.isUsed = false;
    this.isSampling = false;
    this.beginStretch(sample);
  }

  private beginStretch(sample: AckSample): void {
    this.startNs = sample.nowNs;
    this.deliveredAtStart = sample.deliveredTotal;
    this.lostAtStart = sample.lostTotal;
    this.rounds = 0;
  }
}
