/** Tests the contract of every congestion control, for any course of its flow. It loops over the registry. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { congestionControls } from "../../src/engine/algorithms.ts";
import type {
  CongestionControl,
  CongestionControlDefinition,
} from "../../src/engine/cc/congestion-control.ts";
import { Clock } from "../../src/engine/core/clock.ts";
import { RandomStream } from "../../src/engine/core/random.ts";
import type { ParamValues } from "../../src/engine/params/param.ts";
import { defaultsOf } from "../../src/engine/scenario/places.ts";
import { SenderState } from "../../src/engine/tcp/sender-state.ts";
import { cases, casesOfAll, MANY } from "../effort.ts";
import { Harness } from "../engine/tcp/harness.ts";
import { DrivenFlow, type Step, steps } from "./driven-flow.ts";
import { anyValuesOf } from "./sequences.ts";

function settingsOf({ params }: CongestionControlDefinition): fc.Arbitrary<ParamValues> {
  return fc.oneof(fc.constant(defaultsOf(params)), anyValuesOf(params));
}

/** Wraps a control and records which of its hooks are called. */
function spied(cc: CongestionControl): { cc: CongestionControl; called: Set<string> } {
  const called = new Set<string>();
  const proxy = new Proxy(cc, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...args: unknown[]): unknown => {
        called.add(String(name));
        return Reflect.apply(member, target, args);
      };
    },
  });
  return { cc: proxy, called };
}

interface Path {
  readonly rttMs: number;
  readonly gapMs: number;
  readonly sack: boolean;
  readonly recovery: "prr" | "classic";
  readonly minCwnd: number;
  readonly receiveWindow: number;
  readonly ectRetransmissions: boolean;
  /** Numbers of the segments that are dropped and marked. */
  readonly drops: readonly number[];
  readonly marks: readonly number[];
}

const SEGMENTS = 400;

/** Smallest cwnd in segments, usually that of RFC 5681. */
const leastWindow: fc.Arbitrary<number> = fc.constantFrom(2, 2, 2, 1, 4);

const path: fc.Arbitrary<Path> = fc.record({
  rttMs: fc.integer({ min: 1, max: 300 }),
  gapMs: fc.integer({ min: 1, max: 20 }),
  sack: fc.boolean(),
  recovery: fc.constantFrom("prr" as const, "classic" as const),
  minCwnd: leastWindow,
  receiveWindow: fc.constantFrom(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 2, 7, 60),
  ectRetransmissions: fc.boolean(),
  drops: fc.array(fc.nat(SEGMENTS - 1), { maxLength: 40 }),
  marks: fc.array(fc.nat(SEGMENTS - 1), { maxLength: 80 }),
});

/** Runs a transfer by a real sender to its end. */
function transfer(
  definition: CongestionControlDefinition,
  values: ParamValues,
  { rttMs, gapMs, drops, marks, ...ofSender }: Path,
) {
  const stream = new RandomStream(1, "transfer");
  const { cc, called } = spied(definition.create(values, () => stream.uniform()));
  const harness = new Harness({
    cc,
    traits: definition,
    segments: SEGMENTS,
    rttMs,
    gapMs,
    sender: ofSender,
  });
  harness.fate = ({ seq, isRetransmission }) => {
    if (isRetransmission) return "deliver";
    return drops.includes(seq) ? "drop" : marks.includes(seq) ? "mark" : "deliver";
  };
  harness.start();
  const { state, sender } = harness;
  for (let ms = 20; ms < 2e6 && state.una < harness.sender.dataEnd; ms += 20) {
    harness.run(ms);
    expect(state.cwnd).toBeGreaterThanOrEqual(1);
    expect(sender.board.pipe(state.una, state.nxt)).toBeGreaterThanOrEqual(0);
    expect(state.nxt - state.una).toBeLessThanOrEqual(ofSender.receiveWindow);
  }
  return { harness, called };
}

