/**
 * CUBIC: cwnd follows a cubic function of the time since the last cut, which is flat near the old peak. Reference:
 * RFC 9438 with Linux's details (tcp_cubic.c): cwnd grows by at most one segment per two acknowledged segments;
 * growth.ts computes the rate below that limit. ABE (RFC 8511) replaces β in the cut only; the Reno-friendly
 * increase keeps the standard value.
 */

import type { Explanation, SenderDecision } from "../../explain/explanation.ts";
import { fact, own, type Said, sentence } from "../../explain/facts.ts";
import { numberText, timeText } from "../../explain/formats.ts";
import { type EnumParam, type ParamValue, type ParamValues, range } from "../../params/param.ts";
import { booleanOf, NS_PER_S, numberOf, textOf } from "../../params/read.ts";
import type { SenderState } from "../../tcp/sender-state.ts";
import {
  BackoffControl,
  betaParams,
  boundSentence,
  cut,
  cutFormula,
  explainTimeout,
  type Fractions,
  fractionOf,
  fractionSentence,
  isLeast,
  loweredBy,
} from "../backoff.ts";
import type { CongestionControlCard, CongestionControlDefinition } from "../congestion-control.ts";
import { additiveIncrease, increaseByAcks, slowStart } from "../window-growth.ts";
import type { CubicEpoch } from "./growth.ts";
import { CONCAVE, CONVEX, CubicGrowth, type CubicRegion, cubicK, NEVER, RENO_FRIENDLY } from "./growth.ts";
import { HystartLinux, HystartPlusPlus } from "./hystart.ts";

interface CubicCut {
  /** The curve at the time of the cut; null if growth along a curve had not started. */
  readonly epoch: CubicEpoch | null;
  readonly wasSlowStart: boolean;
  /** W_max before and after the cut; 0 if unknown. */
  readonly peakBefore: number;
  readonly wMax: number;
  readonly c: number;
  /** K of the curve that starts after the cut. */
  readonly nextK: number;
}

/** Returns a sentence on the region at the cut (RFC 9438 §4.3 to §4.5). */
function regionSentence({ epoch, wasSlowStart }: CubicCut, cwnd: number): Said {
  if (wasSlowStart) return "cwnd was still in slow start.";
  if (epoch === null) return "cwnd had not started to grow again since the last cut.";
  const { sinceS, curve, k, origin, wEst, isReno } = epoch;
  if (isReno)
    return sentence`cwnd grew as with NewReno (the Reno-friendly region): W_est = ${segments("W_est", wEst)} was above the curve's ${fact.number(curve, "segments", own.term("W_cubic"))}.`;
  const at = sentence`${inTime("t", sinceS)} into its curve`;
  const peak = segments("old peak", origin);
  if (cwnd < origin)
    return sentence`cwnd was below its old maximum of ${peak}, ${at}. There CUBIC grows more and more slowly (the concave region), and the curve reaches the maximum after K = ${inTime("old K", k)}.`;
  return sentence`cwnd was above its old maximum of ${peak}, ${at}. There CUBIC grows faster and faster (the convex region).`;
}

/** Returns a sentence on the new peak (RFC 9438 §4.7). */
function peakSentence({ peakBefore, wMax, nextK }: CubicCut, { before, after }: SenderDecision): Said {
  const back = wMax > after ? sentence`after K = ${inTime("K", nextK)}` : "at once";
  const peak = segments("W_max", wMax);
  if (wMax < before)
    return sentence`cwnd had not come back to W_max = ${segments("W_max before", peakBefore)}, so fast convergence sets it to ${peak}, to leave room; the new curve is there ${back}.`;
  return sentence`W_max is now ${peak}; the new curve is back there ${back}.`;
}

/** Explains the current curve in the terms of RFC 9438 §4.3 to §4.5. */
function explainRegion(
  { phase, sinceS, curve, k, origin, wEst }: CubicRegion,
  c: number,
  lowered: Said,
): Explanation {
  const peak = segments("old peak", origin);
  const at = inTime("t", sinceS);
  const formula = `W_cubic(t) = C·(t − K)³ + W_max = ${numberText(c)}·(${numberText(sinceS)} − ${numberText(k)})³ + ${numberText(origin)}`;
  if (phase === RENO_FRIENDLY)
    return {
      sentences: [
        sentence`cwnd follows the Reno-friendly window, W_est = ${segments("W_est", wEst)}, because that is above the curve, which is heading for ${fact.number(curve, "segments", own.term("W_cubic"))}: at short round trips and small windows CUBIC grows as NewReno does.`,
      ],
      formula: `W_est = ${numberText(wEst)} > W_cubic = ${numberText(curve)}`,
    };
  if (phase === CONCAVE)
    return {
      sentences: [
        sentence`The curve is ${at} old and concave, below its plateau, W_max = ${peak}${lowered}: growth slows down until it is there, K = ${inTime("old K", k)} after its start.`,
      ],
      formula,
    };
  const since = k > 0 ? sentence`K = ${inTime("old K", k)} after its start` : "from its start on";
  return {
    sentences: [
      sentence`The curve is ${at} old and convex, above its plateau, W_max = ${peak}${lowered}: it was there ${since}, and growth speeds up to find the new limit.`,
    ],
    formula,
  };
}

