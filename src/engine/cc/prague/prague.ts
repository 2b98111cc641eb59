/**
 * TCP Prague, the congestion control of L4S: DCTCP's reaction with a fractional window, growth by each unmarked ACK,
 * pacing, and growth that does not favour short round trips. A small window is kept as a rate. References:
 * draft-briscoe-iccrg-prague-congestion-control-04; RFC 9331 §4; tcp_prague.c of L4STeam's Linux, version 0.7 (2024).
 */

import type { Explanation, SenderDecision } from "../../explain/explanation.ts";
import { fact, own, type Said, sentence } from "../../explain/facts.ts";
import { numberText, quantity } from "../../explain/formats.ts";
import {
  type BooleanParam,
  type NumberParam,
  type ParamValue,
  type ParamValues,
  range,
} from "../../params/param.ts";
import { booleanOf, msToNs, NS_PER_S, numberOf } from "../../params/read.ts";
import type { AckSample } from "../../tcp/ack-sample.ts";
import type { SenderState } from "../../tcp/sender-state.ts";
import { BackoffControl, betaParams, timeoutSentence } from "../backoff.ts";
import type { CongestionControlCard, CongestionControlDefinition } from "../congestion-control.ts";
import { ALPHA_ROUND, alphaSentence } from "../dctcp/dctcp.ts";
import { slowStart } from "../window-growth.ts";

const NEVER = Number.NEGATIVE_INFINITY;
/**
 * Bursts per second at the pacing rate: 2^12, so a burst lasts 0.24 ms (prague_burst_shift) but has at least two
 * segments (tcp_min_tso_segs).
 */
const BURSTS_PER_S = 4096;
const LEAST_BURST = 2;

/**
 * Window in bytes up to which the sender keeps a rate instead: four segments of 1500 bytes (prague_cwnd_transit,
 * MTU_SYS).
 */
const RATE_MODE_BYTES = 4 * 1500;
/**
 * Bytes of a packet beyond its payload: IP and TCP headers with timestamps, and AccECN's option, which pacing
 * ignores.
 */
const MTU_BEYOND_PAYLOAD = 52 + 12;
/** Segment size for growth, whatever the path's segment size (bytes). */
const GROWTH_BYTES = 1500;
/** MINIMUM_RATE: 100 kbps. */
const LEAST_BYTES_PER_S = 12_500;
/**
 * Relative amplitude by which a rate goes up and down in alternate (virtual) round trips, so that a queue with step
 * marking marks some of these round trips (RATE_OFFSET).
 */
const RATE_SWING = 4 / 128;
/** Weight of a round in the average RTT that converts a rate into a window (HSRTT_SHIFT). */
const SLOW_RTT_WEIGHT = 1 / 128;
/** RTT above which growth no longer depends on the RTT (MAX_SCALED_RTT). */
const LONGEST_SCALED_NS = msToNs(100);

class Prague extends BackoffControl {
  private g = 0;
  private targetRttNs = 0;
  private transitionRounds = 0;
  private inBursts = false;

  /** cwnd with its fraction. cwnd approaches this value by one segment per ACK; -1 before the first ACK. */
  private window = -1;
  /** Average of the marked share. It is not used before the first mark, because the path may have no AQM. */
  private alpha = 0;
  private sawMark = false;
  /** True if the first mark halves the window, regardless of α. */
  private halves = false;
  /** True while the window is small and the sender keeps a rate (segments per second) instead. */
  private isRate = false;
  private rate = 0;
  /** Slow average of the RTT (ns); 0 before the first ACK. */
  private slowRttNs = 0;
  private alphaNs = NEVER;
  private cutNs = NEVER;
  /** Marked share of the last round that was used for α; NaN before the first such round. */
  private markedShare = Number.NaN;
  /** Window before the last cut, and whether the cut halved it. */
  private windowBefore = 0;
  private halved = false;
  /** Rounds since slow start ended. */
  private rounds = 0;
  // The current round: its end, and the totals at its start.
  private roundEnd = 0;
  private deliveredBefore = 0;
  private markedBefore = 0;

  constructor(values: ParamValues) {
    super(prague);
    this.setAll(values);
  }

  onSample(state: SenderState, sample: AckSample): void {
    if (this.window < 0) this.begin(state, sample);
    const isRepairing = state.inRecovery || state.inLoss;
    if (sample.marked > 0 && !this.sawMark) this.noteFirstMark(isRepairing);
    const unmarked = sample.delivered - sample.marked;
    if (unmarked > 0 && !isRepairing && state.mayGrow) this.grow(state, unmarked);
    this.step(state);
    if (this.isRoundOver(state)) this.endRound(state, sample);
    this.pace(state);
    this.chooseMode(state);
  }

