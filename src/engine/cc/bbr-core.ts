/**
 * The parts that all BBRs are made of: what they measure of the path, when the pipe is full, PROBE_RTT, and how they pace.
 * References: Linux tcp_bbr.c; draft-ietf-ccwg-bbr-05.
 */
import type { ParamValue } from "../params/param.ts";
import { NS_PER_MS, NS_PER_S, secondsToNs } from "../params/read.ts";
import type { AckSample } from "../tcp/ack-sample.ts";
import type { SenderState } from "../tcp/sender-state.ts";
import type { BbrSettings } from "./bbr-params.ts";
import { type CongestionControl, MIN_CWND } from "./congestion-control.ts";

/**
 * Round trips as BBR counts them: by deliveries, not by a clock. A round is over when something that was sent after
 * its beginning has been delivered. Reference: draft-ietf-ccwg-bbr-05 §5.5.1.
 */
export class BbrRound {
  /** Rounds so far. */
  count = 0;
  /** The ACK at hand is the first of a round. */
  isStart = false;
  /** What `priorDelivered` has to reach for the next one. */
  private end = 0;

  take(sample: AckSample): void {
    this.isStart = sample.intervalNs > 0 && sample.priorDelivered >= this.end;
    if (!this.isStart) return;
    this.end = sample.deliveredTotal;
    this.count++;
  }

  /** A round begins now. */
  restart(deliveredTotal: number): void {
    this.end = deliveredTotal;
  }
}

/** A cycle of eight phases and two more, besides the present round. */
const RATE_WINDOW_ROUNDS = 10;

/**
 * The highest delivery rate of late, in segments per second: what BBR takes for the bandwidth of the path. v1 looks back
 * over rounds (Linux tcp_bbr.c), v2 and v3 over the last two cycles of probing (draft-ietf-ccwg-bbr-05 §5.5.5).
 */
export class MaxRateOfRounds {
  /** 0 before the first sample. */
  max = 0;
  private readonly byRound = new Float64Array(RATE_WINDOW_ROUNDS + 1);
  private round = 0;

  /** Only samples push older ones out: while none is fit to be taken, the maximum stays. */
  take(rate: number, round: number): void {
    if (round !== this.round) this.advance(round);
    const slot = round % this.byRound.length;
    if (rate > this.byRound[slot]) this.byRound[slot] = rate;
    if (rate > this.max) this.max = rate;
  }

  private advance(round: number): void {
    const { byRound } = this;
    const passed = Math.min(round - this.round, byRound.length);
    for (let i = 0; i < passed; i++) byRound[(round - i) % byRound.length] = 0;
    this.round = round;
    this.max = 0;
    for (let i = 0; i < byRound.length; i++) if (byRound[i] > this.max) this.max = byRound[i];
  }
}

export class MaxRateOfCycles {
  /** 0 before the first sample. */
  max = 0;
  private ofThisCycle = 0;

  take(rate: number): void {
    if (rate > this.ofThisCycle) this.ofThisCycle = rate;
    if (rate > this.max) this.max = rate;
  }

  /** A cycle is over; one without samples does not push the other out. */
  advance(): void {
    if (this.ofThisCycle === 0) return;
    this.max = this.ofThisCycle;
    this.ofThisCycle = 0;
  }
}

/** Bandwidth must grow by so much within so many rounds, or the pipe is full. */
const FULL_PIPE_GROWTH = 1.25;
const FULL_PIPE_ROUNDS = 3;

/**
 * The pipe is full when three rounds brought no quarter more of bandwidth: STARTUP ends, and in v3 so does each upward
 * probe. Rounds in which the application had nothing to send do not count. Reference: draft-ietf-ccwg-bbr-05 §5.3.1.2.
 */
export class FullPipe {
  /** At least once. */
  reached = false;
  /** Since the last `restart`. */
  isFull = false;
  private rate = 0;
  private rounds = 0;

  /** v1 and v2 hand in the filtered bandwidth, once a round; v3 each sample. */
  take(rate: number, isRoundStart: boolean): void {
    if (this.isFull) return;
    if (rate >= this.rate * FULL_PIPE_GROWTH) this.restart(rate);
    else if (isRoundStart && ++this.rounds >= FULL_PIPE_ROUNDS) {
      this.isFull = true;
      this.reached = true;
    }
  }

  /** Growth counts from `rate` on. */
  restart(rate: number): void {
    this.rate = rate;
    this.rounds = 0;
    this.isFull = false;
  }
}

/** Segments, while no round-trip time is known: the usual initial window. */
const UNKNOWN_BDP = 10;

/**
 * The smallest round-trip time of late, and whether it is time to look for a smaller one with a small window
 * (PROBE_RTT). v1 has one window for both (Linux tcp_bbr.c, 10 s); v2 and v3 probe more often (5 s) than they forget
 * (10 s). Reference: draft-ietf-ccwg-bbr-05 §5.3.4.3.
 */
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

const NOT_YET = -1;

/**
 * PROBE_RTT: for 200 ms and at least a round the window is so small that the queue drains and the true round-trip time
 * shows. Reference: Linux tcp_bbr.c; draft-ietf-ccwg-bbr-05 §5.3.4.3.
 */
export class BbrProbeRtt {
  durationNs: number;
  /** When the time is up; counted from where in-flight is small. */
  private doneNs = NOT_YET;
  private isRoundDone = false;
  /** What was sent between these totals of delivered segments went out under the small window. */
  private smallFrom = 0;
  private smallUntil = -1;

