/**
 * H-TCP: grows the faster the longer ago the last congestion signal was, and cuts to what the ratio of smallest and
 * largest RTT says the queue was. References: D. Leith, R. Shorten, "H-TCP" (PFLDnet 2004), draft-leith-tcp-htcp-06;
 * Linux tcp_htcp.c.
 */
import { clamp } from "../core/math.ts";
import type { BooleanParam, ParamValue, ParamValues } from "../params/param.ts";
import { booleanOf, msToNs, NS_PER_S, readBoolean } from "../params/read.ts";
import type { SenderState } from "../tcp/sender-state.ts";
import type { Explanation, SenderDecision } from "../why/explanation.ts";
import { numberText, quantity, timeText } from "../why/formats.ts";
import { Backoff, betaParams, cut } from "./backoff.ts";
import { type CutFraction, explainCut, fractionOf, fractionSentence } from "./backoff-words.ts";
import type {
  CongestionControl,
  CongestionControlDeclaration,
  CongestionControlDefinition,
} from "./congestion-control.ts";
import { HtcpThroughput } from "./htcp-throughput.ts";
import { additiveIncrease, slowStart } from "./window-growth.ts";

/** Δ_L: so long after a signal growth is NewReno's. */
const LOW_SPEED_S = 1;
const BETA_MIN = 0.5;
const BETA_MAX = 0.8;
/** A sample this far above the largest RTT so far is taken for an outlier (Linux). */
const MAX_RTT_STEP_NS = msToNs(20);
/** How much of the queue seen so far the largest RTT remembers after a signal (Linux). */
const MAX_RTT_MEMORY = 0.95;

/** Segments per round trip `sinceS` after a signal, before it is scaled with β. */
export function htcpIncrease(sinceS: number): number {
  const t = sinceS - LOW_SPEED_S;
  return t <= 0 ? 1 : 1 + 10 * t + (t / 2) * (t / 2);
}

/** Linux's use_rtt_scaling: growth per second as if the round trip took 100 ms, where it takes 10 ms to 200 ms. */
export function rttScaled(increase: number, minRttNs: number): number {
  const scale = clamp((0.1 * NS_PER_S) / minRttNs, 0.5, 10);
  return Math.max(1, increase / scale);
}

/** How the last signal came to its ratio. */
const FIRST = 0;
const CHANGED = 1;
const STEADY_ONCE = 2;
const MEASURED = 3;
const NOT_GROWING = -1;

class Htcp implements CongestionControl {
  private readonly backoff: Backoff;
  private readonly throughput = new HtcpThroughput();
  private adaptiveBackoff: boolean;
  private rttScaling: boolean;
  private alpha = 1;
  /** What the ratio of RTTs says; 0.5 while it is not to be trusted. */
  private ratio = BETA_MIN;
  /** The congestion signal before this one left the throughput as it was. */
  private steady = false;
  private reducing = false;
  /** When growth began again after the last signal. */
  private signalNs = 0;
  private minRttNs = Number.POSITIVE_INFINITY;
  private maxRttNs = 0;
  // What the last signal found: for how long cwnd had been growing, and the RTTs whose ratio it took, or why it did not.
  private grewNs = NOT_GROWING;
  private verdict = FIRST;
  private ratioMinNs = 0;
  private ratioMaxNs = 0;

  constructor(values: ParamValues) {
    this.backoff = new Backoff(values);
    this.adaptiveBackoff = readBoolean(values, "htcp-adaptive-backoff");
    this.rttScaling = readBoolean(values, "htcp-rtt-scaling");
  }

  onRttSample(_state: SenderState, rttNs: number): void {
    if (rttNs < this.minRttNs) this.minRttNs = rttNs;
    if (this.reducing) return;
    if (this.maxRttNs < this.minRttNs) this.maxRttNs = this.minRttNs;
    if (rttNs > this.maxRttNs && rttNs <= this.maxRttNs + MAX_RTT_STEP_NS) this.maxRttNs = rttNs;
  }

