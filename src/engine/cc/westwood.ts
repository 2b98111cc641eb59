/**
 * Westwood+: after a signal the window is what the path needs without a queue, by an estimate of the bandwidth that the
 * flow has had, instead of a fixed fraction. References: S. Mascolo et al., "TCP Westwood" (MobiCom 2001); L. Grieco,
 * S. Mascolo, "Performance evaluation and comparison of Westwood+, New Reno and Vegas" (CCR 34(2), 2004); the two
 * filters are those of Linux tcp_westwood.c.
 */
import type { NumberParam, ParamValue, ParamValues } from "../params/param.ts";
import { msToNs, NS_PER_S, numberOf, readNumber } from "../params/read.ts";
import type { AckSample } from "../tcp/ack-sample.ts";
import type { SenderState } from "../tcp/sender-state.ts";
import type { Explanation, SenderDecision } from "../why/explanation.ts";
import { quantity, segmentRate, timeText } from "../why/formats.ts";
import { Backoff, betaParams } from "./backoff.ts";
import {
  boundSentence,
  explainCut,
  explainTimeout,
  fractionOf,
  fractionSentence,
  type LoweredTo,
  leftText,
  loweredBy,
} from "./backoff-words.ts";
import type {
  CongestionControl,
  CongestionControlDeclaration,
  CongestionControlDefinition,
} from "./congestion-control.ts";
import { additiveIncrease, slowStart } from "./window-growth.ts";

/** A sample of the bandwidth takes at least this long, so that bursts of ACKs do not count (Linux). */
const MIN_SAMPLE_NS = msToNs(50);
const NOT_STARTED = -1;

class Westwood implements CongestionControl {
  private readonly backoff: Backoff;
  private weight: number;
  /** Output of the first filter and of the second, which is the estimate, in segments per second; 0: none yet. */
  private smoothed = 0;
  private bandwidth = 0;
  private sampleStartNs = NOT_STARTED;
  /** Segments delivered in the present sample. */
  private delivered = 0;
  private minRttNs = Number.POSITIVE_INFINITY;
  /** The smallest RTT that the last cut went by; Infinity: it knew none, or no bandwidth. */
  private cutRttNs = Number.POSITIVE_INFINITY;

  constructor(values: ParamValues) {
    this.backoff = new Backoff(values);
    this.weight = readNumber(values, "westwood-weight");
  }

  /** What duplicate ACKs tell of counts as well: a sample goes on through a recovery. */
  onSample(state: SenderState, sample: AckSample): void {
    if (sample.rttNs >= 0 && sample.rttNs < this.minRttNs) this.minRttNs = sample.rttNs;
    if (this.sampleStartNs === NOT_STARTED) {
      this.sampleStartNs = sample.nowNs;
      return;
    }
    this.delivered += sample.delivered;
    const spanNs = sample.nowNs - this.sampleStartNs;
    if (spanNs <= Math.max(state.srttNs, MIN_SAMPLE_NS)) return;
    this.filter(spanNs);
    this.delivered = 0;
    this.sampleStartNs = sample.nowNs;
  }

  onAck(state: SenderState, acked: number): void {
    const left = state.inSlowStart ? slowStart(state, acked) : acked;
    if (left > 0) additiveIncrease(state, state.cwnd, left);
  }

  ssthreshAfterLoss(state: SenderState): number {
    this.noteRtt();
    return this.knowsPath ? this.reduced(state) : this.backoff.afterLoss(state);
  }

  ssthreshAfterMark(state: SenderState): number {
    this.noteRtt();
    return this.knowsPath ? this.reduced(state) : this.backoff.afterMark(state);
  }

  /** As Linux: the path may have changed, so the next sample is the smallest RTT. */
  onTimeout(): void {
    this.minRttNs = Number.POSITIVE_INFINITY;
  }

  onRttSample(): void {}

  configure(id: string, value: ParamValue): void {
    if (this.backoff.set(id, value)) return;
    if (id !== "westwood-weight") throw new Error(`Westwood+ has no parameter ${id}`);
    this.weight = numberOf(value, id);
  }

  probe(index: number): number {
    if (!this.knowsPath) return Number.NaN;
    return index === 0 ? this.bandwidth : this.bandwidthDelayProduct;
  }

  explain(state: SenderState, decision: SenderDecision): Explanation | null {
    const { event, before, after } = decision;
    if (event === "slowStartExit") return null;
    const forgets = "The smallest RTT is measured anew, because the path may have changed.";
    if (event === "rto") return explainTimeout(state, this.loweredTo(state, decision), [forgets]);
    if (this.cutRttNs === Number.POSITIVE_INFINITY) {
      const { backoff } = this;
      const why = ["There is no estimate of the path yet.", fractionSentence(backoff, decision)];
      return explainCut(state, decision, fractionOf(backoff, decision), why);
    }
    const window = this.cutWindow;
    const path = `By its estimates of bandwidth, BWE = ${segmentRate(this.bandwidth)}, and smallest RTT, ${timeText(this.cutRttNs)}, the path holds ${quantity(window, "segments")} without a queue.`;
    const what =
      window >= before
        ? "That is no less than cwnd, so nothing is given up."
        : "Westwood+ cuts to that, for a mark as for a loss.";
    const sentences = window >= before ? [path, what] : [path, what, boundSentence(state, decision, window)];
    return { sentences, formula: this.estimate(after) };
  }

