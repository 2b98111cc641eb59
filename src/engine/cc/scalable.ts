/**
 * Scalable TCP: growth and cut are both in proportion to the window, so that the time to recover from a signal does not
 * depend on the path's rate. Reference: T. Kelly, "Scalable TCP" (CCR 33(2), 2003); below the window at which both grow
 * alike it grows as NewReno, as Linux's tcp_scalable.c has it.
 */
import { ln } from "../core/math.ts";
import type { Explanation, SenderDecision } from "../explain/explanation.ts";
import { quantity } from "../explain/formats.ts";
import { type NumberParam, type ParamValue, type ParamValues, range } from "../params/param.ts";
import { numberOf, readNumber } from "../params/read.ts";
import type { SenderState } from "../tcp/sender-state.ts";
import { Backoff, betaParams } from "./backoff.ts";
import { explainCut, fractionOf, fractionSentence } from "./backoff-words.ts";
import type {
  CongestionControl,
  CongestionControlDeclaration,
  CongestionControlDefinition,
} from "./congestion-control.ts";
import { additiveIncrease, slowStart } from "./window-growth.ts";

/** What is cut off comes in whole segments, as in Linux: of 9 one, below 8 none. */
function less({ cwnd, minCwnd }: SenderState, beta: number): number {
  return Math.max(minCwnd, Math.ceil(cwnd * beta - ROUNDING));
}

/** Of binary fractions: 10 × 0.7 is 7. */
const ROUNDING = 1e-9;

class Scalable implements CongestionControl {
  private readonly backoff: Backoff;
  private segmentsPerIncrease: number;

  constructor(values: ParamValues) {
    this.backoff = new Backoff(values);
    this.segmentsPerIncrease = readNumber(values, "scalable-count");
  }

  onAck(state: SenderState, acked: number): void {
    const left = state.inSlowStart ? slowStart(state, acked) : acked;
    if (left > 0) additiveIncrease(state, Math.min(state.cwnd, this.segmentsPerIncrease), left);
  }

  ssthreshAfterLoss(state: SenderState): number {
    return less(state, this.backoff.betaLoss);
  }

  ssthreshAfterMark(state: SenderState): number {
    return less(state, this.backoff.betaEcn);
  }

  onTimeout(): void {}

  onRttSample(): void {}

  configure(id: string, value: ParamValue): void {
    if (this.backoff.set(id, value)) return;
    if (id !== "scalable-count") throw new Error(`Scalable TCP has no parameter ${id}`);
    this.segmentsPerIncrease = numberOf(value, id);
  }

  probe(): number {
    return Number.NaN;
  }

  explain(state: SenderState, decision: SenderDecision): Explanation | null {
    const { backoff } = this;
    const why = [fractionSentence(backoff, decision)];
    if (decision.after < decision.before) why.push(this.wayBack(decision));
    else if (decision.before > state.minCwnd) why.push(WHOLE);
    return explainCut(state, decision, fractionOf(backoff, decision), why);
  }

  private wayBack({ before, after }: SenderDecision): string {
    const count = this.segmentsPerIncrease;
    // By a segment in a round trip up to `count`, from there on by the same share.
    const bySegments = Math.max(0, Math.min(before, count) - after);
    const byShares = before > count ? ln(before / Math.max(after, count)) / ln(1 + 1 / count) : 0;
    const rounds = Math.max(1, Math.round(bySegments + byShares));
    const trips = `${rounds} round trip${rounds === 1 ? "" : "s"}`;
    return `By one segment for each min(cwnd, ${count}) acknowledged, cwnd is back at ${quantity(before, "segments")} after some ${trips}.`;
  }
}

const WHOLE = "What is given up comes in whole segments, and there is not one of them in that.";

const COUNT: NumberParam = {
  id: "scalable-count",
  label: "Acknowledged for one more",
  unit: "segments",
  ...range({ default: 100, min: 10, max: 1000, step: 10, scale: "log", integer: true }),
  help: "cwnd grows by one segment for so many acknowledged: by 1 % in a round trip at 100. Smaller windows grow as NewReno's.",
  cite: "Kelly (2003): a = 0.01",
};

export const scalableDeclaration: CongestionControlDeclaration = {
  id: "scalable",
  label: "Scalable TCP",
  family: "Fast long paths",
  summary:
    "Grows by one hundredth and cuts by one eighth of the window, whatever its size: quick on fast long paths, and unfair to NewReno there.",
  cite: "Kelly, CCR 2003; Linux tcp_scalable.c",
  params: [...betaParams(0.875, "Kelly (2003)"), COUNT],
  probes: [],
  deviations: [
    {
      subject: "small windows",
      text: "Kelly: NewReno below 16 segments",
      here: "grows as NewReno below 100 but cuts by one eighth, as Linux",
    },
    {
      subject: "count",
      text: "ns-3, older Linux: 50 ACKs",
      here: "100 segments acknowledged",
      effect: "delayed ACKs do not halve the growth",
    },
  ],
};

export const scalable: CongestionControlDefinition = {
  ...scalableDeclaration,
  create: (values) => new Scalable(values),
};
