import { describe, expect, test } from "vitest";
import { Clock } from "../../../src/engine/core/clock.ts";
import { Scoreboard } from "../../../src/engine/tcp/scoreboard.ts";
import { SenderState } from "../../../src/engine/tcp/sender-state.ts";
import { TickTimer } from "../../../src/engine/tcp/tick-timer.ts";
import { Harness } from "./harness.ts";

const MS = 1e6;
const SECOND = 1000 * MS;

function made() {
  const clock = new Clock();
  const [timer, state, board] = [new TickTimer(100 * MS), new SenderState(clock, 10), new Scoreboard(clock)];
  /** An ACK tells of a segment that was sent then. */
  const sample = (sentMs: number, ackedMs: number) => {
    clock.nowNs = ackedMs * MS;
    board.oldestSentNs = sentMs * MS;
    timer.onSample(state, board);
  };
  return { timer, state, sample };
}

/** Samples of segments sent and acknowledged at these times, one a window. */
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
  test("counts the ticks that fall into a round trip, at least one", () => {
    // SRTT + max(tick, 4·RTTVAR), with RTTVAR half the first sample (RFC 6298 §2.2, §2.3).
    expect(afterSamples([10, 90]).timeoutNs(SECOND, 0, 0)).toBe(300 * MS);
    expect(afterSamples([90, 110]).timeoutNs(SECOND, 0, 0)).toBe(300 * MS);
    expect(afterSamples([90, 310]).timeoutNs(SECOND, 0, 0)).toBe(900 * MS);
  });

  test("is a whole number of ticks, at least one more than the round trip (RFC 6298 §2.3: G)", () => {
    const steady = Array.from({ length: 40 }, (_, i): [number, number] => [i * 200, i * 200 + 110]);
    expect(afterSamples(...steady).timeoutNs(SECOND, 0, 0)).toBe(200 * MS);
    expect(afterSamples(...steady).timeoutNs(SECOND, 250 * MS, 0)).toBe(300 * MS);
  });

  test("doubles (§5.5), and is the initial timeout before the first sample (§2.1)", () => {
    expect(afterSamples([0, 50]).timeoutNs(SECOND, 0, 2)).toBe(1200 * MS);
    expect(afterSamples().timeoutNs(SECOND, 0, 0)).toBe(SECOND);
    expect(afterSamples().timeoutNs(6 * SECOND, 0, 1)).toBe(12 * SECOND);
  });

  test("times one segment per window", () => {
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

test("a sender with a tick times out later; what charts show of its SRTT stays exact", () => {
  const timeouts = [0, 500].map((tickMs) => {
    const harness = new Harness({ sender: { timerTickNs: tickMs * MS, initialWindow: 2 } });
    harness.fate = ({ atMs }) => (atMs === 0 ? "deliver" : "drop");
    harness.start().run(101);
    expect(harness.state.srttNs).toBe(100.125 * MS);
    harness.run(5000);
    return harness.events[0].atMs;
  });
  // Exactly: SRTT 100 + 4·37.5 or the floor of 200; with 500 ms ticks 1 + max(1, 4·0.5) = 3 of them.
  expect(timeouts).toEqual([401.125, 1601]);
});
