/**
 * BBR's pacing: a gain times the bandwidth, one percent less so that queues shrink on average. Until the pipe has been
 * filled the rate only rises. Reference: Linux tcp_bbr.c; draft-ietf-ccwg-bbr-05 §5.6.2.
 */
import { NS_PER_S } from "../params/read.ts";
import type { SenderState } from "../tcp/sender-state.ts";
import type { BbrSettings } from "./bbr-params.ts";

const BELOW_BANDWIDTH = 0.99;

/** What goes by the bandwidth: in segments per second, 0 while unknown. */
interface Paced {
  readonly bw: number;
}

export class BbrPacing {
  /** Of the phase at hand. */
  gain = 0;
  private hasSeenRtt = false;

  /** Once an ACK, when gain and bandwidth are known. */
  set(
    state: SenderState,
    { bw }: Paced,
    { startupGain }: Pick<BbrSettings, "startupGain">,
    pipeWasFull: boolean,
  ): void {
    if (!this.hasSeenRtt && state.srttNs > 0) {
      this.hasSeenRtt = true;
      state.pacingRate = (startupGain * BELOW_BANDWIDTH * state.cwnd * NS_PER_S) / state.srttNs;
    }
    const rate = this.gain * BELOW_BANDWIDTH * bw;
    if (rate > 0 && (pipeWasFull || rate > state.pacingRate)) state.pacingRate = rate;
  }
}
