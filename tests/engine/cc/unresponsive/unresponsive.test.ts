import { describe, expect, test } from "vitest";
import type { CongestionControl } from "../../../../src/engine/cc/congestion-control.ts";
import { unresponsive } from "../../../../src/engine/cc/unresponsive/unresponsive.ts";
import { AckSample } from "../../../../src/engine/tcp/ack-sample.ts";
import type { SenderState } from "../../../../src/engine/tcp/sender-state.ts";
import { ask, madeControl, madeState, onLoss, onMark, onTimeout, resultsOf } from "../made.ts";

class Flow {
  readonly cc: CongestionControl;
  readonly state: SenderState;
  private readonly sample = new AckSample();

  constructor(values = {}, fields: Partial<SenderState> = {}) {
    this.cc = madeControl(unresponsive, values);
    this.state = madeState({ cwnd: 10, cwndLimited: true, ...fields });
  }

  /** Delivers `n` segments one by one, each cumulatively acknowledged or only reported by SACK. Returns cwnd. */
  ack(n = 1, isInOrder = true): number {
    const { state, sample } = this;
    for (let i = 0; i < n; i++) {
      if (isInOrder) state.una++;
      state.nxt = Math.max(state.nxt, state.una + state.cwnd);
      sample.delivered = 1;
      sample.deliveredTotal++;
      this.cc.onSample?.(state, sample);
    }
    return state.cwnd;
  }
}

describe("with both options on", () => {
  test("neither marks nor losses change the window or end slow start", () => {
    const { cc, state } = new Flow({}, { cwnd: 100 });
    expect([cc.ssthreshAfterMark(state), cc.ssthreshAfterLoss(state)]).toEqual([100, 100]);
    const flow = new Flow({}, { cwnd: 100 });
    flow.cc.ssthreshAfterMark(flow.state);
    expect(flow.ack(5)).toBe(105);
    flow.cc.ssthreshAfterLoss(flow.state);
    expect(flow.ack(5)).toBe(110);
  });

  test("the window grows up to the maximum", () => {
    expect(new Flow({ "largest-window": 50 }).ack(100)).toBe(50);
  });

  test("data that waits at the receiver behind a lost segment takes up room in the window", () => {
    const flow = new Flow({ "largest-window": 50 });
    flow.ack(60);
    expect([flow.ack(20, false), flow.ack(100, false)]).toEqual([30, 2]);
    flow.state.una += 120;
    expect(flow.ack()).toBe(50);
  });

  test("after a timeout the sender starts again from one segment, in slow start", () => {
    const flow = new Flow({}, { cwnd: 100 });
    flow.ack();
    flow.state.ssthresh = Math.min(flow.state.ssthresh, flow.cc.ssthreshAfterLoss(flow.state) + 1e6);
    flow.cc.onTimeout(flow.state);
    flow.state.cwnd = 1;
    expect(flow.ack(3)).toBe(4);
  });

  test("a sender with nothing to send does not grow", () => {
    expect(new Flow({}, { cwndLimited: false }).ack(10)).toBe(10);
  });
});

describe("with one option off the sender responds to that signal like NewReno (RFC 3168 §6.1.2, RFC 5681 §3.1)", () => {
  test("a sender that ignores only ECN halves its window for losses", () => {
    const flow = new Flow({ "ignore-loss": false }, { cwnd: 100, nxt: 100 });
    flow.ack();
    expect(flow.cc.ssthreshAfterMark(flow.state)).toBe(101);
    expect(flow.cc.ssthreshAfterLoss(flow.state)).toBe(50);
    expect([flow.ack(), flow.state.ssthresh]).toEqual([50, 50]);
  });

  test("growth waits until the reduced window is acknowledged, then cwnd grows by one segment per round trip", () => {
    const flow = new Flow({ "ignore-marks": false }, { cwnd: 100, nxt: 100 });
    flow.ack();
    flow.cc.ssthreshAfterMark(flow.state);
    expect(flow.ack()).toBe(50);
    const cutWindowEnd = flow.state.nxt;
    while (flow.state.una < cutWindowEnd - 1) expect(flow.ack()).toBe(50);
    expect([flow.ack(49), flow.ack(1)]).toEqual([50, 51]);
  });

  test("β_ecn and β_loss apply to signals that are not ignored", () => {
    const values = { "ignore-marks": false, "ignore-loss": false, "beta-ecn": 0.8, "beta-loss": 0.6 };
    const { cc, state } = new Flow(values, { cwnd: 100 });
    expect([cc.ssthreshAfterMark(state), cc.ssthreshAfterLoss(state)]).toEqual([80, 60]);
  });

  test("with both options off it shares like NewReno", () => {
    const { flows } = resultsOf(
      "flow=cc=unresponsive,ignore-marks=off,ignore-loss=off&flow=cc=newreno&duration=100s",
    );
    const ratio = flows[0].goodputBps / flows[1].goodputBps;
    expect(ratio).toBeGreaterThan(0.75);
    expect(ratio).toBeLessThan(1.33);
  });
});

