import { describe, expect, test } from "vitest";
import { Clock } from "../../../src/engine/core/clock.ts";
import { SenderState } from "../../../src/engine/tcp/sender-state.ts";
import { type RecoveryMode, WindowReduction } from "../../../src/engine/tcp/window-reduction.ts";
import { range } from "./conformance/scripted.ts";
import { Harness } from "./harness.ts";

/** Starts a reduction from `cwnd` to `ssthresh` while all of cwnd is in flight. */
function begun(cwnd: number, ssthresh: number, mode: RecoveryMode = "prr") {
  const state = Object.assign(new SenderState(new Clock(), cwnd), {
    ssthresh,
    inflight: cwnd,
    cwndCredit: 7,
  });
  const reduction = new WindowReduction(mode);
  reduction.begin(state);
  return { state, reduction };
}

type Begun = ReturnType<typeof begun>;

/** Delivers an ACK of `delivered` segments and sends what cwnd allows. Returns the number sent. */
function ack({ state, reduction }: Begun, delivered: number, unaAdvanced = true, newlyLost = false): number {
  state.inflight -= delivered;
  reduction.onAck(state, delivered, unaAdvanced, newlyLost);
  const sent = Math.max(0, state.cwnd - state.inflight);
  state.inflight += sent;
  reduction.out += sent;
  return sent;
}

describe("proportional rate reduction (RFC 6937 §3)", () => {
  test("to one half: every second ACK releases a segment, and after a window the data in flight equals ssthresh", () => {
    const begin = begun(20, 10);
    const sent = Array.from({ length: 20 }, () => ack(begin, 1));
    expect(sent.slice(0, 18)).toEqual(Array.from({ length: 18 }, (_, i) => (i % 2 === 0 ? 1 : 0)));
    expect(begin.state.inflight).toBe(10);
  });

  test.each([
    [20, 16],
    [100, 70],
    [83, 66],
    [9, 2],
  ])(
    "from %s to %s: the share of ssthresh that was sent follows the share of the window that was delivered",
    (cwnd, ssthresh) => {
      const begin = begun(cwnd, ssthresh);
      let out = 0;
      for (let delivered = 1; delivered <= cwnd; delivered++) {
        const isAbove = begin.state.inflight - 1 > ssthresh;
        out += ack(begin, 1);
        if (isAbove) expect(out).toBe(Math.ceil((delivered * ssthresh) / cwnd));
        else expect(begin.state.inflight).toBe(ssthresh);
      }
      expect(begin.state.inflight).toBe(ssthresh);
    },
  );

  test("an ACK of several segments releases as many as one ACK for each of them", () => {
    const begin = begun(20, 10);
    expect([2, 4, 1, 3].map((delivered) => ack(begin, delivered))).toEqual([1, 2, 1, 1]);
  });

  test("cwnd is the data in flight plus what may be sent, so that an old window never causes a burst", () => {
    const begin = begun(20, 10);
    ack(begin, 1);
    ack(begin, 1);
    expect(begin.state.cwnd).toBe(begin.state.inflight);
  });

  test("the first ACK releases one segment for any ratio: the fast retransmission", () => {
    const begin = begun(100, 2);
    expect(ack(begin, 1)).toBe(1);
    const low = begun(20, 10);
    low.state.inflight = 11;
    expect(ack(low, 1, false, true)).toBe(1);
  });

  test("below ssthresh it sends as much as was delivered, and one more while there is progress (slow-start bound)", () => {
    const begin = begun(20, 10);
    begin.state.inflight = 5;
    expect([ack(begin, 1, false), ack(begin, 1, true), ack(begin, 1, true, true)]).toEqual([1, 2, 1]);
    expect(begin.state.inflight).toBe(6);
  });

  test("cwnd never exceeds ssthresh", () => {
    const begin = begun(20, 10);
    begin.state.inflight = 9;
    ack(begin, 5);
    ack(begin, 5);
    expect(begin.state.inflight).toBeLessThanOrEqual(10);
  });

  test("an ACK that reports nothing new changes nothing", () => {
    const begin = begun(20, 10);
    begin.reduction.onAck(begin.state, 0, false, false);
    expect(begin.state.cwnd).toBe(20);
  });
});

describe("immediate reduction (RFC 3168 §6.1.2, RFC 6675 §5)", () => {
  test("cwnd is ssthresh at once, and nothing is sent until the data in flight is below it", () => {
    const begin = begun(20, 10, "classic");
    expect(begin.state.cwnd).toBe(10);
    const sent = Array.from({ length: 12 }, () => ack(begin, 1));
    expect(sent).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]);
  });

  test("a window below ssthresh is not raised", () => {
    expect(begun(5, 8, "classic").state.cwnd).toBe(5);
  });
});

test.each<RecoveryMode>(["prr", "classic"])(
  "%s: growth earned before does not count, and at the end cwnd is ssthresh",
  (mode) => {
    const { state, reduction } = begun(20, 10, mode);
    expect(state.cwndCredit).toBe(0);
    state.cwnd = 6;
    reduction.end(state);
    expect([state.cwnd, state.cwndCredit]).toEqual([10, 0]);
  },
);

describe("the examples of RFC 6937 §3.1: a window of 20, halved, limited transmit", () => {
  /**
   * For the ACK of each delivered segment, returns how many segments it causes to be sent: N for a new one, R for a
   * retransmission.
   */
  function sentPerAck(dropped: readonly number[], mode: RecoveryMode): string[] {
    const harness = new Harness({ sender: { initialWindow: 20, recovery: mode } })
      .dropOnce(...dropped)
      .start();
    const perAck: string[] = [];
    for (let seq = 1; seq < 20; seq++) {
      if (dropped.includes(seq)) continue;
      const atMs = 100 + seq;
      harness.run(atMs);
      const sent = harness.sent.filter((one) => one.atMs === atMs);
      perAck.push(sent.map((one) => (one.isRetransmission ? "R" : "N")).join(""));
    }
    return perAck;
  }

  test("one loss with PRR: N N R, then one segment for every second ACK until 10 are in flight", () => {
    // RFC 6937 sets RecoverFS to FlightSize and Linux sets it to cwnd, so the last segments leave one or two ACKs
    // apart.
    expect(sentPerAck([0], "prr").join()).toBe("N,N,R,,N,,N,,N,,N,,N,,N,,N,,");
  });

  test("one loss with an immediate reduction: N N R, then nothing until half the window has drained, then one segment per ACK", () => {
    const sent = sentPerAck([0], "classic");
    expect(sent.slice(0, 3)).toEqual(["N", "N", "R"]);
    const silent = sent.slice(3).findIndex((one) => one !== "");
    expect(sent.slice(3, 3 + silent).join("")).toBe("");
    expect(silent).toBeGreaterThanOrEqual(7);
    expect(silent).toBeLessThanOrEqual(9);
    expect(sent.slice(3 + silent)).toEqual(new Array(16 - silent).fill("N"));
  });

  test("fifteen losses with PRR: N N, then one retransmission per ACK (conservative bound)", () => {
    expect(sentPerAck(range(0, 15), "prr")).toEqual(["N", "N", "R", "R", "R"]);
  });
});
