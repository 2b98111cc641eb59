import { describe, expect, test } from "vitest";
import { Clock } from "../../../src/engine/core/clock.ts";
import { TickTimer } from "../../../src/engine/tcp/retransmission-timer.ts";
import { Scoreboard } from "../../../src/engine/tcp/scoreboard.ts";
import { SenderState } from "../../../src/engine/tcp/sender-state.ts";
import { Harness, MS } from "./harness.ts";

describe("the retransmission timer (RFC 6298 §5)", () => {
  test("expires 1 s after the first segment was sent, while there is no sample (§2.1)", () => {
    const harness = new Harness({ sender: { initialWindow: 2 } });
    harness.fate = () => "drop";
    harness.start().run(999);
    expect(harness.sender.rtos).toBe(0);
    harness.run(1000);
    expect(harness.sender.rtos).toBe(1);
  });

  test("uses another initial timeout, with exact and with coarse ticks", () => {
    for (const timerTickNs of [0, 500e6]) {
      const harness = new Harness({ sender: { initialWindow: 2, initialRtoNs: 6e9, timerTickNs } });
      harness.fate = () => "drop";
      harness.start().run(5999);
      expect(harness.sender.rtos).toBe(0);
      harness.run(17_999);
      expect(harness.events.map(({ atMs }) => atMs)).toEqual([6000]);
    }
  });

  test("an ACK of new data restarts it (§5.3)", () => {
    const harness = new Harness({ sender: { initialWindow: 2 } });
    harness.fate = ({ atMs }) => (atMs === 0 ? "deliver" : "drop");
    harness.start();
    // The last ACK arrives at 101 ms; SRTT is 100 ms, RTTVAR 37.5 ms, and the minimum of the timeout 200 ms.
    harness.run(400);
    expect(harness.sender.rtos).toBe(0);
    harness.run(402);
    expect(harness.sender.rtos).toBe(1);
  });

  test("an ACK also delays a timeout that is pending: no segment is sent again while ACKs arrive", () => {
    const harness = new Harness({ sender: { initialWindow: 2 } });
    harness.state.ssthresh = 2;
    harness.fate = ({ atMs }) => (atMs < 1000 ? "deliver" : "drop");
    harness.start().run(1100);
    expect(harness.sender.rtos).toBe(0);
    // The last segments are acknowledged by two ACKs, 1 ms apart like the segments.
    const lastAckMs = harness.acks[harness.acks.length - 1].atMs + 50;
    const dueMs = lastAckMs + harness.sender.timer.timeoutNs / MS;
    expect(dueMs - lastAckMs).toBeGreaterThanOrEqual(300);
    harness.run(5000);
    expect(harness.events[0].atMs).toBeCloseTo(dueMs, 3);
  });

  test("doubles with each expiry (§5.5) until an ACK of new data arrives", () => {
    const harness = new Harness({ sender: { initialWindow: 1 } }).drop({ 0: 4 }).start().run(20_000);
    const times = harness.sent.filter(({ seq }) => seq === 0).map(({ atMs }) => atMs);
    expect(times).toEqual([0, 1000, 3000, 7000, 15_000]);
    expect(harness.sender.timer.backoffs).toBe(0);
  });

  test("a timer with coarse ticks stays doubled until a segment that was sent once is acknowledged (§3, Karn)", () => {
    const [exact, ticks] = [0, 100].map((tickMs) => {
      const harness = new Harness({ sender: { initialWindow: 1, timerTickNs: tickMs * MS } }).drop({ 0: 2 });
      // The third transmission arrives at 3101 ms. Its ACK acknowledges new data but gives no RTT sample.
      harness.start().run(3102);
      return harness;
    });
    expect([exact.sender.timer.backoffs, ticks.sender.timer.backoffs]).toEqual([0, 2]);
    ticks.run(3300);
    expect(ticks.sender.timer.backoffs).toBe(0);
  });

  test("stops when all is acknowledged (§5.2)", () => {
    const harness = new Harness({ segments: 3 }).start().run(60_000);
    expect([harness.sender.rtos, harness.sender.packetsSent]).toEqual([0, 3]);
  });
});