  /** Does nothing: `onSample` grows cwnd, because growth continues during the reaction to a mark. */
  override onAck(): void {}

  override ssthreshAfterLoss(state: SenderState): number {
    return this.shrink(state, 1 - this.betaLoss);
  }

  /** Reduces cwnd by α/2, once per round trip or per target round trip, whichever is longer. */
  override ssthreshAfterMark(state: SenderState): number {
    if (this.isRttIndependent(state) && state.nowNs - this.cutNs < this.targetRttNs) {
      return Math.max(state.minCwnd, state.cwnd);
    }
    this.cutNs = state.nowNs;
    const share = this.halves ? 1 / 2 : this.alpha / 2;
    this.halved = this.halves;
    this.halves = false;
    return this.shrink(state, share);
  }

  protected override set(id: string, value: ParamValue): boolean {
    if (id === "prague-bursts") this.inBursts = booleanOf(value, id);
    else if (id === "prague-g") this.g = numberOf(value, id);
    else if (id === "prague-rtt") this.targetRttNs = msToNs(numberOf(value, id));
    else if (id === "prague-transition") this.transitionRounds = numberOf(value, id);
    else return super.set(id, value);
    return true;
  }

  override probe(index: number): number {
    if (index === 0) return this.alpha;
    return this.window < 0 ? Number.NaN : this.window;
  }

  explainPhase(): Explanation {
    const now = fact.number(this.window, "segments", own.term("window"));
    return {
      sentences: [
        sentence`${alphaSentence(this.alpha, this.markedShare)} cwnd follows a window with a fraction, now ${now}, by one segment an ACK.`,
      ],
    };
  }

  override explain(state: SenderState, decision: SenderDecision): Explanation | null {
    const { event } = decision;
    const window = quantity(this.window, "segments");
    const [before, beta] = [numberText(this.windowBefore), numberText(this.betaLoss)];
    const now = fact.segments(this.window, own.term("window"));
    const follows = sentence`cwnd follows the window, now ${now}, by one segment an ACK.`;
    const timeout = timeoutSentence(decision);
    if (event === "ecnReduction") return this.explainMark(state, decision, follows);
    if (event === "slowStartExit") return null;
    const formula = `β_loss × window = ${beta} × ${before} = ${window}`;
    const ofLoss = fact.number(this.betaLoss, "1", own.param("beta-loss"));
    const loss = sentence`A loss leaves β_loss = ${ofLoss} of the window (RFC 9331 §4.3).`;
    if (event === "lossReduction") return { sentences: [loss, follows], formula };
    // A control that has taken over during loss recovery has no window of its own yet.
    if (this.window < 0) return { sentences: [timeout] };
    if (!state.timeoutLowered) return { sentences: [timeout, follows] };
    return { sentences: [timeout, loss, follows], formula };
  }

  private explainMark(state: SenderState, decision: SenderDecision, follows: Said): Explanation {
    const { alpha } = this;
    const average = Number.isNaN(this.markedShare)
      ? sentence`α is still at its start, ${fact.number(alpha, "1", own.term("α"))}.`
      : alphaSentence(alpha, this.markedShare);
    const sinceNs = state.nowNs - this.cutNs;
    if (sinceNs > 0) {
      const isWaiting = this.isRttIndependent(state) && sinceNs < this.targetRttNs;
      const ago = fact.duration(sinceNs, own.term("since the cut"));
      const target = fact.duration(this.targetRttNs, own.term("target RTT"));
      const why = isWaiting
        ? sentence`The last cut was ${ago} ago, less than the target RTT of ${target}, so this mark cuts nothing.`
        : "All marks of one window of data count once, so this one cuts nothing more.";
      return { sentences: [why, average] };
    }
    const had = fact.segments(this.windowBefore, own.term("window before"));
    if (this.halved) {
      return {
        sentences: [
          sentence`It is the first mark: α is still at its start, and Prague gives up half of its window of ${had}.`,
          follows,
        ],
        formula: `window / 2 = ${numberText(this.windowBefore)} / 2 = ${wholeText(this.window, decision.after)}`,
      };
    }
    const rule = sentence`Prague gives up half that share, α/2, of its window of ${had}.`;
    return {
      sentences: [average, rule, follows],
      formula: `window × (1 − α/2) = ${numberText(this.windowBefore)} × (1 − ${numberText(alpha)}/2) = ${wholeText(this.window, decision.after)}`,
    };
  }

  private begin(state: SenderState, sample: AckSample): void {
    this.window = state.cwnd;
    this.slowRttNs = state.srttNs;
    this.roundEnd = state.nxt;
    this.deliveredBefore = sample.deliveredTotal - sample.delivered;
    this.markedBefore = sample.markedTotal - sample.marked;
  }

