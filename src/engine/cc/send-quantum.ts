/**
 * The send quantum: how many segments a paced sender hands to the network card in one piece. They leave back to back;
 * the next piece waits until their time at the pacing rate is over. About 1 ms of the rate, and on short round trips a
 * share of 64 kB that halves with each 512 µs of the smallest one. References: Linux 6.1 tcp_output.c tcp_tso_autosize,
 * tcp_bbr.c bbr_tso_segs_goal; google/bbr v2alpha and v3, bbr_tso_segs_generic; draft-ietf-ccwg-bbr-05 §5.6.3.
 */
import { NS_PER_S } from "../params/read.ts";
import type { SenderState } from "../tcp/sender-state.ts";

/** sk_pacing_shift: 1/1024 s. */
const PIECES_PER_S = 1024;
/** GSO_MAX_SIZE, and what is left of it for data. */
const SHARE_BYTES = 65_536;
const MOST_BYTES = SHARE_BYTES - 1 - 320;
/** tcp_tso_rtt_log, tso_rtt_shift: 2^9 µs. */
const HALVING_NS = 512_000;
/** Of a 32-bit number there is nothing left then. */
const MOST_HALVINGS = 31;
/** The tenth segment is the first whose time counts. */
const FIRST_UNPACED = 9;
/** From this rate on at least two segments go together (bbr_min_tso_rate). */
const PAIRS_FROM_BPS = 1.2e6;

/** `kernel`: by rate and smallest RTT; `rate`: by the rate alone; `single`: one by one, as without GSO. */
export type QuantumBy = "kernel" | "rate" | "single";

interface QuantumRules {
  /** The room that the window leaves for bursts counts the share of the RTT too. */
  readonly roomByRtt: boolean;
  /** Below 1.2 Mbps segments go one by one. */
  readonly singleWhenSlow: boolean;
}

/** Bytes that a smallest RTT of `rttNs` adds to a burst. */
export function shareOfRtt(rttNs: number): number {
  const halvings = Math.floor(rttNs / HALVING_NS);
  return halvings > MOST_HALVINGS ? 0 : SHARE_BYTES >>> halvings;
}

/** Whole segments in one piece: no fewer than `least`, no more than 64 kB. */
export function segmentsInPiece(
  { pacingRate, mssBytes }: Pick<SenderState, "pacingRate" | "mssBytes">,
  shareBytes: number,
  least: number,
): number {
  const wanted = pacingRate / PIECES_PER_S + shareBytes / mssBytes;
  const most = MOST_BYTES / mssBytes;
  const segments = Math.floor(wanted < most ? wanted : most);
  return segments < least ? least : segments;
}

export class SendQuantum {
  /** Segments that leave at once, as far as the window lets them. */
  burst = 1;
  /** Segments of a burst, as the window leaves room for them. */
  room = 1;
  private readonly rules: QuantumRules;
  private quantumBy: QuantumBy = "kernel";
  /** What burst and room were worked out of; most ACKs leave it as it is. */
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

  /** The handshake has given a rate: it does not hold for the first ten segments (Linux tcp_update_skb_after_send). */
  start(state: SenderState, minRttNs: number): void {
    state.unpacedLeft = FIRST_UNPACED;
    this.take(state, minRttNs);
    this.release(state);
  }

  /** Whenever the pacing rate has been set. */
  take(state: SenderState, minRttNs: number): void {
    if (state.pacingRate === this.pacingRate && minRttNs === this.rttNs) return;
    this.pacingRate = state.pacingRate;
    this.rttNs = minRttNs;
    this.workOut(state);
  }

  private workOut(state: SenderState): void {
    const { quantumBy: by, rules } = this;
    const shareBytes = by === "rate" ? 0 : shareOfRtt(this.rttNs);
    const isSlow = state.pacingRate * state.mssBytes * 8 < PAIRS_FROM_BPS;
    const least = rules.singleWhenSlow && isSlow ? 1 : 2;
    const byRate = segmentsInPiece(state, 0, least);
    const byBoth = shareBytes === 0 ? byRate : segmentsInPiece(state, shareBytes, least);
    this.room = rules.roomByRtt ? byBoth : byRate;
    this.burst = by === "single" ? 1 : byBoth;
  }

  /** Once cwnd has been set: no more than half of it in one piece, so that two are under way (Linux tcp_cwnd_test). */
  release(state: SenderState): void {
    const { burst } = this;
    const most = Math.floor(state.cwnd / 2);
    if (burst <= most) state.burst = burst;
    else state.burst = most > 1 ? most : 1;
  }

  /**
   * Segments in the network when the next burst may leave, of `inflight`: with what the path delivers until then, and
   * where the flight is to rise with that burst (bbr_packets_in_net_at_edt).
   */
  inNetwork(state: SenderState, inflight: number, bw: number, isRising: boolean): number {
    const then = isRising ? inflight + this.room : inflight;
    const waitNs = state.departsNs - state.nowNs;
    const left = waitNs > 0 ? then - Math.floor((bw * waitNs) / NS_PER_S) : then;
    return left > 0 ? left : 0;
  }
}