describe.each(congestionControls.map((one) => [one.id, one] as const))("%s", (_, definition) => {
  const options = cases(150);

  test("keeps windows finite, cwnd at 1 or more and ssthresh at or above its minimum, and grows by at most what was acknowledged, for any sequence of events", () => {
    fc.assert(
      fc.property(settingsOf(definition), leastWindow, steps, (values, minCwnd, sequence) => {
        const flow = new DrivenFlow(definition, values, minCwnd);
        for (const one of sequence) flow.play(one);
      }),
      options,
    );
  });

  test("gives the same window for the same events", () => {
    fc.assert(
      fc.property(settingsOf(definition), steps, (values, sequence) => {
        const [a, b] = [new DrivenFlow(definition, values), new DrivenFlow(definition, values)];
        for (const one of sequence) {
          a.play(one);
          b.play(one);
        }
        expect(a.state).toEqual(b.state);
      }),
      cases(30),
    );
  });

  test("two flows share no state", () => {
    const values = defaultsOf(definition.params);
    const [a, b, alone] = [0, 1, 2].map(() => new DrivenFlow(definition, values));
    for (let i = 0; i < 40; i++) {
      const one: Step = { kind: "ack", n: 3, afterNs: 10e6 };
      a.play(one);
      b.play(i % 10 === 9 ? { kind: "loss", n: 1, afterNs: 0 } : one);
      alone.play(one);
    }
    expect(a.state).toEqual(alone.state);
  });

  test("accepts each parameter that it declares, and refuses by name a parameter that only another sender declares", () => {
    const cc = definition.create(defaultsOf(definition.params), () => 0.5);
    for (const { id, default: value } of definition.params) cc.configure(id, value);
    const own = new Set(definition.params.map(({ id }) => id));
    for (const { id, default: value } of congestionControls.flatMap(({ params }) => params)) {
      if (!own.has(id)) expect(() => cc.configure(id, value), id).toThrow(`no parameter ${id}`);
    }
  });

  test(
    "completes a transfer of a real sender, and uses only the inputs that its definition lists",
    MANY,
    () => {
      fc.assert(
        fc.property(settingsOf(definition), path, (values, one) => {
          const { harness, called } = transfer(definition, values, one);
          // A control that makes segments smaller needs more of them.
          const { dataEnd } = harness.sender;
          expect([harness.state.una, harness.receiver.next]).toEqual([dataEnd, dataEnd]);
          expect(dataEnd).toBeGreaterThanOrEqual(SEGMENTS);
          if (definition.ownsCwnd) expect(called).not.toContain("onAck");
          if (definition.samples !== true) expect(called).not.toContain("onSample");
          if (definition.paced !== true) expect(harness.state.pacingRate).toBe(Number.POSITIVE_INFINITY);
        }),
        casesOfAll(10, 40),
      );
    },
  );
});

/** RFC 8511 does not apply to a control that derives its reduction from the path, or that sets cwnd itself. */
const cutsByBeta = congestionControls.filter(
  ({ params, ownsCwnd }) =>
    ownsCwnd !== true && ["beta-ecn", "beta-loss"].every((id) => params.some((param) => param.id === id)),
);

test.each(cutsByBeta.map((one) => [one.id, one] as const))(
  "%s: with the same β for marks and losses a mark reduces like a loss (RFC 3168 §6.1.2, RFC 8511 §3.1)",
  (_, definition) => {
    const values = { ...defaultsOf(definition.params), "beta-ecn": 0.6, "beta-loss": 0.6 };
    for (const cwnd of [2, 3, 10, 77, 1000]) {
      const cuts = (["ssthreshAfterMark", "ssthreshAfterLoss"] as const).map((cut) => {
        const clock = Object.assign(new Clock(), { nowNs: 1e9 });
        const state = Object.assign(new SenderState(clock, cwnd), { minRttNs: 50e6 });
        return definition.create(values, () => 0)[cut](state);
      });
      expect(cuts[0]).toBe(cuts[1]);
    }
  },
);