describe("the effect on a NewReno flow beside it", () => {
  const shares = (url: string) => resultsOf(`${url}&duration=40s`).flows.map((flow) => flow.goodputBps / 1e6);

  test("with CoDel, which only marks, the cheating sender takes the link and a queue builds up", () => {
    const cheat = shares("flow=cc=unresponsive&flow=cc=newreno");
    expect(cheat[0]).toBeGreaterThan(9);
    expect(cheat[1]).toBeLessThan(0.3);
  });

  test("PIE drops ECT packets above p = 10 % (RFC 8033 §5.1), so a sender that halves for losses is slowed down", () => {
    const [onCodel, onPie] = ["codel", "pie"].map((aqm) =>
      shares(`aqm=${aqm}&flow=cc=unresponsive,ignore-loss=off&flow=cc=newreno`),
    );
    expect(onCodel[1]).toBeLessThan(0.3);
    expect(onPie[1]).toBeGreaterThan(3 * onCodel[1]);
  });

  test("lost segments are retransmitted although losses are ignored, so all data arrives", () => {
    const { flows } = resultsOf("cc=unresponsive&aqm=droptail&limit=50p&ecn=off&duration=40s");
    expect(flows[0].retransmissions).toBeGreaterThan(1000);
    expect(flows[0].lossReductions).toBe(0);
    expect(flows[0].goodputBps).toBeGreaterThan(5e6);
  });
});

test("every parameter can change during a run", () => {
  const flow = new Flow({}, { cwnd: 100, nxt: 100 });
  flow.cc.configure("ignore-marks", false);
  flow.cc.configure("ignore-loss", false);
  flow.cc.configure("beta-loss", 0.7);
  expect([flow.cc.ssthreshAfterMark(flow.state), flow.cc.ssthreshAfterLoss(flow.state)]).toEqual([50, 70]);
  flow.cc.configure("largest-window", 20);
  expect(flow.ack()).toBe(20);
});

describe("explains its decisions", () => {
  test("explains that marks and losses have no effect", () => {
    const { cc, state } = new Flow({}, { cwnd: 100 });
    expect([onMark(cc, state, true), onLoss(cc, state, true)]).toEqual([
      { sentences: ["This sender ignores marks on purpose: cwnd stays at 100 segments."] },
      {
        sentences: [
          "This sender ignores losses on purpose: lost segments are sent again, and cwnd stays at 100 segments.",
        ],
      },
    ]);
  });

  test("explains that a timeout is not ignored", () => {
    const { cc, state } = new Flow({ "largest-window": 50 }, { cwnd: 100 });
    expect(onTimeout(cc, state, { owns: true })).toEqual({
      sentences: [
        "The oldest segment stayed unacknowledged for a whole RTO, so cwnd starts again at 1 segment.",
        "This sender ignores all other losses: slow start leads back to 50 segments.",
      ],
    });
  });

  test("explains a loss that is not ignored: its reduction ends slow start with the next ACK", () => {
    const flow = new Flow({ "ignore-loss": false }, { cwnd: 100 });
    expect(onLoss(flow.cc, flow.state, true).formula).toBe("β_loss × cwnd = 0.5 × 100 = 50 segments");
    flow.ack();
    const decision = { event: "slowStartExit", before: 50, after: 50 } as const;
    expect(ask(flow.cc, flow.state, decision).sentences).toEqual([
      "With this ACK the cut for the last signal is made, to 50 segments: slow start is over.",
    ]);
  });
});
