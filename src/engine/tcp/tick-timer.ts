/**
 * A retransmission timeout that counts time in coarse ticks, as BSD did and ns-2 does (`tcpTick_`): a round trip is as
 * long as the ticks that fall into it, and one segment per window of data is timed. What charts and pacing see stays exact.
 */

import { boundedTimeoutNs } from "./rtt-estimator.ts";
import type { Scoreboard } from "./scoreboard.ts";
import type { SenderState } from "./sender-state.ts";

export class TickTimer {
  private readonly tickNs: number;
  /** The next segment that is timed. */
  private timed = 0;
  // RFC 6298 §2, in ticks
  private srtt = 0;
  private rttvar = 0;

  constructor(tickNs: number) {
    this.tickNs = tickNs;
  }

  /** An ACK told of a segment that was never retransmitted. */
  onSample(state: SenderState, { oldestSentNs: sentNs }: Scoreboard): void {
    if (state.una <= this.timed) return;
    this.timed = state.nxt;
    this.take(this.ticksBetween(sentNs, state.nowNs));
  }

  /** The SYN's round trip is the first sample. */
  onHandshake(sentNs: number, nowNs: number): void {
    this.take(this.ticksBetween(sentNs, nowNs));
  }

  /** In ns, doubled `backoffs` times; whole ticks once there is a sample. RFC 6298 §2.3: the clock's granularity is the least variation. */
  timeoutNs(initialNs: number, floorNs: number, backoffs: number): number {
    if (this.srtt === 0) return boundedTimeoutNs(initialNs, backoffs);
    const variation = Math.max(1, 4 * this.rttvar, floorNs / this.tickNs);
    return boundedTimeoutNs(Math.floor(this.srtt + variation) * this.tickNs, backoffs);
  }

  private ticksBetween(sentNs: number, nowNs: number): number {
    return Math.max(1, Math.floor(nowNs / this.tickNs) - Math.floor(sentNs / this.tickNs));
  }

  private take(rtt: number): void {
    if (this.srtt === 0) {
      this.srtt = rtt;
      this.rttvar = rtt / 2;
      return;
    }
    const error = rtt - this.srtt;
    this.rttvar += (Math.abs(error) - this.rttvar) / 4;
    this.srtt += error / 8;
  }
}
