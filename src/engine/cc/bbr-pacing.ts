/**
 * BBR's pacing: a gain times the bandwidth, one percent less so that queues shrink on average. Until the pipe has been
 * filled the rate only rises. Reference: Linux tcp_bbr.c; draft-ietf-ccwg-bbr-05 §5.6.2.
 */
import { NS_PER_S } from "../params/read.ts";
import type { SenderState } from "../tcp/sender-state.ts";

const BELOW_BANDWIDTH = 0.99;

export class BbrPacing {
  private hasSeenRtt = false;

  /** `bw` in segments per second. */
  set(state: SenderState, bw: number, gain: number, startupGain: number, pipeWasFull: boolean): void {
    if (!this.hasSeenRtt && state.srttNs > 0) {
      this.hasSeenRtt = true;
      state.pacingRate = (startupGain * BELOW_BANDWIDTH * state.cwnd * NS_PER_S) / state.srttNs;
    }
    const rate = gain * BELOW_BANDWIDTH * bw;
    if (rate > 0 && (pipeWasFull || rate > state.pacingRate)) state.pacingRate = rate;
  }
}
