/** What every congestion control keeps to, whatever happens to its flow. Loops over the registry. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CongestionControlDefinition } from "../../src/engine/cc/congestion-control.ts";
import type { ParamValues } from "../../src/engine/params/param.ts";
import { congestionControlDefinitions } from "../../src/engine/scenario/build.ts";
import { defaultsOf } from "../../src/engine/scenario/places.ts";
import { SenderState } from "../../src/engine/tcp/sender-state.ts";
import { anyValueOf } from "./sequences.ts";

type Kind = "ack" | "rtt" | "mark" | "loss" | "timeout" | "configure";

interface Step {
  readonly kind: Kind;
  readonly n: number;
  readonly afterNs: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom<Kind>(
    "ack",
    "ack",
    "ack",
    "ack",
    "ack",
    "rtt",
    "rtt",
    "mark",
    "loss",
    "timeout",
    "configure",
  ),
  n: fc.integer({ min: 1, max: 64 }),
  afterNs: fc.oneof(
    { weight: 5, arbitrary: fc.nat(50_000_000) },
    { weight: 1, arbitrary: fc.nat(30_000_000_000) },
  ),
});

const steps = fc.array(step, { minLength: 1, maxLength: 250 });

function settingsOf(definition: CongestionControlDefinition): fc.Arbitrary<ParamValues> {
  const values = Object.fromEntries(definition.params.map((param) => [param.id, anyValueOf(param)]));
  return fc.oneof(fc.constant(defaultsOf(definition.params)), fc.record(values));
}

class Flow {
  readonly state = new SenderState(10);
  private readonly cc;
  private readonly definition: CongestionControlDefinition;
  private nowNs = 0;

  constructor(definition: CongestionControlDefinition, values: ParamValues) {
    this.definition = definition;
    this.cc = definition.create(values);
    Object.assign(this.state, { nxt: 10, minRttNs: 50e6, srttNs: 50e6, rttvarNs: 25e6 });
  }

  play({ kind, n, afterNs }: Step): void {
    const { state, cc } = this;
    this.nowNs += afterNs;
    if (kind === "ack") this.acknowledge(n);
    else if (kind === "rtt") {
      state.minRttNs = Math.min(state.minRttNs, n * 2e6);
      cc.onRttSample(state, n * 2e6 + 1e6, this.nowNs);
    } else if (kind === "mark") this.reduce(cc.ssthreshAfterMark(state, this.nowNs));
    else if (kind === "loss") this.reduce(cc.ssthreshAfterLoss(state, this.nowNs));
    else if (kind === "timeout") this.timeout();
    else this.configure(n);
    this.check();
  }

  private acknowledge(n: number): void {
    const { state } = this;
    const [before, inSlowStart, ssthresh] = [state.cwnd, state.inSlowStart, state.ssthresh];
    state.una += n;
    state.nxt = state.una + Math.floor(state.cwnd);
    this.cc.onAck(state, n, this.nowNs);
    // One more for a credit that is worth a segment at once under a faster rule.
    expect(state.cwnd - before).toBeLessThanOrEqual(n + 1);
    if (inSlowStart && state.cwnd < ssthresh) expect(state.cwnd - before).toBeLessThanOrEqual(n);
    expect(state.cwnd).toBeGreaterThanOrEqual(before);
  }

  private reduce(ssthresh: number): void {
    const { state } = this;
    expect(Number.isFinite(ssthresh)).toBe(true);
    expect(ssthresh).toBeGreaterThanOrEqual(2);
    expect(ssthresh).toBeLessThanOrEqual(Math.max(2, state.cwnd));
    Object.assign(state, { ssthresh, cwnd: Math.min(state.cwnd, ssthresh), cwndCredit: 0 });
  }

  private timeout(): void {
    const { state } = this;
    state.ssthresh = this.cc.ssthreshAfterLoss(state, this.nowNs);
    this.cc.onTimeout(state, this.nowNs);
    Object.assign(state, { cwnd: 1, cwndCredit: 0 });
  }

  private configure(n: number): void {
    const param = this.definition.params[n % this.definition.params.length];
    const [value] = fc.sample(anyValueOf(param), { numRuns: 1, seed: n });
    this.cc.configure(param.id, value);
  }

  private check(): void {
    const { state, definition } = this;
    expect(Number.isFinite(state.cwnd)).toBe(true);
    expect(state.cwnd).toBeGreaterThanOrEqual(1);
    expect(state.ssthresh).toBeGreaterThanOrEqual(2);
    expect(state.cwndCredit).toBeGreaterThanOrEqual(0);
    for (let i = 0; i < definition.probes.length; i++) {
      expect(Math.abs(this.cc.probe(i))).not.toBe(Number.POSITIVE_INFINITY);
    }
  }
}

describe.each(congestionControlDefinitions.map((one) => [one.id, one] as const))("%s", (_, definition) => {
  const options = { numRuns: 150 };

  test("whatever is acknowledged, marked, lost and timed out: finite windows, cwnd >= 1, ssthresh >= 2, no more growth than acknowledged", () => {
    fc.assert(
      fc.property(settingsOf(definition), steps, (values, sequence) => {
        const flow = new Flow(definition, values);
        for (const one of sequence) flow.play(one);
      }),
      options,
    );
  });

  test("the same story gives the same window", () => {
    fc.assert(
      fc.property(settingsOf(definition), steps, (values, sequence) => {
        const [a, b] = [new Flow(definition, values), new Flow(definition, values)];
        for (const one of sequence) {
          a.play(one);
          b.play(one);
        }
        expect(a.state).toEqual(b.state);
      }),
      { numRuns: 30 },
    );
  });

  test("two flows share nothing", () => {
    const values = defaultsOf(definition.params);
    const [a, b, alone] = [0, 1, 2].map(() => new Flow(definition, values));
    for (let i = 0; i < 40; i++) {
      const one: Step = { kind: "ack", n: 3, afterNs: 10e6 };
      a.play(one);
      b.play(i % 10 === 9 ? { kind: "loss", n: 1, afterNs: 0 } : one);
      alone.play(one);
    }
    expect(a.state).toEqual(alone.state);
  });

  test("with the same β for marks and losses a mark cuts as a loss does (RFC 3168 §6.1.2, RFC 8511 §3.1)", () => {
    const values = { ...defaultsOf(definition.params), "beta-ecn": 0.6, "beta-loss": 0.6 };
    for (const cwnd of [2, 3, 10, 77, 1000]) {
      const cuts = (["ssthreshAfterMark", "ssthreshAfterLoss"] as const).map((cut) =>
        definition.create(values)[cut](Object.assign(new SenderState(cwnd), { minRttNs: 50e6 }), 1e9),
      );
      expect(cuts[0]).toBe(cuts[1]);
    }
  });
});