function explainCubicCut(
  state: SenderState,
  decision: SenderDecision,
  backoff: Fractions,
  found: CubicCut,
): Explanation {
  const { before, after } = decision;
  const cut = fractionOf(backoff, decision);
  const { wMax, c, nextK } = found;
  const wanted = cut.beta * before;
  const last = isLeast(state, wanted)
    ? boundSentence(state, decision, wanted)
    : peakSentence(found, decision);
  const k = `K = ∛((${numberText(wMax)} − ${numberText(after)})/${numberText(c)}) = ${timeText(nextK * NS_PER_S)}`;
  const lowered = wMax < before ? `; fast convergence: W_max = ${numberText(wMax)}` : "";
  const formula = `${cutFormula(cut, before, after)}${lowered}`;
  return {
    sentences: [regionSentence(found, before), fractionSentence(backoff, decision), last],
    formula: wMax > after ? `${formula}; ${k}` : formula,
  };
}

const segments = (name: string, window: number) => fact.segments(window, own.term(name));
const inTime = (name: string, seconds: number) => fact.duration(seconds * NS_PER_S, own.term(name));

/** Estimate of the segments that one ACK acknowledges, as in Linux's CUBIC before 4.0 (bictcp_acked). */
export class DelayedAckRatio {
  /** Moving average, in segments per ACK. */
  value = 2;

  add(acked: number): void {
    this.value = Math.min(this.value + (acked - this.value) / 16, 32);
  }
}

const MIN_SEGMENTS_PER_INCREASE = 2;
/** Resolution of β in fast convergence (BICTCP_BETA_SCALE): 0.7 becomes 717. */
const BETA_STEPS = 1024;

/** Returns the additive increase that shares fairly with Reno at this β (RFC 9438 §4.3 eq. 4). */
export function renoFriendlyAlpha(beta: number): number {
  return (3 * (1 - beta)) / (1 + beta);
}

class Cubic extends BackoffControl {
  private c = 0;
  private fastConvergence = false;
  private hystart = false;
  private hystartVariant = "";
  private readonly hystartLinux = new HystartLinux();
  private readonly hystartPlusPlus = new HystartPlusPlus();
  private countsAcks = false;
  private readonly segmentsPerAck = new DelayedAckRatio();
  private readonly growth = new CubicGrowth();
  // State at the last cut: inputs for W_max, whether cwnd was in slow start, and the curve.
  private peakBefore = 0;
  private cwndAtCut = 0;
  private wasSlowStart = false;
  private epochBefore = NEVER;

  constructor(values: ParamValues) {
    super(cubic);
    this.setAll(values);
  }

  override onAck(state: SenderState, acked: number): void {
    if (this.countsAcks) this.segmentsPerAck.add(acked);
    let left = acked;
    if (state.inSlowStart) {
      const paced = this.hystart && this.hystartVariant === "rfc9406";
      left = slowStart(state, paced ? this.hystartPlusPlus.growth(state, acked) : acked);
      if (left === 0 || state.inSlowStart) return;
    }
    if (this.countsAcks) {
      const segments = this.growth.segmentsPerIncrease(state, 1);
      increaseByAcks(state, Math.max(1, Math.floor(segments / this.segmentsPerAck.value)));
    } else {
      const segments = this.growth.segmentsPerIncrease(state, left);
      additiveIncrease(state, Math.max(segments, MIN_SEGMENTS_PER_INCREASE), left);
    }
  }

  override ssthreshAfterLoss(state: SenderState): number {
    return this.reduce(state, cut(state, this.betaLoss));
  }

  override ssthreshAfterMark(state: SenderState): number {
    return this.reduce(state, cut(state, this.betaEcn));
  }

