import { describe, expect, test } from "vitest";
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

  test("or after another initial timeout, of exact and of coarse timers", () => {
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
    // The last ACK arrives at 101: SRTT 100, RTTVAR 37.5, floor 200.
    harness.run(400);
    expect(harness.sender.rtos).toBe(0);
    harness.run(402);
    expect(harness.sender.rtos).toBe(1);
  });

  test("an ACK also puts off a timeout that is pending: no segment is sent again while ACKs come", () => {
    const harness = new Harness({ sender: { initialWindow: 2 } });
    harness.state.ssthresh = 2;
    harness.fate = ({ atMs }) => (atMs < 1000 ? "deliver" : "drop");
    harness.start().run(1100);
    expect(harness.sender.rtos).toBe(0);
    // Of the last segments that got through the second ACK comes with the path's spacing of 1 ms.
    const lastAckMs = harness.acks[harness.acks.length - 1].atMs + 50;
    const dueMs = lastAckMs + harness.sender.timer.timeoutNs / MS;
    expect(dueMs - lastAckMs).toBeGreaterThanOrEqual(300);
    harness.run(5000);
    expect(harness.events[0].atMs).toBeCloseTo(dueMs, 3);
  });

  test("doubles with each expiry (§5.5); an ACK of new data ends that", () => {
    const harness = new Harness({ sender: { initialWindow: 1 } });
    harness.drop({ 0: 4 });
    harness.start().run(20_000);
    const times = harness.sent.filter(({ seq }) => seq === 0).map(({ atMs }) => atMs);
    expect(times).toEqual([0, 1000, 3000, 7000, 15_000]);
    expect(harness.sender.timer.backoffs).toBe(0);
  });

  test("one of coarse ticks stays doubled until a segment that was sent once is acknowledged (§3, Karn)", () => {
    const [exact, ticks] = [0, 100].map((tickMs) => {
      const harness = new Harness({ sender: { initialWindow: 1, timerTickNs: tickMs * MS } });
      harness.drop({ 0: 2 });
      // The third time it arrives, at 3101 ms: an ACK of new data, but no sample.
      harness.start().run(3102);
      return harness;
    });
    expect([exact.sender.timer.backoffs, ticks.sender.timer.backoffs]).toEqual([0, 2]);
    ticks.run(3300);
    expect(ticks.sender.timer.backoffs).toBe(0);
  });

  test("stops when all is acknowledged (§5.2)", () => {
    const harness = new Harness({ segments: 3 });
    harness.start().run(60_000);
    expect([harness.sender.rtos, harness.sender.packetsSent]).toEqual([0, 3]);
  });
});
