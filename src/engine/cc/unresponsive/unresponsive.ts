/**
 * A sender that cheats: it negotiates ECN and then ignores marks and, by default, losses too (it retransmits lost
 * segments, but does not slow down). It shows the effect of such a flow on others, and which queues limit it: RFC
 * 3168 §7 and §19.1; S. Floyd, K. Fall, "Promoting the use of end-to-end congestion control" (1999).
 */

import type { Explanation, SenderDecision } from "../../explain/explanation.ts";
import { fact, own, sentence } from "../../explain/facts.ts";
import { type Param, type ParamValue, type ParamValues, range } from "../../params/param.ts";
import { booleanOf, numberOf } from "../../params/read.ts";
import type { AckSample } from "../../tcp/ack-sample.ts";
import type { SenderState } from "../../tcp/sender-state.ts";
import { MIN_CWND } from "../../tcp/tcp-params.ts";
import { BackoffControl, betaParams, cut, timeoutSentence } from "../backoff.ts";
import type { CongestionControlCard, CongestionControlDefinition } from "../congestion-control.ts";
import { growAsReno } from "../window-growth.ts";

const NONE = 0;

class Unresponsive extends BackoffControl {
  private ignoreMarks = false;
  private ignoreLoss = false;
  private largestWindow = 0;
  /** cwnd before the limit by the receiver's buffer; 0 before the first ACK. */
  private window = NONE;
  /** Segments that were delivered but not cumulatively acknowledged at the first ACK, as far as known. */
  private deliveredAhead = 0;
  /** Target of cwnd after a signal that is not ignored. */
  private cutTo = NONE;
  /** SND.NXT at the last cut: cwnd does not grow until this segment number is acknowledged. */
  private heldUntil = 0;

  constructor(values: ParamValues) {
    super(unresponsive);
    this.setAll(values);
  }

  onSample(state: SenderState, sample: AckSample): void {
    const ahead = sample.deliveredTotal - state.una;
    if (this.window === NONE) this.deliveredAhead = ahead;
    else state.cwnd = this.window;
    if (this.cutTo !== NONE) this.carryOut(state);
    if (state.cwndLimited && state.una >= this.heldUntil) growAsReno(state, sample.delivered);
    this.window = Math.min(state.cwnd, this.largestWindow);
    // Segments that wait at the receiver for a lost segment occupy its buffer. Without this limit, a sender whose new
    // data arrives but whose retransmissions are all lost would run ahead without end.
    const room = this.largestWindow - (ahead - this.deliveredAhead);
    state.cwnd = Math.min(this.window, Math.max(MIN_CWND, room));
  }

  override onAck(): void {}

  override ssthreshAfterLoss(state: SenderState): number {
    return this.ignoreLoss ? Math.max(state.minCwnd, state.cwnd) : this.noted(cut(state, this.betaLoss));
  }

  override ssthreshAfterMark(state: SenderState): number {
    return this.ignoreMarks ? Math.max(state.minCwnd, state.cwnd) : this.noted(cut(state, this.betaEcn));
  }

  override onTimeout(state: SenderState): void {
    if (this.cutTo !== NONE) this.carryOut(state);
    this.window = 1;
  }

  protected override set(id: string, value: ParamValue): boolean {
    if (id === "ignore-marks") this.ignoreMarks = booleanOf(value, id);
    else if (id === "ignore-loss") this.ignoreLoss = booleanOf(value, id);
    else if (id === "largest-window") this.largestWindow = numberOf(value, id);
    else return super.set(id, value);
    return true;
  }

  override explain(state: SenderState, decision: SenderDecision): Explanation | null {
    const { event, before } = decision;
    const cwnd = fact.segments(before, own.before);
    if (event === "slowStartExit")
      return {
        sentences: [
          sentence`The cut for the last signal is made with this ACK, to ${cwnd}: slow start is over.`,
        ],
      };
    if (event === "ecnReduction" && this.ignoreMarks)
      return { sentences: [sentence`This sender ignores marks on purpose: cwnd stays at ${cwnd}.`] };
    if (event === "lossReduction" && this.ignoreLoss)
      return {
        sentences: [
          sentence`This sender ignores losses on purpose: what was lost goes out again, and cwnd stays at ${cwnd}.`,
        ],
      };
    if (event === "rto" && this.ignoreLoss) {
      const most = Math.min(state.ssthresh, this.largestWindow);
      const back = fact.segments(most, own.term("goal of slow start"));
      return {
        sentences: [
          timeoutSentence(decision),
          sentence`Other losses this sender ignores: slow start leads back to ${back}.`,
        ],
      };
    }
    return super.explain(state, decision);
  }

  private noted(ssthresh: number): number {
    this.cutTo = ssthresh;
    return ssthresh;
  }

  private carryOut(state: SenderState): void {
    state.ssthresh = this.cutTo;
    state.cwnd = Math.min(state.cwnd, this.cutTo);
    state.cwndCredit = 0;
    this.heldUntil = state.nxt;
    this.cutTo = NONE;
  }
}

const PARAMS: readonly Param[] = [
  {
    kind: "boolean",
    id: "ignore-marks",
    label: "Ignore marks",
    default: true,
    help: "The sender does not respond to marks (ECE), although the connection negotiated ECN. Such a flow avoids drops without slowing down.",
    cite: "RFC 3168 §7",
  },
  {
    kind: "boolean",
    id: "ignore-loss",
    label: "Ignore losses",
    default: true,
    help: "Lost segments are sent again, but cwnd does not change; only a timeout sets it to one segment. Off, with marks ignored: a sender that misuses ECN only.",
    cite: "RFC 3168 §7",
  },
  {
    id: "largest-window",
    label: "Largest window",
    unit: "segments",
    ...range({ default: 500, min: 2, max: 10_000, step: 10, scale: "log", integer: true }),
    help: "The receiver's buffer. cwnd does not exceed it, and shrinks by the data that waits there for a lost segment.",
    cite: "RFC 9293 §3.8.6",
    main: {},
  },
];

export const unresponsiveCard: CongestionControlCard = {
  id: "unresponsive",
  label: "Unresponsive",
  family: "Misbehaving",
  summary:
    "A sender that cheats: it negotiates ECN, ignores marks and losses, and takes the capacity that other senders give up. It shows why queues also need to drop packets, and why flow queueing helps.",
  cite: "RFC 3168 §7",
  samples: true,
  ownsCwnd: true,
  params: [...PARAMS, ...betaParams(0.5, "RFC 5681 §3.1")],
  probes: [],
  ignoresMarks: (values) => (values["ignore-marks"] === true ? "it is set to ignore them" : null),
};

export const unresponsive: CongestionControlDefinition = {
  ...unresponsiveCard,
  create: (values) => new Unresponsive(values),
};