  /** Resets the curve: the following epoch starts at the end of slow start (RFC 9438 §4.8). */
  override onTimeout(): void {
    this.growth.forget();
    this.hystartLinux.reset();
  }

  override onRttSample(state: SenderState, rttNs: number): void {
    const { growth } = this;
    if (!growth.measure(state, rttNs) || !this.hystart || !state.inSlowStart) return;
    const ends =
      this.hystartVariant === "linux"
        ? this.hystartLinux.sample(state, rttNs, growth.delayMinNs)
        : this.hystartPlusPlus.sample(state, rttNs);
    if (ends) state.ssthresh = state.cwnd;
  }

  /** Stops the curve's clock while the sender has nothing to send (RFC 9438 §5.8; Linux cubictcp_cwnd_event). */
  onIdle(state: SenderState, idleNs: number): void {
    // A curve that started after the last segment was sent is moved to the current time at most; without
    // app-limited-growth the curve is moved further.
    this.growth.wait(idleNs, state.remembersUse ? state.nowNs : Number.POSITIVE_INFINITY);
  }

  protected override set(id: string, value: ParamValue): boolean {
    if (id === "cubic-c") this.setC(numberOf(value, id));
    else if (id === "fast-convergence") this.fastConvergence = booleanOf(value, id);
    else if (id === "hystart") this.hystart = booleanOf(value, id);
    else if (id === "hystart-variant") this.hystartVariant = textOf(value, id);
    else if (id === ROUNDS.id) this.hystartLinux.countsSmall = textOf(value, id) === ALL;
    else if (id === COUNTS.id) this.countsAcks = textOf(value, id) === ACKS;
    else if (id === CLOCK.id) this.growth.setTicks(textOf(value, id) === TICKS);
    else return super.set(id, value);
    return true;
  }

  override probe(index: number): number {
    const { wMax, wEst, heading } = this.growth;
    if (index === 2) return heading;
    if (wMax === 0) return Number.NaN;
    return index === 0 ? wMax : wEst;
  }

  override explain(state: SenderState, decision: SenderDecision): Explanation | null {
    const { event } = decision;
    if (event === "slowStartExit")
      return this.hystartVariant === "linux"
        ? this.hystartLinux.explain(state)
        : this.hystartPlusPlus.explain();
    if (event === "rto") {
      const to = loweredBy(fractionOf(this, decision), state, decision);
      return explainTimeout(state, decision, to, [
        "W_max is forgotten: the next curve begins where slow start ends.",
      ]);
    }
    const { peakBefore, wasSlowStart, growth, c } = this;
    const { wMax } = growth;
    const nextK = wMax > decision.after ? cubicK(wMax, decision.after, c) : 0;
    const epoch = growth.tell(this.epochBefore, state);
    return explainCubicCut(state, decision, this, { epoch, wasSlowStart, peakBefore, wMax, c, nextK });
  }

  /** Sets W_max with fast convergence (RFC 9438 §4.6, §4.7). ABE changes only the cut, so W_max uses the standard β. */
  private reduce(state: SenderState, ssthresh: number): number {
    const { growth } = this;
    const { cwnd } = state;
    this.peakBefore = growth.wMax;
    this.cwndAtCut = cwnd;
    this.wasSlowStart = state.inSlowStart;
    this.epochBefore = growth.epoch;
    const shrinking = cwnd < growth.wMax;
    growth.wMax = shrinking && this.fastConvergence ? this.lowered(cwnd) : cwnd;
    growth.endEpoch();
    return ssthresh;
  }

  private lowered(cwnd: number): number {
    const beta = Math.round(this.betaLoss * BETA_STEPS);
    return Math.floor((cwnd * (BETA_STEPS + beta)) / (2 * BETA_STEPS));
  }

  explainPhase(state: SenderState): Explanation {
    const region = this.growth.region(state);
    if (region === null)
      return { sentences: ["CUBIC begins a new curve with the next segment that it adds."] };
    const { wMax } = this.growth;
    const lowered =
      wMax > 0 && wMax === region.origin && wMax < this.cwndAtCut
        ? sentence`, which fast convergence has lowered from ${fact.number(this.cwndAtCut, "segments", own.term("cwnd at the cut"))}`
        : "";
    return explainRegion(region, this.c, lowered);
  }

  private setC(c: number): void {
    this.c = c;
    this.growth.setC(c);
  }
}

const ALL = "all";

