/**
 * The send quantum: the number of segments that a paced sender passes to the network card in one burst. These segments leave back
 * to back, and the next burst waits for the time that the burst takes at the pacing rate. The quantum lasts about 1 ms at the
 * pacing rate. On short round trips a share of 64 kB is added, which halves with each 512 µs of the minimum RTT. References:
 * Linux 6.1 tcp_output.c tcp_tso_autosize, tcp_bbr.c bbr_tso_segs_goal; google/bbr v2alpha and v3, bbr_tso_segs_generic;
 * draft-ietf-ccwg-bbr-05 §5.6.3.
 */
import { NS_PER_S } from "../../params/read.ts";
import type { SenderState } from "../../tcp/sender-state.ts";

/** Number of send quanta per second at the pacing rate (sk_pacing_shift). */
const QUANTA_PER_S = 1024;
/** Maximum size of a burst (GSO_MAX_SIZE), and the part of it that holds data (bytes). */
const SHARE_BYTES = 65_536;
const MOST_BYTES = SHARE_BYTES - 1 - 320;
/** Increase of the minimum RTT that halves the added share: 2^9 µs (tcp_tso_rtt_log, tso_rtt_shift). */
const HALVING_NS = 512_000;
/** Number of halvings after which a 32-bit number is zero. */
const MOST_HALVINGS = 31;
/** Number of segments at the start that leave without pacing. The tenth segment is the first that delays the next one. */
const FIRST_UNPACED = 9;
/** Rate from which on a burst has at least two segments (bbr_min_tso_rate). */
const PAIRS_FROM_BPS = 1.2e6;

/**
 * Rule that determines the quantum. `kernel`: from pacing rate and minimum RTT. `rate`: from the pacing rate alone. `single`:
 * always one segment, as without GSO.
 */
export type QuantumBy = "kernel" | "rate" | "single";

interface QuantumRules {
  /** True if the window's extra room for bursts includes the share that depends on the RTT. */
  readonly roomByRtt: boolean;
  /** True if segments leave one by one while the pacing rate is below 1.2 Mbps. */
  readonly singleWhenSlow: boolean;
}

/** Returns the bytes that a minimum RTT of `rttNs` adds to a burst. */
export function rttShareBytes(rttNs: number): number {
  const halvings = Math.floor(rttNs / HALVING_NS);
  return halvings > MOST_HALVINGS ? 0 : SHARE_BYTES >>> halvings;
}

/** Returns the number of whole segments in a burst: at least `least`, and at most 64 kB. */
export function segmentsInBurst(
  { pacingRate, mssBytes }: Pick<SenderState, "pacingRate" | "mssBytes">,
  shareBytes: number,
  least: number,
): number {
  const wanted = pacingRate / QUANTA_PER_S + shareBytes / mssBytes;
  const most = MOST_BYTES / mssBytes;
  const segments = Math.floor(wanted < most ? wanted : most);
  return segments < least ? least : segments;
}

/** The send quantum of one paced sender. */
export class SendQuantum {
  /** Number of segments in one burst, before cwnd limits it. */
  burst = 1;
  /** Size of the burst for which the window must have room (segments). */
  room = 1;
  private readonly rules: QuantumRules;
  private quantumBy: QuantumBy = "kernel";
  /** Values from which `burst` and `room` were last computed. Most ACKs do not change them, and the computation is skipped. */
  private rttNs = -1;
  private pacingRate = -1;

  constructor(rules: QuantumRules) {
    this.rules = rules;
  }

  get by(): QuantumBy {
    return this.quantumBy;
  }

  set by(by: QuantumBy) {
    this.quantumBy = by;
    this.pacingRate = -1;
  }

  /** Starts after the handshake. The pacing rate does not apply to the first ten segments (Linux tcp_update_skb_after_send). */
  start(state: SenderState, minRttNs: number): void {
    state.unpacedLeft = FIRST_UNPACED;
    this.update(state, minRttNs);
    this.limitBurst(state);
  }

  /** Recomputes the quantum. Call this after the pacing rate has been set. */
  update(state: SenderState, minRttNs: number): void {
    if (state.pacingRate === this.pacingRate && minRttNs === this.rttNs) return;
    this.pacingRate = state.pacingRate;
    this.rttNs = minRttNs;
    this.recompute(state);
  }

  private recompute(state: SenderState): void {
    const { quantumBy: by, rules } = this;
    const shareBytes = by === "rate" ? 0 : rttShareBytes(this.rttNs);
    const isSlow = state.pacingRate * state.mssBytes * 8 < PAIRS_FROM_BPS;
    const least = rules.singleWhenSlow && isSlow ? 1 : 2;
    const byRate = segmentsInBurst(state, 0, least);
    const byBoth = shareBytes === 0 ? byRate : segmentsInBurst(state, shareBytes, least);
    this.room = rules.roomByRtt ? byBoth : byRate;
    this.burst = by === "single" ? 1 : byBoth;
  }

  /**
   * Sets the burst size after cwnd has been set: at most half of cwnd, so that two bursts are in flight (Linux
   * tcp_cwnd_test).
   */
  limitBurst(state: SenderState): void {
    const { burst } = this;
    const most = Math.floor(state.cwnd / 2);
    if (burst <= most) state.burst = burst;
    else state.burst = most > 1 ? most : 1;
  }

  /**
   * Returns the number of segments that will be in the network when the next burst may leave. This is `inflight` minus the
   * deliveries until then; if `isRising`, that burst is added (bbr_packets_in_net_at_edt).
   */
  inNetwork(state: SenderState, inflight: number, bw: number, isRising: boolean): number {
    const then = isRising ? inflight + this.room : inflight;
    const waitNs = state.departsNs - state.nowNs;
    const left = waitNs > 0 ? then - Math.floor((bw * waitNs) / NS_PER_S) : then;
    return left > 0 ? left : 0;
  }
}
