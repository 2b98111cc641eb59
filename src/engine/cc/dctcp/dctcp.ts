/**
 * DCTCP: NewReno, except that a window with marks is reduced in proportion to the share of marked segments. References: RFC 8257
 * §3.3, counted in segments; Alizadeh et al., "Data Center TCP" (2010); Linux 7.3 tcp_dctcp.c, with which 6.1 agrees. The
 * receiver's part is in tcp/ecn.ts. Defaults: card.ts. Deviation: α is a multiple of 1/1024, as in Linux, unless `dctcp-alpha` is real.
 */
import type { ParamValue, ParamValues } from "../../params/param.ts";
import { numberOf, textOf } from "../../params/read.ts";
import type { AckSample } from "../../tcp/ack-sample.ts";
import type { SenderState } from "../../tcp/sender-state.ts";
import { BackoffControl } from "../backoff.ts";
import type { CongestionControlDefinition } from "../congestion-control.ts";
import { ALPHA, ALPHA_ROUND, dctcpCard, ECT1, GAIN } from "./card.ts";

/** DCTCP_MAX_ALPHA: Linux stores α as a multiple of 1/1024. */
const ALPHA_PARTS = 1024;

/** Returns M, the share of the segments of a window that were marked (RFC 8257 §3.3 step 5). */
function markedShareOf(marked: number, delivered: number): number {
  return delivered > 0 ? marked / delivered : 0;
}

/** Returns the new α (RFC 8257 §3.3 step 6): the average moves by g towards M. */
function realAlpha(alpha: number, g: number, m: number): number {
  return alpha + g * (m - alpha);
}

/**
 * Returns the new α as Linux computes it (dctcp_update_alpha): a multiple of 1/1024, with both products rounded down. With g =
 * 1/16, a window with less than one mark in 64 segments adds nothing, and an α below 16/1024 falls to zero after one window
 * without marks.
 */
function wholeAlpha(alpha: number, g: number, marked: number, delivered: number): number {
  const parts = alpha * ALPHA_PARTS;
  const lost = Math.floor(parts * g);
  const gained = marked > 0 ? Math.floor((marked * ALPHA_PARTS * g) / Math.max(1, delivered)) : 0;
  return Math.min(ALPHA_PARTS, parts - (lost === 0 ? parts : lost) + gained) / ALPHA_PARTS;
}

/** Returns cwnd × (1 − α/2) (RFC 8257 §3.3 step 9) in whole segments; as in Linux, the removed part is rounded down. */
function reduced(cwnd: number, alpha: number): number {
  // Without the tolerance, floating-point errors could lower the result: α may approach 0.2 but stop at 0.1999…
  return cwnd - Math.floor((cwnd * alpha) / 2 + 1e-9);
}

/** The congestion control DCTCP. Growth and the reaction to losses are standard TCP (RFC 8257 §3.4, §3.5). */
export class Dctcp extends BackoffControl {
  // Settings made by the user.
  private g = 0;
  private isWhole = true;
  // State of the control.
  /** Moving average of the marked share. It starts at 1, so that the first marks have a strong effect (dctcp_alpha_on_init). */
  alpha = 1;
  /** DCTCP.WindowEnd, and the totals of delivered and marked segments at the start of that window; -1 before the first ACK. */
  private windowEnd = -1;
  private deliveredBefore = 0;
  private markedBefore = 0;
  /** Marked share of the last window, stored for explanations; NaN before the first window has ended. */
  markedShare = Number.NaN;

  constructor(values: ParamValues) {
    super(dctcp);
    this.setAll(values);
  }

  /** Moves α towards the marked share once per window (RFC 8257 §3.3 steps 1 to 8). */
  onSample(state: SenderState, sample: AckSample): void {
    // The first ACK starts the first window of data.
    if (this.windowEnd < 0) {
      this.deliveredBefore = sample.deliveredTotal - sample.delivered;
      this.markedBefore = sample.markedTotal - sample.marked;
    }
    // Steps 1 to 3: the sample holds the running totals of delivered and marked segments.
    // Step 4: the window ends when everything up to DCTCP.WindowEnd is acknowledged.
    if (state.una < this.windowEnd) return;
    const delivered = sample.deliveredTotal - this.deliveredBefore;
    const marked = sample.markedTotal - this.markedBefore;
    // Step 5: M is the share of the window's segments that were marked.
    this.markedShare = markedShareOf(marked, delivered);
    // Step 6: α moves towards M.
    this.alpha = this.isWhole
      ? wholeAlpha(this.alpha, this.g, marked, delivered)
      : realAlpha(this.alpha, this.g, this.markedShare);
    // Step 7: the next window ends with the data that is now in flight.
    this.windowEnd = state.nxt;
    // Step 8: its counts start at zero.
    this.deliveredBefore = sample.deliveredTotal;
    this.markedBefore = sample.markedTotal;
    state.enter(ALPHA_ROUND, this.alpha);
  }

  /** Reduces cwnd once for a window with marks (RFC 8257 §3.3 step 9). */
  override ssthreshAfterMark(state: SenderState): number {
    return Math.max(state.minCwnd, reduced(state.cwnd, this.alpha));
  }

  protected override set(id: string, value: ParamValue): boolean {
    if (id === GAIN.id) this.g = numberOf(value, id);
    else if (id === ALPHA.id) this.isWhole = textOf(value, id) === "linux";
    // The connection reads this parameter itself, because both ends agree on ECT(1) when it opens.
    else if (id !== ECT1.id) return super.set(id, value);
    return true;
  }

  override probe(): number {
    return this.alpha;
  }
}

export const dctcp: CongestionControlDefinition = {
  ...dctcpCard,
  create: (values) => new Dctcp(values),
};
