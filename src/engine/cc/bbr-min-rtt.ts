/**
 * The smallest round-trip time of late, and whether it is time to look for a smaller one with a small window
 * (PROBE_RTT). v1 has one window for both (Linux tcp_bbr.c, 10 s); v2 and v3 probe more often (5 s) than they forget
 * (10 s). Reference: draft-ietf-ccwg-bbr-05 §5.3.4.3.
 */
import { NS_PER_S } from "../params/read.ts";
import type { AckSample } from "../tcp/ack-sample.ts";
import type { SenderState } from "../tcp/sender-state.ts";

/** Segments, while no round-trip time is known: the usual initial window. */
const UNKNOWN_BDP = 10;

export class BbrMinRtt {
  /** Infinity before the first sample. */
  minRttNs = Number.POSITIVE_INFINITY;
  /** No sample of the last interval was as small: set by `take`. */
  isProbeDue = false;
  probeIntervalNs: number;
  /** A minimum is kept so long, and at least for the interval. */
  private readonly keptNs: number;
  private minStampNs = 0;
  /** The same over the probing interval. */
  private recentNs = Number.POSITIVE_INFINITY;
  private recentStampNs = 0;

  constructor(probeIntervalNs: number, keptNs: number) {
    this.probeIntervalNs = probeIntervalNs;
    this.keptNs = keptNs;
  }

  /** What the handshake has measured is the first sample (Linux bbr_init). */
  start({ minRttNs, nowNs }: SenderState): void {
    this.minRttNs = minRttNs;
    this.minStampNs = nowNs;
    this.recentNs = minRttNs;
    this.recentStampNs = nowNs;
  }

  take(sample: AckSample): void {
    const { nowNs, rttNs } = sample;
    this.isProbeDue =
      this.recentNs !== Number.POSITIVE_INFINITY && nowNs > this.recentStampNs + this.probeIntervalNs;
    // v1 and v2 take a sample that equals the minimum for a new one. On a real path noise makes that rare; here an empty
    // queue gives the same RTT to the nanosecond, and PROBE_RTT would never come. So a smaller one it has to be, as in v3.
    if (rttNs >= 0 && (this.isProbeDue || rttNs < this.recentNs)) {
      this.recentNs = rttNs;
      this.recentStampNs = nowNs;
    }
    const keptNs = this.keptNs > this.probeIntervalNs ? this.keptNs : this.probeIntervalNs;
    if (this.recentNs <= this.minRttNs || nowNs > this.minStampNs + keptNs) {
      this.minRttNs = this.recentNs;
      this.minStampNs = this.recentStampNs;
    }
  }

  /** A probe has just ended: the next one is an interval away. */
  onProbed({ nowNs }: AckSample): void {
    this.recentStampNs = nowNs;
  }

  /** Whole segments in flight that keep `gain` times the bandwidth (in segments per second) busy for the smallest RTT. */
  bdp(bw: number, gain: number): number {
    if (this.minRttNs === Number.POSITIVE_INFINITY) return UNKNOWN_BDP;
    // The tolerance keeps a product that is whole but for its last bits at what it is.
    return Math.ceil((gain * bw * this.minRttNs) / NS_PER_S - 1e-6);
  }
}
