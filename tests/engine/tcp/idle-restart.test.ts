import { describe, expect, test } from "vitest";
import { newreno } from "../../../src/engine/cc/newreno.ts";
import { CWR, OPEN } from "../../../src/engine/tcp/loss-recovery.ts";
import { Harness, MS } from "./harness.ts";

/** Sends 100 segments, then nothing for `pauseMs`, then more. */
function paused(pauseMs: number, options: ConstructorParameters<typeof Harness>[0] = {}): Harness {
  const harness = new Harness({ segments: 100, ...options });
  harness.start();
  let ms = 0;
  while (harness.state.una < 100) harness.run(++ms);
  harness.run(ms + pauseMs);
  harness.sender.dataEnd = 1000;
  return harness;
}

describe("data after a pause (RFC 5681 §4.1)", () => {
  test("longer than a timeout: cwnd is the initial window again, ssthresh stays", () => {
    const harness = paused(3000);
    expect(harness.state.cwnd).toBeGreaterThan(50);
    harness.state.ssthresh = 70;
    const sent = harness.sent.length;
    harness.sender.resume();
    expect([harness.state.cwnd, harness.state.ssthresh, harness.sent.length - sent]).toEqual([10, 70, 10]);
  });

  test("shorter: cwnd stays", () => {
    const harness = paused(50);
    const { cwnd } = harness.state;
    harness.sender.resume();
    expect(harness.state.cwnd).toBe(cwnd);
  });

  test("a window below the initial one stays: min(IW, cwnd)", () => {
    const harness = paused(3000);
    harness.state.cwnd = 4;
    harness.sender.resume();
    expect(harness.state.cwnd).toBe(4);
  });

  test("a reduction that was still open ends there: the next ACK does not bring ssthresh back", () => {
    const harness = new Harness({ segments: 200, ecn: true });
    // The last window tells of a mark, and nothing was sent after it: no ACK goes beyond the reduction's point.
    harness.fate = ({ seq }) => (seq === 150 ? "mark" : "deliver");
    harness.start();
    let ms = 0;
    while (harness.state.una < 200) harness.run(++ms);
    expect(harness.sender.congestion).toBe(CWR);
    const { ssthresh } = harness.state;
    expect(ssthresh).toBeGreaterThan(20);
    harness.run(ms + 3000);
    harness.sender.dataEnd = 1000;
    harness.sender.resume();
    expect([harness.state.cwnd, harness.sender.congestion]).toEqual([10, OPEN]);
    harness.run(ms + 3000 + 100 + 2);
    expect(harness.state.una).toBeGreaterThan(200);
    expect(harness.state.cwnd).toBeLessThanOrEqual(10 + harness.state.una - 200);
  });

  test("does nothing where it is switched off, or where the congestion control sets cwnd itself", () => {
    for (const options of [{ sender: { idleRestart: false } }, { traits: { ownsCwnd: true } }]) {
      const harness = paused(3000, options);
      harness.state.cwnd = 60;
      harness.sender.resume();
      expect(harness.state.cwnd).toBe(60);
    }
  });

  test("does nothing while something is in the network", () => {
    const harness = new Harness({ segments: 20, sender: { initialWindow: 20 } });
    harness.drop({ 0: 20 });
    harness.start().run(50);
    harness.state.cwnd = 60;
    harness.sender.dataEnd = 30;
    harness.clock.nowNs += 5000 * MS;
    harness.sender.resume();
    expect(harness.state.cwnd).toBe(60);
  });

  test("the congestion control hears how long it was", () => {
    const pauses: number[] = [];
    const cc = newreno.create(
      { "beta-ecn": 0.5, "beta-loss": 0.5, "reno-increase": "count", "reno-slow-start": "below" },
      () => 0,
    );
    cc.onIdle = (_, idleNs) => pauses.push(idleNs / MS);
    const harness = paused(3000, { cc });
    const last = Math.max(...harness.sent.map(({ atMs }) => atMs));
    harness.sender.resume();
    expect(pauses).toEqual([harness.nowNs / MS - last]);
  });
});