const ROUNDS: EnumParam = {
  kind: "enum",
  id: "hystart-rounds",
  label: "HyStart rounds",
  default: ALL,
  help: "When HyStart starts to count round trips.",
  cite: "Linux tcp_cubic.c",
  detail: true,
  options: [
    { value: ALL, label: "from the start", help: "From the start, as in Linux until 5.15 and since 6.14." },
    {
      value: "window-16",
      label: "from a window of 16",
      help: "As in Linux 5.16 to 6.13: rounds start when a queue has already built up, so slow start may end early.",
    },
  ],
};

const ACKS = "acks";

const COUNTS: EnumParam = {
  kind: "enum",
  id: "cubic-counts",
  label: "Growth counts",
  default: "segments",
  help: "Whether cwnd and the Reno-friendly window grow per acknowledged segment or per ACK.",
  cite: "RFC 9438 §4.3; Linux 3.17 tcp_cubic.c",
  detail: true,
  options: [
    {
      value: "segments",
      label: "segments",
      help: "Acknowledged segments, as in the RFC and in Linux since 4.0.",
    },
    {
      value: ACKS,
      label: "ACKs",
      help: "ACKs, as in Linux before 4.0. With one ACK for two segments the Reno-friendly window grows half as fast; the cubic curve compensates for it.",
    },
  ],
};

const TICKS = "ticks";

const CLOCK: EnumParam = {
  kind: "enum",
  id: "cubic-clock",
  label: "Clock",
  default: TICKS,
  help: "How often the rate of growth is recomputed.",
  cite: "RFC 9438 §4.2; Linux tcp_cubic.c",
  detail: true,
  options: [
    {
      value: TICKS,
      label: "ticks of 4 ms",
      help: "Once per tick, and once in 28 ms while cwnd does not change, as in Linux at 250 Hz.",
    },
    { value: "exact", label: "exact", help: "At each ACK, as in the RFC." },
  ],
};

export const cubicCard: CongestionControlCard = {
  id: "cubic",
  label: "CUBIC",
  family: "Common",
  summary:
    "After a cut the window grows fast, then slowly near its old maximum, then fast again: a cubic function of the time since the cut. It is the default of Linux, Windows and macOS.",
  cite: "RFC 9438; ABE: RFC 8511",
  params: [
    ...betaParams(0.7, "RFC 9438 §4.6"),
    {
      id: "cubic-c",
      symbol: "C",
      label: "Aggressiveness",
      unit: "ratio",
      ...range({ default: 0.4, min: 0.1, max: 1, step: 0.05 }),
      help: "Steepness of the cubic curve.",
      cite: "RFC 9438 §5",
      detail: true,
    },
    {
      kind: "boolean",
      id: "fast-convergence",
      label: "Fast convergence",
      default: true,
      help: "When cwnd shrinks from one cut to the next, lower the remembered maximum, so that a new flow gets its share sooner.",
      cite: "RFC 9438 §4.7",
    },
    {
      kind: "boolean",
      id: "hystart",
      label: "HyStart",
      default: true,
      help: "Leave slow start when the round-trip time rises, before the first loss or mark.",
      cite: "RFC 9406",
    },
    {
      kind: "enum",
      id: "hystart-variant",
      label: "HyStart variant",
      default: "linux",
      help: "Algorithm that ends slow start early.",
      cite: "RFC 9406; Linux tcp_cubic.c",
      detail: true,
      options: [
        { value: "linux", label: "Linux", help: "ACK train and delay increase, as Linux's CUBIC ships it." },
        { value: "rfc9406", label: "HyStart++", help: "Delay increase with conservative slow start." },
      ],
    },
    ROUNDS,
    COUNTS,
    CLOCK,
  ],
  probes: [
    {
      id: "w-max",
      symbol: "W_max",
      label: "plateau of the curve",
      unit: "segments",
      besideCwnd: true,
      help: "The plateau of the cubic curve: the window before the last cut, or less with fast convergence.",
    },
    {
      id: "w-est",
      symbol: "W_est",
      label: "Reno-friendly window",
      unit: "segments",
      besideCwnd: true,
      help: "The window that a Reno flow would have; cwnd is never below it.",
    },
    {
      id: "w-cubic",
      symbol: "W_cubic",
      label: "cubic curve",
      unit: "segments",
      besideCwnd: true,
      help: "The value of the cubic curve one round trip ahead; cwnd grows towards it.",
    },
  ],
  phases: [RENO_FRIENDLY, CONCAVE, CONVEX],
};

export const cubic: CongestionControlDefinition = {
  ...cubicCard,
  create: (values) => new Cubic(values),
};
