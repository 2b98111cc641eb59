/**
 * BBR's pacing: a gain times the bandwidth, one percent less so that queues shrink on average. Until the pipe has been
 * filled the rate only rises. Reference: Linux tcp_bbr.c; draft-ietf-ccwg-bbr-05 §5.6.2.
 */
import { NS_PER_MS, NS_PER_S } from "../params/read.ts";
import type { SenderState } from "../tcp/sender-state.ts";
import type { BbrSettings } from "./bbr-params.ts";

const BELOW_BANDWIDTH = 0.99;
/** Taken for the round trip where the handshake has measured none. */
const UNKNOWN_RTT_NS = NS_PER_MS;

/** What goes by the bandwidth: in segments per second, 0 while unknown. */
interface Paced {
  readonly bw: number;
}

export class BbrPacing {
  /** Of the phase at hand. */
  gain = 0;
  private hasSeenRtt = false;

  /** The handshake has measured the path: its round trip paces the first window (Linux bbr_init_pacing_rate_from_rtt). */
  start(state: SenderState, { startupGain }: Pick<BbrSettings, "startupGain">): void {
    this.hasSeenRtt = state.srttNs > 0;
    const rttNs = this.hasSeenRtt ? state.srttNs : UNKNOWN_RTT_NS;
    state.pacingRate = (startupGain * BELOW_BANDWIDTH * state.cwnd * NS_PER_S) / rttNs;
  }

  /** Once an ACK, when gain and bandwidth are known. */
  set(
    state: SenderState,
    { bw }: Paced,
    settings: Pick<BbrSettings, "startupGain">,
    pipeWasFull: boolean,
  ): void {
    if (!this.hasSeenRtt && state.srttNs > 0) this.start(state, settings);
    const rate = this.gain * BELOW_BANDWIDTH * bw;
    if (rate > 0 && (pipeWasFull || rate > state.pacingRate)) state.pacingRate = rate;
  }
}