  onAck(state: SenderState, acked: number): void {
    if (this.reducing) {
      this.reducing = false;
      this.signalNs = state.nowNs;
    }
    this.throughput.take(state, state.cwnd - this.alpha, acked, this.minRttNs, state.nowNs - this.signalNs);
    const left = state.inSlowStart ? slowStart(state, acked) : acked;
    if (left === 0) return;
    this.alpha = this.increaseAfter(state.nowNs - this.signalNs);
    // Never faster than slow start, however long ago the last signal was.
    additiveIncrease(state, Math.max(1, state.cwnd / this.alpha), left);
  }

  ssthreshAfterLoss(state: SenderState): number {
    this.onSignal(state);
    return cut(state, this.betaFrom(this.backoff.betaLoss));
  }

  ssthreshAfterMark(state: SenderState): number {
    this.onSignal(state);
    return cut(state, this.betaFrom(this.backoff.betaEcn));
  }

  onTimeout(): void {
    this.reducing = true;
    this.throughput.pause();
  }

  configure(id: string, value: ParamValue): void {
    if (this.backoff.set(id, value)) return;
    if (id === "htcp-adaptive-backoff") this.adaptiveBackoff = booleanOf(value, id);
    else if (id === "htcp-rtt-scaling") this.rttScaling = booleanOf(value, id);
    else throw new Error(`H-TCP has no parameter ${id}`);
  }

  probe(index: number): number {
    return index === 0 ? this.alpha : this.betaFrom(this.backoff.betaLoss);
  }

  /** Adaptive backoff: the ratio counts from the third signal in a row at which the throughput was the same. */
  private onSignal(state: SenderState): void {
    const { minRttNs, maxRttNs } = this;
    this.grewNs = this.reducing || state.inSlowStart ? NOT_GROWING : state.nowNs - this.signalNs;
    const { hasBefore } = this.throughput;
    if (!this.throughput.isSteady()) {
      this.ratio = BETA_MIN;
      this.steady = false;
      this.verdict = hasBefore ? CHANGED : FIRST;
    } else if (this.steady && maxRttNs > 0) {
      this.ratio = clamp(minRttNs / maxRttNs, BETA_MIN, BETA_MAX);
      this.verdict = MEASURED;
      this.ratioMinNs = minRttNs;
      this.ratioMaxNs = maxRttNs;
    } else {
      this.ratio = BETA_MIN;
      this.steady = true;
      this.verdict = STEADY_ONCE;
    }
    if (maxRttNs > minRttNs) this.maxRttNs = minRttNs + (maxRttNs - minRttNs) * MAX_RTT_MEMORY;
    this.reducing = true;
    this.throughput.pause();
  }

  explain(state: SenderState, decision: SenderDecision): Explanation | null {
    const given = fractionOf(this.backoff, decision);
    const beta = this.betaFrom(given.beta);
    const cut = beta > given.beta ? { name: "β", beta } : given;
    const why = [
      this.adaptiveBackoff ? this.backoffSentence(given) : fractionSentence(this.backoff, decision),
    ];
    if (this.grewNs !== NOT_GROWING) {
      const alpha = quantity(this.alpha, "segments");
      why.unshift(
        `Δ = ${timeText(this.grewNs)} without a signal had brought growth to α = ${alpha} in a round trip.`,
      );
    }
    return explainCut(state, decision, cut, why);
  }