const SECOND = 1000 * MS;

function made() {
  const clock = new Clock();
  const [timer, state, board] = [new TickTimer(100 * MS), new SenderState(clock, 10), new Scoreboard(clock)];
  /** Takes the sample of a segment that was sent and acknowledged at these times. */
  const sample = (sentMs: number, ackedMs: number) => {
    clock.nowNs = ackedMs * MS;
    board.oldestSentNs = sentMs * MS;
    timer.onSample(state, board);
  };
  return { timer, state, sample };
}

/** Returns a timer after samples of segments that were sent and acknowledged at these times, one per window. */
function afterSamples(...spansMs: readonly (readonly [number, number])[]): TickTimer {
  const { timer, state, sample } = made();
  for (const [sentMs, ackedMs] of spansMs) {
    state.una++;
    sample(sentMs, ackedMs);
    state.nxt = state.una;
  }
  return timer;
}

describe("a timer with a coarse tick (BSD, ns-2 tcpTick_)", () => {
  test("counts the ticks within a round trip, at least one", () => {
    // The timeout is SRTT + max(tick, 4·RTTVAR), and RTTVAR is half of the first sample (RFC 6298 §2.2, §2.3).
    expect(afterSamples([10, 90]).timeoutNs(SECOND, 0, 0)).toBe(300 * MS);
    expect(afterSamples([90, 110]).timeoutNs(SECOND, 0, 0)).toBe(300 * MS);
    expect(afterSamples([90, 310]).timeoutNs(SECOND, 0, 0)).toBe(900 * MS);
  });

  test("its timeout is a whole number of ticks, at least one more than the round trip (RFC 6298 §2.3: G)", () => {
    const steady = Array.from({ length: 40 }, (_, i): [number, number] => [i * 200, i * 200 + 110]);
    expect(afterSamples(...steady).timeoutNs(SECOND, 0, 0)).toBe(200 * MS);
    expect(afterSamples(...steady).timeoutNs(SECOND, 250 * MS, 0)).toBe(300 * MS);
  });

  test("its timeout doubles (§5.5), and is the initial timeout before the first sample (§2.1)", () => {
    expect(afterSamples([0, 50]).timeoutNs(SECOND, 0, 2)).toBe(1200 * MS);
    expect(afterSamples().timeoutNs(SECOND, 0, 0)).toBe(SECOND);
    expect(afterSamples().timeoutNs(6 * SECOND, 0, 1)).toBe(12 * SECOND);
  });

  test("measures one segment per window", () => {
    const { timer, state, sample } = made();
    Object.assign(state, { una: 1, nxt: 10 });
    sample(0, 150);
    const first = timer.timeoutNs(SECOND, 0, 0);
    Object.assign(state, { una: 10, nxt: 20 });
    sample(0, 950);
    expect(timer.timeoutNs(SECOND, 0, 0)).toBe(first);
    state.una = 11;
    sample(0, 950);
    expect(timer.timeoutNs(SECOND, 0, 0)).toBeGreaterThan(first);
  });
});

test("a sender with a tick times out later; the SRTT in charts stays exact", () => {
  const timeouts = [0, 500].map((tickMs) => {
    const harness = new Harness({ sender: { timerTickNs: tickMs * MS, initialWindow: 2 } });
    harness.fate = ({ atMs }) => (atMs === 0 ? "deliver" : "drop");
    harness.start().run(101);
    expect(harness.state.srttNs).toBe(100.125 * MS);
    harness.run(5000);
    return harness.events[0].atMs;
  });
  // With exact times, the timeout is SRTT 100 plus 4·37.5 or the minimum of 200. With ticks of 500 ms, it is 1 +
  // max(1, 4·0.5) = 3 ticks.
  expect(timeouts).toEqual([401.125, 1601]);
});
