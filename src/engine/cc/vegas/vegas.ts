/**
 * Vegas: keeps between α and β segments in the queue, based on the RTT alone, and therefore stops growing before
 * losses or marks occur. References: L. Brakmo, L. Peterson, "TCP Vegas" (JSAC 13(8), 1995); Linux tcp_vegas.c, which
 * moves cwnd once per round trip by the minimum RTT of that round trip.
 */

import type { Explanation, SenderDecision } from "../../explain/explanation.ts";
import { fact, own, type Said, sentence } from "../../explain/facts.ts";
import { numberText, quantity, timeText } from "../../explain/formats.ts";
import { type NumberParam, type ParamValue, type ParamValues, range } from "../../params/param.ts";
import { NS_PER_MS, NS_PER_S, numberOf } from "../../params/read.ts";
import type { SenderState } from "../../tcp/sender-state.ts";
import { BackoffControl, betaParams, cut, explainCut, fractionOf, fractionSentence } from "../backoff.ts";
import type { CongestionControlCard, CongestionControlDefinition } from "../congestion-control.ts";
import { growAsReno, slowStart } from "../window-growth.ts";

/** RTT samples needed per round trip; fewer may all come from delayed ACKs. */
const MIN_SAMPLES = 3;
const NO_ROUND = -1;

class Vegas extends BackoffControl {
  private alpha = 0;
  private beta = 0;
  private gamma = 0;
  /** Minimum RTT of all samples (ns): the path without a queue, as far as it is known. */
  private baseRttNs = Number.POSITIVE_INFINITY;
  /** Segment number whose ACK ends the current round trip. */
  private roundEnd = NO_ROUND;
  private roundMinRttNs = Number.POSITIVE_INFINITY;
  private samples = 0;
  /** Number of segments in the queue in the last round trip, estimated from the RTT. */
  private diff = Number.NaN;
  /** Window and minimum RTT from which `diff` was computed. */
  private diffCwnd = 0;
  private diffRttNs = 0;

  constructor(values: ParamValues) {
    super(vegas);
    this.setAll(values);
  }

  override onRttSample(_state: SenderState, rttNs: number): void {
    if (rttNs < this.baseRttNs) this.baseRttNs = rttNs;
    if (rttNs < this.roundMinRttNs) this.roundMinRttNs = rttNs;
    this.samples++;
  }

  /** Adjusts cwnd: at each ACK in slow start, otherwise once per round trip. */
  override onAck(state: SenderState, acked: number): void {
    if (state.inLoss) {
      // After a timeout the ACKs are for earlier or retransmitted segments and do not measure the current window.
      growAsReno(state, acked);
      return;
    }
    if (this.roundEnd === NO_ROUND) this.beginRound(state);
    if (state.una > this.roundEnd) this.endRound(state, acked);
    else if (state.inSlowStart) slowStart(state, acked);
  }

  override ssthreshAfterLoss(state: SenderState): number {
    this.roundEnd = NO_ROUND;
    return cut(state, this.betaLoss);
  }

  override ssthreshAfterMark(state: SenderState): number {
    this.roundEnd = NO_ROUND;
    return cut(state, this.betaEcn);
  }

  override onTimeout(): void {
    this.roundEnd = NO_ROUND;
  }

  /** Measures the path from scratch after a pause, as Linux does. */
  onIdle(): void {
    this.baseRttNs = Number.POSITIVE_INFINITY;
    this.roundEnd = NO_ROUND;
  }

  protected override set(id: string, value: ParamValue): boolean {
    if (id === "vegas-alpha") this.alpha = numberOf(value, id);
    else if (id === "vegas-beta") this.beta = numberOf(value, id);
    else if (id === "vegas-gamma") this.gamma = numberOf(value, id);
    else return super.set(id, value);
    return true;
  }

  override probe(index: number): number {
    if (index === 0) return this.diff;
    return this.baseRttNs === Number.POSITIVE_INFINITY ? Number.NaN : this.baseRttNs / NS_PER_MS;
  }

  override explain(state: SenderState, decision: SenderDecision): Explanation | null {
    if (decision.event === "slowStartExit") return this.explainExit(decision);
    const why: Said[] = [fractionSentence(this, decision)];
    if (!Number.isNaN(this.diff)) {
      const least = fact.number(this.alpha, "segments", own.param("vegas-alpha"));
      const most = fact.number(this.beta, "segments", own.param("vegas-beta"));
      why.push(
        sentence`Diff, its own part of the queue, was ${this.ownPart} in the last round trip; Vegas wants α = ${least} to β = ${most}.`,
      );
    }
    return explainCut(state, decision, fractionOf(this, decision), why);
  }