  private backoffSentence(given: CutFraction): string {
    const left = `so the cut leaves ${numberText(this.betaFrom(given.beta))} of cwnd.`;
    if (this.verdict === FIRST) return `There is no throughput of an earlier signal to compare with, ${left}`;
    if (this.verdict === CHANGED)
      return `The throughput is not within a fifth of what it was at the signal before, ${left}`;
    if (this.verdict === STEADY_ONCE)
      return `The throughput has been steady for one signal, not yet for two, ${left}`;
    const [smallest, largest] = [timeText(this.ratioMinNs), timeText(this.ratioMaxNs)];
    const ratio = `Smallest over largest RTT is ${smallest}/${largest} = ${numberText(this.ratioMinNs / this.ratioMaxNs)}`;
    if (this.ratio <= given.beta) return `${ratio}, no more than ${given.name} = ${numberText(given.beta)}.`;
    return `${ratio}, held within ${BETA_MIN} and ${BETA_MAX}: a cut to that empties the queue.`;
  }

  private betaFrom(least: number): number {
    return this.adaptiveBackoff ? Math.max(least, this.ratio) : least;
  }

  /** 2·(1 - β) makes up for gentler cuts, so that shares do not depend on β. */
  private increaseAfter(sinceNs: number): number {
    const increase = htcpIncrease(sinceNs / NS_PER_S);
    const scaled = this.rttScaling ? rttScaled(increase, this.minRttNs) : increase;
    return 2 * (1 - this.betaFrom(this.backoff.betaLoss)) * scaled;
  }
}

const SWITCHES: readonly BooleanParam[] = [
  {
    kind: "boolean",
    id: "htcp-adaptive-backoff",
    label: "Adaptive backoff",
    default: true,
    help: "Keep smallest over largest RTT of cwnd on a signal, within 0.5 and 0.8, unless the throughput has just changed by a fifth.",
    cite: "draft-leith-tcp-htcp-06; Linux tcp_htcp.c",
  },
  {
    kind: "boolean",
    id: "htcp-rtt-scaling",
    label: "RTT scaling",
    default: false,
    help: "Scale growth by RTT/100 ms, so that flows of unequal round trips grow alike in time.",
    cite: "Linux tcp_htcp.c use_rtt_scaling",
    detail: true,
  },
];

const LEAST = "Adaptive backoff keeps more where the RTTs say that the queue was short.";
const [BETA_ECN, BETA_LOSS] = betaParams(BETA_MIN, "draft-leith-tcp-htcp-06");

export const htcpDeclaration: CongestionControlDeclaration = {
  id: "htcp",
  label: "H-TCP",
  family: "Fast long paths",
  summary:
    "Grows faster the longer there was no signal, for fast long paths, and cuts to what empties the queue by its RTTs.",
  cite: "draft-leith-tcp-htcp-06; Linux tcp_htcp.c",
  params: [
    { ...BETA_ECN, help: `${BETA_ECN.help} ${LEAST}` },
    { ...BETA_LOSS, help: `${BETA_LOSS.help} ${LEAST}` },
    ...SWITCHES,
  ],
  probes: [
    {
      id: "htcp-alpha",
      symbol: "α",
      label: "growth in a round trip",
      unit: "segments",
      help: "Segments that cwnd grows by in a round trip: more, the longer ago the last signal was.",
    },
    {
      id: "htcp-beta",
      symbol: "β",
      label: "what a loss leaves",
      unit: "ratio",
      help: "Smallest over largest RTT at the last signal, within 0.5 and 0.8; β_loss after a change of throughput.",
    },
  ],
  deviations: [
    {
      subject: "scaling by RTT",
      text: "Linux: on; FreeBSD: off",
      here: "off",
      effect: "`--htcp-rtt-scaling on`",
    },
    {
      subject: "precision",
      text: "Linux: α and β in 1/128, no β from RTTs of 10 ms or less",
      here: "real numbers",
      effect: "adaptive backoff on short paths, too",
    },
    { subject: "β and growth", here: "α makes up for β_loss, also after marks" },
    {
      subject: "throughput",
      text: "Linux: over all ACKs",
      here: "over those that may grow cwnd",
      effect: "senders that are not limited by cwnd",
    },
  ],
};

export const htcp: CongestionControlDefinition = {
  ...htcpDeclaration,
  create: (values) => new Htcp(values),
};