  constructor(durationNs: number) {
    this.durationNs = durationNs;
  }

  enter(deliveredTotal: number): void {
    this.doneNs = NOT_YET;
    this.smallFrom = deliveredTotal;
  }

  /** An ACK during PROBE_RTT; `smallWindow` is the window meant. True when the probe is over. */
  take(state: SenderState, sample: AckSample, smallWindow: number, round: BbrRound): boolean {
    this.smallUntil = sample.deliveredTotal + state.inflight;
    if (this.doneNs !== NOT_YET) {
      if (round.isStart) this.isRoundDone = true;
      return this.isRoundDone && sample.nowNs > this.doneNs;
    }
    if (state.inflight <= smallWindow) {
      this.doneNs = sample.nowNs + this.durationNs;
      this.isRoundDone = false;
      round.restart(sample.deliveredTotal);
    }
    return false;
  }

  /** The sample tells of the small window, or of what the application sent, and not of the path. */
  understates(sample: AckSample): boolean {
    if (sample.isAppLimited) return true;
    return sample.priorDelivered >= this.smallFrom && sample.priorDelivered <= this.smallUntil;
  }
}

/** Sent by an application that had been silent until all was acknowledged: the queue has drained without a probe. */
export function isRestart(sample: AckSample): boolean {
  return sample.isAppLimited && sample.priorDelivered === sample.deliveredTotal - sample.delivered;
}

const AGGREGATION_ROUNDS = 5;
/** Not more than the path delivers in that time. */
const MOST_ALLOWANCE_S = 0.1;

/**
 * ACKs that come in lumps would stall a window of little more than the BDP: BBR adds what was acknowledged beyond what
 * the bandwidth explains, the largest excess of the last 5 to 10 rounds. Reference: Linux tcp_bbr.c;
 * draft-ietf-ccwg-bbr-05 §5.5.9.
 */
export class AckAggregation {
  /** The last rounds in two halves, so that the window slides. */
  private ofLastHalf = 0;
  private ofThisHalf = 0;
  private rounds = 0;
  private epochStartNs = 0;
  private epochDelivered = 0;

  /** Once an ACK; a window of `windowRounds` for each half where not the usual. */
  take(
    sample: AckSample,
    bw: number,
    cwnd: number,
    isRoundStart: boolean,
    windowRounds = AGGREGATION_ROUNDS,
  ): void {
    if (isRoundStart) this.endRound(windowRounds);
    let expected = Math.floor((bw * (sample.nowNs - this.epochStartNs)) / secondsToNs(1));
    if (this.epochDelivered <= expected) {
      // ACKs are not ahead of the bandwidth: a new epoch.
      this.epochDelivered = 0;
      this.epochStartNs = sample.nowNs;
      expected = 0;
    }
    this.epochDelivered += sample.delivered;
    const excess = Math.min(this.epochDelivered - expected, cwnd);
    if (excess > this.ofThisHalf) this.ofThisHalf = excess;
  }

  /** Segments to add to the window. */
  allowance(bw: number): number {
    const extra = this.ofLastHalf > this.ofThisHalf ? this.ofLastHalf : this.ofThisHalf;
    const most = Math.floor(bw * MOST_ALLOWANCE_S);
    return extra < most ? extra : most;
  }

  private endRound(windowRounds: number): void {
    this.rounds++;
    if (this.rounds < windowRounds) return;
    this.rounds = 0;
    this.ofLastHalf = this.ofThisHalf;
    this.ofThisHalf = 0;
  }
}

const BELOW_BANDWIDTH = 0.99;
/** Taken for the round trip where the handshake has measured none. */
const UNKNOWN_RTT_NS = NS_PER_MS;

/** What goes by the bandwidth: in segments per second, 0 while unknown. */
interface Paced {
  readonly bw: number;
}

/**
 * BBR's pacing: a gain times the bandwidth, one percent less so that queues shrink on average. Until the pipe has been
 * filled the rate only rises. Reference: Linux tcp_bbr.c; draft-ietf-ccwg-bbr-05 §5.6.2.
 */
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

/**
 * What all BBRs do about signals: they set cwnd themselves, so a loss, a mark or a timeout only makes them remember the
 * window, to go back to it once the repair is over (Linux bbr_save_cwnd).
 */
export abstract class BbrWindow implements CongestionControl {
  /** A loss is being repaired, by recovery or after a timeout: as of the last ACK. */
  protected wasRepairing = false;
  /** The window before a repair or PROBE_RTT. */
  protected savedCwnd = 0;

  /** In PROBE_RTT, where the window is small on purpose. */
  protected abstract get isProbingRtt(): boolean;
  abstract onSample(state: SenderState, sample: AckSample): void;
  abstract onTimeout(state: SenderState): void;
  abstract configure(id: string, value: ParamValue): void;
  abstract probe(index: number): number;

  onAck(): void {}

  onRttSample(): void {}

  /** No reduction: the answer is the window as it is. */
  ssthreshAfterLoss(state: SenderState): number {
    this.saveCwnd(state);
    return Math.max(MIN_CWND, state.cwnd);
  }

  ssthreshAfterMark(state: SenderState): number {
    return this.ssthreshAfterLoss(state);
  }

  protected saveCwnd(state: SenderState): void {
    const isCutAlready = this.wasRepairing || this.isProbingRtt;
    this.savedCwnd = isCutAlready ? Math.max(this.savedCwnd, state.cwnd) : state.cwnd;
  }
}