  /** Handles the first mark. If no reduction for marks can start now, the window is halved here. */
  private noteFirstMark(isRepairing: boolean): void {
    this.sawMark = true;
    if (isRepairing) this.window /= 2;
    else this.halves = true;
  }

  private grow(state: SenderState, unmarked: number): void {
    let left = unmarked;
    if (state.inSlowStart) {
      left = slowStart(state, unmarked);
      this.window = state.cwnd;
    }
    const share = (left * GROWTH_BYTES) / mtuBytes(state);
    if (this.isRate && this.isRttIndependent(state)) {
      const rttS = this.virtualRttNs(state) / NS_PER_S;
      this.rate += share / rttS / Math.ceil(this.rate * rttS);
      this.window = this.windowOfRate(state);
    } else this.window += (share * this.increase(state)) / this.window;
  }

  /** Returns the virtual RTT (ns): the measured RTT, but at least the target RTT. */
  private virtualRttNs({ srttNs }: SenderState): number {
    return Math.max(this.targetRttNs, srttNs);
  }

  private windowOfRate({ srttNs }: SenderState): number {
    return (this.rate * (this.slowRttNs > 0 ? this.slowRttNs : srttNs)) / NS_PER_S;
  }

  private rateOfWindow(state: SenderState): number {
    return Math.max((this.window * NS_PER_S) / state.srttNs, LEAST_BYTES_PER_S / mtuBytes(state));
  }

  /**
   * Chooses between window and rate: a window of few segments is too coarse, so such a flow keeps a rate and derives
   * the window from it.
   */
  private chooseMode(state: SenderState): void {
    if (state.srttNs === 0) return;
    this.isRate = this.sawMark && state.cwnd * mtuBytes(state) <= RATE_MODE_BYTES;
    // Before the first RTT sample no rate is known that could be kept.
    if (!this.isRate || this.rate === 0) this.rate = this.rateOfWindow(state);
    if (this.isRate) this.window = this.windowOfRate(state);
  }

  /**
   * Returns the growth in segments per round trip. Below the target RTT, cwnd grows as much per second as at the
   * target RTT.
   */
  private increase({ srttNs }: SenderState): number {
    if (this.rounds < this.transitionRounds || srttNs === 0 || srttNs >= this.targetRttNs) return 1;
    if (srttNs > LONGEST_SCALED_NS) return 1;
    const share = srttNs / this.targetRttNs;
    return share * share;
  }

  /** Reduces the window by `share` of itself. Returns the new window in whole segments. */
  private shrink(state: SenderState, share: number): number {
    if (this.window < 0) this.window = state.cwnd;
    this.windowBefore = this.window;
    if (this.isRate && this.isRttIndependent(state)) {
      this.rate = Math.max(this.rate * (1 - share), LEAST_BYTES_PER_S / mtuBytes(state));
      this.window = this.windowOfRate(state);
    } else {
      this.window *= 1 - share;
      if (state.srttNs > 0) this.rate = this.rateOfWindow(state);
    }
    const target = Math.min(
      Math.max(state.minCwnd, Math.ceil(this.window)),
      Math.max(state.minCwnd, state.cwnd),
    );
    if (target < state.ssthresh) state.ssthresh = target;
    return target;
  }

  private step(state: SenderState): void {
    const target = Math.max(state.minCwnd, Math.ceil(this.window));
    if (state.cwnd > target) {
      state.cwnd--;
      state.ssthresh = state.cwnd;
    } else if (state.cwnd < target) state.cwnd++;
  }

  private isRttIndependent(state: SenderState): boolean {
    return this.targetRttNs > 0 && !state.inSlowStart && this.rounds >= this.transitionRounds;
  }

  /**
   * Returns true at the end of a round. To get the same α for the same share of marks at different RTTs, α must be
   * averaged over the same time.
   */
  private isRoundOver(state: SenderState): boolean {
    if (state.una < this.roundEnd) return false;
    return !this.isRttIndependent(state) || state.nowNs - this.alphaNs >= this.targetRttNs;
  }

  private endRound(state: SenderState, sample: AckSample): void {
    if (this.sawMark) {
      const delivered = sample.deliveredTotal - this.deliveredBefore;
      const marked = sample.markedTotal - this.markedBefore;
      const share = delivered > 0 ? Math.min(1, marked / delivered) : 0;
      this.markedShare = share;
      this.alpha += this.g * (share - this.alpha);
      this.alphaNs = state.nowNs;
    }
    this.slowRttNs += SLOW_RTT_WEIGHT * (state.srttNs - this.slowRttNs);
    this.roundEnd = state.nxt;
    this.deliveredBefore = sample.deliveredTotal;
    this.markedBefore = sample.markedTotal;
    if (!state.inSlowStart) this.rounds++;
    state.enter(ALPHA_ROUND, this.alpha);
  }

