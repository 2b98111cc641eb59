/**
 * Drives a congestion control through its hooks with random events, in the order in which a sender calls them. The
 * scoreboard and the delivery-rate samples are those of the real sender, so that the inputs are consistent.
 */
import fc from "fast-check";
import { expect } from "vitest";
import type {
  CongestionControl,
  CongestionControlDefinition,
} from "../../src/engine/cc/congestion-control.ts";
import { Clock } from "../../src/engine/core/clock.ts";
import { RandomStream } from "../../src/engine/core/random.ts";
import type { ParamValues } from "../../src/engine/params/param.ts";
import { DeliveryRate } from "../../src/engine/tcp/delivery-rate.ts";
import { takeRttSample } from "../../src/engine/tcp/rtt-estimator.ts";
import { Scoreboard } from "../../src/engine/tcp/scoreboard.ts";
import { SenderState } from "../../src/engine/tcp/sender-state.ts";
import { anyValueOf } from "./sequences.ts";

type Kind = "ack" | "mark" | "loss" | "timeout" | "idle" | "configure";

export interface Step {
  readonly kind: Kind;
  readonly n: number;
  readonly afterNs: number;
}

const KINDS: readonly Kind[] = ["ack", "mark", "loss", "timeout", "idle", "configure"];

export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    // Half of the events are ACKs.
    kind: fc.oneof(fc.constant<Kind>("ack"), fc.constantFrom(...KINDS)),
    n: fc.integer({ min: 1, max: 64 }),
    afterNs: fc.oneof(
      { weight: 5, arbitrary: fc.nat(50_000_000) },
      { weight: 1, arbitrary: fc.nat(30_000_000_000) },
    ),
  }),
  { minLength: 1, maxLength: 250 },
);

/** Minimum time from a segment to its ACK. */
const LEAST_RTT_NS = 1e6;
/** Maximum number of segments that the test's flow keeps in flight, however large the window is. */
const MOST_IN_FLIGHT = 5000;

export class DrivenFlow {
  readonly state: SenderState;
  private readonly clock = new Clock();
  private readonly board = new Scoreboard(this.clock);
  private readonly rate = new DeliveryRate();
  private readonly cc: CongestionControl;
  private readonly definition: CongestionControlDefinition;
  private recoveryPoint = 0;

  constructor(definition: CongestionControlDefinition, values: ParamValues, minCwnd = 2) {
    this.state = new SenderState(this.clock, 10, minCwnd);
    const stream = new RandomStream(1, "driven");
    this.definition = definition;
    this.cc = definition.create(values, () => stream.uniform());
    this.send();
  }

  play({ kind, n, afterNs }: Step): void {
    this.clock.nowNs += afterNs;
    if (kind === "ack") this.acknowledge(n, 0);
    else if (kind === "mark") this.acknowledge(n, Math.ceil(n / 2));
    else if (kind === "loss") this.lose(n);
    else if (kind === "timeout") this.timeout();
    else if (kind === "idle") this.pause(afterNs);
    else this.configure(n);
    this.check();
  }

  /** Acknowledges `n` segments cumulatively, at most those in flight. Of these, `marked` carried a mark. */
  private acknowledge(n: number, marked: number): void {
    const { state, board, rate } = this;
    const acked = Math.min(n, state.nxt - state.una);
    this.clock.nowNs = Math.max(this.clock.nowNs, board.sentAt(state.una + acked - 1) + LEAST_RTT_NS);
    board.beginAck();
    rate.beginAck(state, board);
    board.acknowledge(state.una, state.una + acked);
    state.una += acked;
    if (board.oldestSentNs >= 0) {
      takeRttSample(state, state.nowNs - board.oldestSentNs);
      this.cc.onRttSample(state, state.nowNs - board.newestSentNs);
    }
    this.sample(acked, Math.min(marked, board.delivered));
    const isRepairing = state.inRecovery || state.inLoss;
    if (isRepairing && state.una >= this.recoveryPoint)
      Object.assign(state, { inRecovery: false, inLoss: false });
    if (marked > 0 && !isRepairing) this.reduce("ssthreshAfterMark");
    else if (!state.inRecovery && !this.definition.ownsCwnd) this.grow(board.delivered);
    this.send();
  }

  private grow(acked: number): void {
    const { state } = this;
    const [before, inSlowStart, ssthresh] = [state.cwnd, state.inSlowStart, state.ssthresh];
    this.cc.onAck(state, acked);
    // One more segment is allowed, because an earlier credit may be worth a whole segment under a rule that grows
    // faster.
    expect(state.cwnd - before).toBeLessThanOrEqual(acked + 1);
    if (inSlowStart && state.cwnd < ssthresh) expect(state.cwnd - before).toBeLessThanOrEqual(acked);
  }