  private explainExit({ after }: SenderDecision): Explanation {
    const { baseRttNs, diffCwnd, diffRttNs } = this;
    const [base, rtt, cwnd] = [timeText(baseRttNs), timeText(diffRttNs), numberText(diffCwnd)];
    const rateAt = (name: string, ns: number) => fact.segmentRate((diffCwnd * NS_PER_S) / ns, own.term(name));
    const window = fact.segments(diffCwnd, own.term("cwnd"));
    const shortest = fact.duration(baseRttNs, own.term("BaseRTT"));
    const took = fact.duration(diffRttNs, own.term("RTT"));
    const gamma = fact.number(this.gamma, "segments", own.param("vegas-gamma"));
    return {
      sentences: [
        sentence`Without a queue ${window} in BaseRTT = ${shortest} would be ${rateAt("expected", baseRttNs)}; in the ${took} that the round trip took they were ${rateAt("actual", diffRttNs)}.`,
        sentence`So Diff, its own part of the queue, is ${this.ownPart}, more than γ = ${gamma}: slow start is over.`,
        sentence`cwnd is ${fact.segments(after, own.after)} now, enough for that rate without a queue.`,
      ],
      formula: `Diff = cwnd × (RTT − BaseRTT)/BaseRTT = ${cwnd} × (${rtt} − ${base})/${base} = ${this.ownText}`,
    };
  }

  private get ownPart(): Said {
    return fact.segments(this.diff, own.term("Diff"));
  }

  private get ownText(): string {
    return quantity(this.diff, "segments");
  }

  private beginRound(state: SenderState): void {
    this.roundEnd = state.nxt;
    this.roundMinRttNs = Number.POSITIVE_INFINITY;
    this.samples = 0;
  }

  private endRound(state: SenderState, acked: number): void {
    if (this.samples < MIN_SAMPLES) growAsReno(state, acked);
    else {
      const { baseRttNs, roundMinRttNs } = this;
      this.diff = (state.cwnd * (roundMinRttNs - baseRttNs)) / baseRttNs;
      this.diffCwnd = state.cwnd;
      this.diffRttNs = roundMinRttNs;
      if (state.inSlowStart) this.inSlowStart(state, acked);
      else this.adjust(state);
      // The current window worked until now, so at least three quarters of it are kept as ssthresh (Linux
      // tcp_current_ssthresh).
      state.ssthresh = Math.max(state.ssthresh, Math.floor(state.cwnd / 2) + Math.floor(state.cwnd / 4));
    }
    this.beginRound(state);
  }

  /**
   * Ends slow start when more than γ segments are in the queue. cwnd becomes the window that the achieved rate would
   * need on a path without a queue.
   */
  private inSlowStart(state: SenderState, acked: number): void {
    if (Math.floor(this.diff) <= this.gamma) {
      slowStart(state, acked);
      return;
    }
    const target = Math.floor((state.cwnd * this.baseRttNs) / this.roundMinRttNs);
    state.cwnd = Math.max(state.minCwnd, Math.min(state.cwnd, target + 1));
    state.ssthresh = Math.min(state.ssthresh, state.cwnd);
  }

  private adjust(state: SenderState): void {
    const diff = Math.floor(this.diff);
    if (diff > this.beta) {
      state.cwnd = Math.max(state.minCwnd, state.cwnd - 1);
      // If cwnd were below ssthresh, slow start would start again.
      state.ssthresh = Math.min(state.ssthresh, state.cwnd);
    } else if (diff < this.alpha) state.cwnd++;
  }
}

const CITE = "Brakmo & Peterson (1995); Linux tcp_vegas.c";

const THRESHOLD = { min: 0, max: 50, step: 1, integer: true };

const THRESHOLDS: readonly NumberParam[] = [
  {
    id: "vegas-alpha",
    symbol: "α",
    label: "Fewest in the queue",
    unit: "segments",
    ...range({ ...THRESHOLD, default: 2 }),
    help: "If fewer of the flow's segments than this are in the queue, cwnd grows by one per round trip.",
    cite: CITE,
    main: {},
  },
  {
    id: "vegas-beta",
    symbol: "β",
    label: "Most in the queue",
    unit: "segments",
    ...range({ ...THRESHOLD, default: 4 }),
    help: "If more of the flow's segments than this are in the queue, cwnd shrinks by one per round trip.",
    cite: CITE,
  },
  {
    id: "vegas-gamma",
    symbol: "γ",
    label: "End of slow start",
    unit: "segments",
    ...range({ ...THRESHOLD, default: 1 }),
    help: "Slow start ends when more of the flow's segments than this are in the queue.",
    cite: CITE,
  },
];

export const vegasCard: CongestionControlCard = {
  id: "vegas",
  label: "Vegas",
  family: "By delay or bandwidth",
  summary:
    "Watches its round-trip time and keeps only a few of its segments in the queue. Vegas flows alone keep the queue short, but next to senders that fill the queue Vegas gets little.",
  cite: "Brakmo & Peterson, JSAC 1995; Linux tcp_vegas.c",
  params: [...THRESHOLDS, ...betaParams(0.5, "RFC 5681 §3.1")],
  probes: [
    {
      id: "vegas-diff",
      symbol: "Diff",
      label: "queued segments of the flow",
      unit: "segments",
      help: "cwnd·(RTT - BaseRTT)/BaseRTT in the last round trip, which is compared with α and β.",
    },
    {
      id: "vegas-base-rtt",
      symbol: "BaseRTT",
      label: "smallest RTT",
      unit: "ms",
      help: "The smallest round-trip time so far, used as the RTT of the path without a queue.",
    },
  ],
};

export const vegas: CongestionControlDefinition = {
  ...vegasCard,
  create: (values) => new Vegas(values),
};