  /** Sets the pacing rate: cwnd per round trip, or twice that while cwnd is far below ssthresh. */
  private pace(state: SenderState): void {
    if (state.srttNs === 0) return;
    const rate = this.paceOf(state);
    state.pacingRate = state.cwnd < state.ssthresh / 2 ? 2 * rate : rate;
    state.hasPacingCredit = true;
    state.burst = this.inBursts ? this.burst(state) : 1;
  }

  /** Returns the pacing rate for whole segments with headers; TCP's own pacing counts only the payload. */
  private paceOf(state: SenderState): number {
    const mtu = mtuBytes(state);
    const ofPayload = mtu / state.mssBytes;
    if (this.isRate && this.isRttIndependent(state)) {
      const isLate = state.nowNs - this.alphaNs >= this.virtualRttNs(state) / 2;
      return this.rate * (isLate ? 1 - RATE_SWING : 1 + RATE_SWING) * ofPayload;
    }
    const segments = Math.max(Math.floor(this.window), state.inflight);
    return Math.max((segments * NS_PER_S) / state.srttNs, LEAST_BYTES_PER_S / mtu) * ofPayload;
  }

  /** Returns the burst size: at most half the window (Linux tcp_cwnd_test), whatever the rate is. */
  private burst({ pacingRate, cwnd }: SenderState): number {
    const wanted = Math.max(LEAST_BURST, Math.floor(pacingRate / BURSTS_PER_S));
    return Math.max(1, Math.min(wanted, Math.floor(cwnd / 2)));
  }
}

/** Returns a text such as "37.05, rounded up to 38 segments" if rounding changes the number. */
function wholeText(exact: number, after: number): string {
  const text = quantity(exact, "segments");
  return Number.parseFloat(text) === after
    ? text
    : `${exact.toFixed(2)}, rounded up to ${quantity(after, "segments")}`;
}

function mtuBytes({ mssBytes }: SenderState): number {
  return mssBytes + MTU_BEYOND_PAYLOAD;
}

const BURSTS: BooleanParam = {
  kind: "boolean",
  id: "prague-bursts",
  label: "Bursts",
  default: false,
  help: "On: two segments, or 0.24 ms of the pacing rate if that is more, leave back to back, as with segmentation offload. Off: segments leave one by one, as without GSO.",
  cite: "Linux tcp_prague.c",
  detail: true,
};

const PARAMS: readonly NumberParam[] = [
  {
    id: "prague-g",
    symbol: "g",
    label: "EWMA gain g of α",
    unit: "ratio",
    ...range({ default: 0.0625, min: 0.001, max: 1, step: 0.0025, scale: "log" }),
    help: "Weight of the newest round trip in α, the moving average of the share of marked segments.",
    cite: "Linux tcp_prague.c",
    main: { onMarks: true },
  },
  {
    id: "prague-rtt",
    label: "Target RTT",
    unit: "ms",
    ...range({ default: 25, min: 0, max: 100, step: 1 }),
    help: "Flows with a shorter round trip grow as fast as with this RTT, in segments per second squared. 0: each flow grows according to its RTT.",
    cite: "RFC 9331 §4.3; Linux tcp_prague.c",
  },
  {
    id: "prague-transition",
    label: "Rounds before that",
    unit: "count",
    ...range({ default: 4, min: 0, max: 10_000, sliderMax: 1000, step: 1, integer: true }),
    help: "Round trips after slow start before the target RTT takes effect, so that short transfers are not slowed down.",
    cite: "Linux tcp_prague.c",
    detail: true,
  },
];

export const pragueCard: CongestionControlCard = {
  id: "prague",
  label: "TCP Prague",
  family: "Data centres and L4S",
  summary:
    "DCTCP for the Internet. It responds a little to each mark, paces its packets, and requests the low-latency queue with ECT(1). Use it with DualPI2 or another L4S queue.",
  cite: "draft-briscoe-iccrg-prague-congestion-control; RFC 9331",
  params: [...PARAMS, BURSTS, betaParams(0.5, "RFC 9331 §4.3")[1]],
  probes: [
    {
      id: "prague-alpha",
      symbol: "α",
      label: "share of marks",
      unit: "ratio",
      help: "Moving average of the share of marked segments; half of it is cut from the window.",
    },
    {
      id: "prague-window",
      label: "window with its fraction",
      unit: "segments",
      besideCwnd: true,
      help: "The exact window, which cwnd follows by one segment per ACK.",
    },
  ],
  phases: [ALPHA_ROUND],
  feedback: "accurate",
  ect1: true,
  needsEcn: "Prague knows congestion by marks; without ECN Linux falls back to NewReno.",
  samples: true,
  paced: true,
  ownsCwnd: true,
};

export const prague: CongestionControlDefinition = {
  ...pragueCard,
  create: (values) => new Prague(values),
};