  private loweredTo(state: SenderState, decision: SenderDecision): LoweredTo {
    if (this.cutRttNs === Number.POSITIVE_INFINITY)
      return loweredBy(fractionOf(this.backoff, decision), state, decision);
    return { what: "bandwidth estimate times smallest RTT", formula: this.estimate(state.ssthresh) };
  }

  /** "BWE × RTT_min = 833 segments/s × 100 ms = 83.3 → 83 segments". */
  private estimate(after: number): string {
    const factors = `${segmentRate(this.bandwidth)} × ${timeText(this.cutRttNs)}`;
    return `BWE × RTT_min = ${factors} = ${leftText(this.cutWindow, after)}`;
  }

  /** What the last cut took for the path without a queue, in segments. */
  private get cutWindow(): number {
    return (this.bandwidth * this.cutRttNs) / NS_PER_S;
  }

  private noteRtt(): void {
    this.cutRttNs = this.knowsPath ? this.minRttNs : Number.POSITIVE_INFINITY;
  }

  private get knowsPath(): boolean {
    return this.bandwidth > 0 && this.minRttNs < Number.POSITIVE_INFINITY;
  }

  /** In segments. */
  private get bandwidthDelayProduct(): number {
    return (this.bandwidth * this.minRttNs) / NS_PER_S;
  }

  /** Grieco & Mascolo (2004): bandwidth times smallest RTT; a signal never raises the window. */
  private reduced({ cwnd, minCwnd }: SenderState): number {
    return Math.max(minCwnd, Math.min(cwnd, Math.floor(this.bandwidthDelayProduct)));
  }

  /** Two low-pass filters in a row, filled by the first sample. */
  private filter(spanNs: number): void {
    const sample = (this.delivered * NS_PER_S) / spanNs;
    if (this.bandwidth === 0) {
      this.smoothed = sample;
      this.bandwidth = sample;
      return;
    }
    this.smoothed += this.weight * (sample - this.smoothed);
    this.bandwidth += this.weight * (this.smoothed - this.bandwidth);
  }
}

const WEIGHT: NumberParam = {
  kind: "number",
  id: "westwood-weight",
  label: "Weight of a sample",
  unit: "ratio",
  default: 0.125,
  min: 0.01,
  max: 1,
  step: 0.005,
  scale: "log",
  help: "How much of its value each of the two filters replaces with a new sample of the bandwidth; 1 follows the last sample.",
  cite: "Linux tcp_westwood.c",
  detail: true,
};

const FIRST_ONLY = "Only until there is an estimate of the bandwidth, which takes its place.";
const [BETA_ECN, BETA_LOSS] = betaParams(0.5, "RFC 5681 §3.1");

export const westwoodDeclaration: CongestionControlDeclaration = {
  id: "westwood",
  label: "Westwood+",
  family: "By delay or bandwidth",
  summary:
    "Cuts to estimated bandwidth times smallest RTT: to just what fills the link without a queue, so that losses that are no congestion cost little.",
  cite: "Grieco & Mascolo, CCR 2004; Linux tcp_westwood.c",
  samples: true,
  params: [
    WEIGHT,
    { ...BETA_ECN, help: `${BETA_ECN.help} ${FIRST_ONLY}`, detail: true },
    { ...BETA_LOSS, help: `${BETA_LOSS.help} ${FIRST_ONLY}`, detail: true },
  ],
  probes: [
    {
      id: "westwood-bandwidth",
      label: "bandwidth estimate",
      unit: "per-s",
      help: "Twice filtered rate at which segments were delivered, in segments per second.",
    },
    {
      id: "westwood-window",
      label: "window without a queue",
      unit: "segments",
      help: "Bandwidth estimate times smallest RTT: what a loss or a mark would leave.",
    },
  ],
  deviations: [
    {
      subject: "when ssthresh is set",
      text: "Linux: half the window first, the estimate at the end of recovery",
      here: "when the reduction begins, as the papers",
    },
    {
      subject: "smallest RTT",
      text: "Linux: of SRTT",
      here: "of single samples",
      effect: "a smaller window",
    },
    {
      subject: "marks",
      text: "older than ABE",
      here: "cut by the estimate, as a loss does",
      effect: "β_ecn has no effect once there is an estimate",
    },
    {
      subject: "a cut without an estimate",
      here: "keeps β_loss or β_ecn of cwnd, as NewReno; so does one after a timeout, before there is an RTT again",
    },
  ],
};

export const westwood: CongestionControlDefinition = {
  ...westwoodDeclaration,
  create: (values) => new Westwood(values),
};
