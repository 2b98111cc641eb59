/**
 * DCTCP: NewReno that reduces cwnd, for a window with marks, in proportion to the share of marked segments.
 * References: RFC 8257 §3.3; Alizadeh et al., "Data Center TCP" (2010); Linux 7.3 tcp_dctcp.c, which 6.1 agrees with.
 * The receiver's part is in tcp/ecn.ts.
 */

import type { Explanation, SenderDecision } from "../../explain/explanation.ts";
import { fact, own, type Said, sentence } from "../../explain/facts.ts";
import { numberText } from "../../explain/formats.ts";
import {
  type BooleanParam,
  type EnumParam,
  type NumberParam,
  type ParamValue,
  type ParamValues,
  type Phase,
  range,
} from "../../params/param.ts";
import { numberOf, textOf } from "../../params/read.ts";
import type { AckSample } from "../../tcp/ack-sample.ts";
import type { SenderState } from "../../tcp/sender-state.ts";
import { BackoffControl, betaParams, boundSentence, explainCut, leftText } from "../backoff.ts";
import type { CongestionControlCard, CongestionControlDefinition } from "../congestion-control.ts";

/** Returns a sentence on α; also used by Prague. */
export function alphaSentence(alpha: number, markedShare: number): Said {
  const average = fact.number(alpha, "1", own.term("α"));
  if (Number.isNaN(markedShare))
    return sentence`α is still at its start, ${average}: first marks are taken for serious.`;
  return sentence`Of the last whole window ${fact.share(markedShare, own.term("marked share"))} of the segments were marked; α, their moving average, is ${average}.`;
}

/** A round of α: the share of marked segments is counted over one window of data. Prague has the same rounds. */
export const ALPHA_ROUND: Phase = {
  id: "alpha-round",
  tone: "grow",
  label: "round of α",
  noun: "rounds of α",
  help: "One window of data, for which the share of marked segments is counted; α is updated at its end.",
  value: { name: "α", unit: "ratio" },
};

/** DCTCP_MAX_ALPHA: Linux counts α in whole parts of this number. */
const ALPHA_PARTS = 1024;

/** Growth and the reaction to losses are standard TCP (RFC 8257 §3.4, §3.5). */
class Dctcp extends BackoffControl {
  private g = 0;
  private isWhole = true;
  /**
   * Moving average of the marked share. It starts at 1, so that the first marks have a strong effect (RFC 8257 §3.3
   * step 8).
   */
  private alpha = 1;
  /** Marked share of the last window; NaN before the first window has ended. */
  private markedShare = Number.NaN;
  /** DCTCP.WindowEnd, and the totals at the start of that window; -1 before the first ACK. */
  private windowEnd = -1;
  private deliveredBefore = 0;
  private markedBefore = 0;

  constructor(values: ParamValues) {
    super(dctcp);
    this.setAll(values);
  }

  /** Moves α towards the marked share once per window (RFC 8257 §3.3 steps 1 to 7). */
  onSample(state: SenderState, sample: AckSample): void {
    if (this.windowEnd < 0) {
      this.deliveredBefore = sample.deliveredTotal - sample.delivered;
      this.markedBefore = sample.markedTotal - sample.marked;
    }
    if (state.una < this.windowEnd) return;
    const delivered = sample.deliveredTotal - this.deliveredBefore;
    const marked = sample.markedTotal - this.markedBefore;
    const share = delivered > 0 ? marked / delivered : 0;
    this.markedShare = share;
    this.alpha = this.isWhole
      ? wholeAlpha(this.alpha, this.g, marked, delivered)
      : this.alpha + this.g * (share - this.alpha);
    this.windowEnd = state.nxt;
    this.deliveredBefore = sample.deliveredTotal;
    this.markedBefore = sample.markedTotal;
    state.enter(ALPHA_ROUND, this.alpha);
  }

  /** Reduces cwnd (RFC 8257 §3.3 step 9) by whole segments, rounded down as in Linux. */
  override ssthreshAfterMark(state: SenderState): number {
    // Without the tolerance, an α that approaches 0.2 and stops at 0.1999… would be rounded wrongly.
    return Math.max(state.minCwnd, state.cwnd - Math.floor((state.cwnd * this.alpha) / 2 + 1e-9));
  }

  protected override set(id: string, value: ParamValue): boolean {
    if (id === GAIN.id) this.g = numberOf(value, id);
    else if (id === ALPHA.id) this.isWhole = textOf(value, id) === "linux";
    // Whether data packets carry ECT(1) is agreed when the connection opens, so the connection reads this parameter.
    else if (id !== ECT1.id) return super.set(id, value);
    return true;
  }

