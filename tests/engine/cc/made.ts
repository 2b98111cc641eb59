/**
 * Helpers for tests of congestion controls: controls, states, samples, round trips, and signals with their
 * explanation.
 */
import { expect } from "vitest";
import type {
  CongestionControl,
  CongestionControlDefinition,
  SenderStory,
} from "../../../src/engine/cc/congestion-control.ts";
import { Clock } from "../../../src/engine/core/clock.ts";
import type { SenderDecision } from "../../../src/engine/explain/explanation.ts";
import { senderStory } from "../../../src/engine/explain/packet-tracer.ts";
import { scenarioFromUrl } from "../../../src/engine/index.ts";
import type { ParamValues } from "../../../src/engine/params/param.ts";
import { defaultsOf } from "../../../src/engine/scenario/places.ts";
import { Simulation } from "../../../src/engine/simulator.ts";
import { AckSample } from "../../../src/engine/tcp/ack-sample.ts";
import { SenderState } from "../../../src/engine/tcp/sender-state.ts";
import type { RunResults } from "../../../src/engine/trace/snapshot.ts";
import { type ReadExplanation, read } from "../explain/asking.ts";

export const MS = 1e6;
export const S = 1e9;

/** A state whose clock the test advances. */
export class MadeState extends SenderState {
  private readonly madeClock: Clock;

  constructor(initialWindow: number) {
    const clock = new Clock();
    super(clock, initialWindow);
    this.madeClock = clock;
  }

  /** Sets the clock. */
  at(nowNs: number): this {
    this.madeClock.nowNs = nowNs;
    return this;
  }
}

export function madeState(fields: Partial<SenderState>): MadeState {
  return Object.assign(new MadeState(10), { minRttNs: 100 * MS, srttNs: 100 * MS }, fields);
}

/** Acknowledges one window with two segments per ACK, spread evenly over a round trip. Returns the time at its end. */
export function roundTrip(cc: CongestionControl, state: MadeState, fromNs: number): number {
  const acks = Math.max(1, Math.round(state.cwnd / 2));
  for (let i = 1; i <= acks; i++) cc.onAck(state.at(fromNs + (i * state.minRttNs) / acks), 2);
  return fromNs + state.minRttNs;
}

/**
 * A sample with chosen values: one segment, delivered at 1000 segments per second, a round trip of 100 ms after it
 * was sent.
 */
export function madeSample(fields: Partial<AckSample> = {}): AckSample {
  const { deliveredTotal = 1000, intervalNs = 100 * MS, ...others } = fields;
  const priorDelivered = deliveredTotal - (1000 * intervalNs) / 1e9;
  const usual = { acked: 1, delivered: 1, rttNs: 100 * MS, inflightBefore: 100, inflightAtSend: 100 };
  return Object.assign(new AckSample(), usual, { deliveredTotal, intervalNs, priorDelivered }, others);
}

/** Asks for the explanation twice, because answering must not change anything. */
export function ask(cc: CongestionControl, state: SenderState, decision: SenderDecision): ReadExplanation {
  const story = stories.get(cc) ?? null;
  const said = story?.explain(cc, state, decision) ?? null;
  expect(story?.explain(cc, state, decision) ?? null).toEqual(said);
  if (said === null) throw new Error(`${decision.event} has no explanation`);
  return read(said);
}

/** The sender carries out the reduction later, as with PRR. A control that sets cwnd itself is only informed. */
function signal(
  event: "ecnReduction" | "lossReduction",
  cc: CongestionControl,
  state: SenderState,
  owns: boolean,
) {
  const before = state.cwnd;
  const ssthresh = event === "ecnReduction" ? cc.ssthreshAfterMark(state) : cc.ssthreshAfterLoss(state);
  if (!owns) state.ssthresh = ssthresh;
  return ask(cc, state, { event, before, after: owns ? Math.min(before, ssthresh) : ssthresh });
}

export const onMark = (cc: CongestionControl, state: SenderState, owns = false) =>
  signal("ecnReduction", cc, state, owns);

export const onLoss = (cc: CongestionControl, state: SenderState, owns = false) =>
  signal("lossReduction", cc, state, owns);

/** Signals a timeout. `lowers` is false for a second timeout of the same window. */
export function onTimeout(cc: CongestionControl, state: SenderState, { lowers = true, owns = false } = {}) {
  const before = state.cwnd;
  state.timeoutLowered = lowers;
  if (lowers) {
    const ssthresh = cc.ssthreshAfterLoss(state);
    if (!owns) state.ssthresh = ssthresh;
  }
  cc.onTimeout(state);
  Object.assign(state, { cwnd: 1, cwndCredit: 0, inRecovery: false, inLoss: true });
  return ask(cc, state, { event: "rto", before, after: 1 });
}

/** The story of each control that `madeControl` has made. */
const stories = new WeakMap<CongestionControl, SenderStory | null>();

export function madeControl(
  definition: CongestionControlDefinition,
  values: ParamValues = {},
  draw = 0.5,
): CongestionControl {
  const cc = definition.create({ ...defaultsOf(definition.params), ...values }, () => draw);
  stories.set(cc, senderStory(definition.id, undefined));
  return cc;
}

/** Returns the results of a scenario given as in a URL. */
export function resultsOf(url: string): RunResults {
  const { scenario, problems } = scenarioFromUrl(url);
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join(" "));
  const simulation = new Simulation(scenario);
  simulation.advance(Number.POSITIVE_INFINITY);
  return simulation.results();
}
