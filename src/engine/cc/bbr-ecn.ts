/**
 * What BBRv2 and v3 make of CE marks: α, DCTCP's moving average of the marked share, for paths so short that marks are
 * taken for those of a shallow threshold. References: google/bbr v2alpha tcp_bbr2.c; RFC 8257 §3.3 for α.
 */
import type { AckSample } from "../tcp/ack-sample.ts";
import type { SenderState } from "../tcp/sender-state.ts";
import type { BbrBoundSettings } from "./bbr-bound-params.ts";

/** What α is counted in (BBR_UNIT). */
const PARTS = 256;
/** So many rounds in a row with too large a share of marks end STARTUP. */
const STARTUP_ROUNDS = 2;
const NONE = -1;

export class BbrEcn {
  /** In whole parts of 256. 1 at first, so that the answer is quick where a path is congested already. */
  alpha = 1;
  isEligible = false;
  /** Anything was ever marked. */
  hasMarks = false;
  private readonly settings: BbrBoundSettings;
  private deliveredBefore = 0;
  private markedBefore = 0;
  private highRounds = 0;
  /** What must be acknowledged before marks count as over, as Linux stays in its state CWR; NONE: they are. */
  private reducingUntil = NONE;

  constructor(settings: BbrBoundSettings) {
    this.settings = settings;
  }

  /**
   * A round is over: α takes in the share of segments marked in it. In whole parts, each step rounded down, so that a
   * share of less than a sixteenth adds nothing (bbr2_update_ecn_alpha).
   */
  endRound(sample: AckSample, minRttNs: number): void {
    const { settings } = this;
    if (minRttNs <= settings.ecnMaxRttNs) this.isEligible = true;
    const delivered = sample.deliveredTotal - this.deliveredBefore;
    if (delivered <= 0) return;
    const share = (sample.markedTotal - this.markedBefore) / delivered;
    const gain = Math.floor(settings.ecnAlphaGain * PARTS);
    const kept = Math.floor((PARTS - gain) * this.alpha);
    this.alpha = (kept + Math.floor((gain * Math.floor(share * PARTS)) / PARTS)) / PARTS;
    this.deliveredBefore = sample.deliveredTotal;
    this.markedBefore = sample.markedTotal;
    this.highRounds = this.isEligible && share >= settings.ecnThresh ? this.highRounds + 1 : 0;
  }

  /** Each ACK. */
  take(state: SenderState, sample: AckSample): void {
    if (this.reducingUntil !== NONE && state.una > this.reducingUntil) this.reducingUntil = NONE;
    if (sample.marked === 0) return;
    this.hasMarks = true;
    if (this.reducingUntil === NONE) this.reducingUntil = state.nxt;
  }

  /** No mark was told of for a window of data. */
  get isQuiet(): boolean {
    return this.reducingUntil === NONE;
  }

  get endsStartup(): boolean {
    return this.highRounds >= STARTUP_ROUNDS;
  }

  /** The flight that the sample is of had too large a share of marks. */
  isTooHigh(sample: AckSample): boolean {
    const marked = sample.markedTotal - sample.priorMarked;
    const delivered = sample.deliveredTotal - sample.priorDelivered;
    return this.isEligible && marked > 0 && marked >= this.settings.ecnThresh * delivered;
  }

  /** Fraction that a cut keeps. */
  get kept(): number {
    return 1 - this.alpha * this.settings.ecnFactor;
  }
}