  override probe(): number {
    return this.alpha;
  }

  explainPhase(): Explanation {
    return { sentences: [alphaSentence(this.alpha, this.markedShare)] };
  }

  override explain(state: SenderState, decision: SenderDecision): Explanation | null {
    const { event, before, after } = decision;
    if (event !== "ecnReduction") {
      const ofLoss = fact.number(this.betaLoss, "1", own.param("beta-loss"));
      const why = sentence`A loss leaves β_loss = ${ofLoss} of cwnd, whatever α is (RFC 8257 §3.5).`;
      return explainCut(state, decision, { name: "β_loss", beta: this.betaLoss }, [why]);
    }
    const kept = before * (1 - this.alpha / 2);
    const alpha = numberText(this.alpha);
    const last =
      after === before && kept >= state.minCwnd
        ? "cwnd is not reduced by less than a whole segment."
        : boundSentence(state, decision, kept);
    return {
      sentences: [
        alphaSentence(this.alpha, this.markedShare),
        "DCTCP gives up half that share, α/2, of cwnd.",
        last,
      ],
      formula: `cwnd × (1 − α/2) = ${numberText(before)} × (1 − ${alpha}/2) = ${leftText(kept, after)}`,
    };
  }
}

/**
 * Returns the new α as Linux computes it (dctcp_update_alpha), as a whole number of 1/1024, with both products
 * rounded down. With g = 1/16, a window with less than one mark in 64 adds nothing, and an α below 16/1024 falls to
 * zero after one window without marks.
 */
function wholeAlpha(alpha: number, g: number, marked: number, delivered: number): number {
  const parts = alpha * ALPHA_PARTS;
  const lost = Math.floor(parts * g);
  const gained = marked > 0 ? Math.floor((marked * ALPHA_PARTS * g) / Math.max(1, delivered)) : 0;
  return Math.min(ALPHA_PARTS, parts - (lost === 0 ? parts : lost) + gained) / ALPHA_PARTS;
}

const GAIN: NumberParam = {
  id: "dctcp-g",
  symbol: "g",
  label: "EWMA gain g of α",
  unit: "ratio",
  ...range({ default: 0.0625, min: 0.001, max: 1, step: 0.0025, scale: "log" }),
  help: "Weight of the newest window of data in α, the moving average of the share of marked segments.",
  cite: "RFC 8257 §4.2",
};

const ALPHA: EnumParam = {
  kind: "enum",
  id: "dctcp-alpha",
  label: "α is",
  default: "linux",
  help: "Resolution of α. It decides who gets a fast link: at 100 Mbps and 20 ms over DualPI2 only few segments of a window are marked, so Linux's α is 0 most of the time, and DCTCP leaves little to CUBIC.",
  cite: "Linux tcp_dctcp.c; RFC 8257 §3.3",
  detail: true,
  options: [
    {
      value: "linux",
      label: "in 1/1024",
      help: "In steps of 1/1024, rounded down: less than one mark in 64 adds nothing, and α falls to 0 from below 16/1024.",
    },
    { value: "real", label: "a real number", help: "As in RFC 8257, the paper and ns-3." },
  ],
};

const ECT1: BooleanParam = {
  kind: "boolean",
  id: "dctcp-ect1",
  label: "ECT(1)",
  default: false,
  help: "Data is sent as ECT(1), so a DualPI2 queue puts it into the L queue. Linux sends ECT(0).",
  cite: "RFC 9331 §4.1",
  live: false,
  whyNotLive: "Connections take it when they start.",
  detail: true,
};

export const dctcpCard: CongestionControlCard = {
  id: "dctcp",
  label: "DCTCP",
  family: "Data centres and L4S",
  summary:
    "Measures the share of its packets that are marked, and reduces its window by half that share: few marks cause a small reduction. With a low step threshold the queue stays short and the link full. It is designed for data centers.",
  cite: "RFC 8257",
  params: [GAIN, ALPHA, ECT1, betaParams(0.5, "RFC 8257 §3.5")[1]],
  probes: [
    {
      id: "dctcp-alpha",
      symbol: "α",
      label: "share of marks",
      unit: "ratio",
      help: "Moving average of the share of marked segments; half of it is cut from cwnd.",
    },
  ],
  phases: [ALPHA_ROUND],
  feedback: "dctcp",
  ecnBy: (values) => ({ ect1: values[ECT1.id] === true }),
  needsEcn: "DCTCP knows congestion by marks; without them it would be NewReno.",
  samples: true,
};

export const dctcp: CongestionControlDefinition = {
  ...dctcpCard,
  create: (values) => new Dctcp(values),
};