  /** SACKs all segments in flight except the lowest `n`, which are then lost. */
  private lose(n: number): void {
    const { state, board, rate } = this;
    const lost = Math.min(n, state.nxt - state.una);
    this.clock.nowNs += LEAST_RTT_NS;
    board.beginAck();
    rate.beginAck(state, board);
    if (state.una + lost < state.nxt) board.sackBlock(0, state.una + lost, state.nxt, state.una, state.nxt);
    for (let seq = state.una; seq < state.una + lost; seq++) board.markOneLost(seq);
    this.sample(0, 0);
    if (!state.inRecovery && !state.inLoss) {
      state.inRecovery = true;
      this.recoveryPoint = state.nxt;
      this.reduce("ssthreshAfterLoss");
    }
    this.send();
  }

  private reduce(signal: "ssthreshAfterMark" | "ssthreshAfterLoss"): void {
    const { state, definition } = this;
    const ssthresh = this.cc[signal](state);
    expect(ssthresh).not.toBeNaN();
    // A control that sets cwnd itself announces its own next value, if any.
    expect(ssthresh).toBeGreaterThanOrEqual(definition.ownsCwnd ? 1 : this.state.minCwnd);
    if (definition.ownsCwnd) return;
    expect(Number.isFinite(ssthresh)).toBe(true);
    expect(ssthresh).toBeLessThanOrEqual(Math.max(state.minCwnd, state.cwnd));
    Object.assign(state, { ssthresh, cwnd: Math.min(state.cwnd, ssthresh), cwndCredit: 0 });
  }

  private timeout(): void {
    const { state, board, definition } = this;
    this.clock.nowNs += 2e8;
    const ssthresh = this.cc.ssthreshAfterLoss(state);
    if (!definition.ownsCwnd) state.ssthresh = ssthresh;
    this.recoveryPoint = state.nxt;
    Object.assign(state, { inRecovery: false, inLoss: true });
    this.cc.onTimeout(state);
    board.markAllLost(state.una, state.nxt);
    Object.assign(state, { cwnd: 1, cwndCredit: 0 });
    this.send();
  }

  /** Acknowledges everything, then sends nothing for `idleNs`. */
  private pause(idleNs: number): void {
    const { state } = this;
    this.acknowledge(state.nxt - state.una, 0);
    this.clock.nowNs += idleNs;
    this.cc.onIdle?.(state, idleNs);
  }

  private configure(n: number): void {
    const { params } = this.definition;
    const live = params.filter((param) => param.live !== false);
    if (live.length === 0) return;
    const param = live[n % live.length];
    const [value] = fc.sample(anyValueOf(param), { numRuns: 1, seed: n });
    this.cc.configure(param.id, value);
  }

  private sample(acked: number, marked: number): void {
    const { state, board, rate } = this;
    rate.takeSample(state, board, acked, marked);
    state.inflight = board.pipe(state.una, state.nxt);
    if (this.definition.samples) this.cc.onSample?.(state, rate.sample);
  }

  /** Sends lost segments first, then new ones, as far as the window allows. */
  private send(): void {
    const { state, board } = this;
    state.inflight = board.pipe(state.una, state.nxt);
    const most = Math.min(Math.floor(state.cwnd), MOST_IN_FLIGHT);
    while (state.inflight < most) {
      const lost = board.lostOut > board.retransOut ? board.nextToRetransmit(state.nxt) : -1;
      if (lost >= 0) board.onRetransmitted(lost);
      else board.onSent(state.nxt++, state.una);
      const seq = lost >= 0 ? lost : state.nxt - 1;
      if (lost < 0 && state.nxt - state.una === 1) this.rate.restart(state);
      this.rate.onSent(seq, state.una, ++state.inflight, board.lostTotal);
    }
    state.cwndLimited = true;
  }

  private check(): void {
    const { state, definition } = this;
    expect(Number.isFinite(state.cwnd)).toBe(true);
    expect(state.cwnd).toBeGreaterThanOrEqual(1);
    expect(state.ssthresh).toBeGreaterThanOrEqual(state.minCwnd);
    expect(state.cwndCredit).toBeGreaterThanOrEqual(0);
    expect(state.pacingRate).toBeGreaterThan(0);
    for (let i = 0; i < definition.probes.length; i++) {
      expect(Math.abs(this.cc.probe(i))).not.toBe(Number.POSITIVE_INFINITY);
    }
  }
}
