import { describe, expect, test } from "vitest";
import { newreno } from "../../../src/engine/cc/newreno.ts";
import { EventQueue } from "../../../src/engine/core/event-queue.ts";
import { EventSlot } from "../../../src/engine/core/event-slot.ts";
import { burstSegments, Pacer } from "../../../src/engine/tcp/pacer.ts";
import { Harness } from "./harness.ts";

describe("the pacer", () => {
  function made(): { pacer: Pacer; queue: EventQueue } {
    const queue = new EventQueue();
    return { pacer: new Pacer(new EventSlot(queue), false), queue };
  }

  test("lets the next segment out 1/rate after the one before, and asks for an event then", () => {
    const { pacer, queue } = made();
    pacer.onSent(1000, 1e6);
    expect([pacer.mayLeave(1999), queue.nextTimeNs, pacer.mayLeave(2000)]).toEqual([false, 2000, true]);
  });

  test("keeps the rate although times are whole nanoseconds", () => {
    const { pacer, queue } = made();
    let nowNs = 0;
    for (let i = 0; i < 3000; i++) {
      pacer.onSent(nowNs, 3e8);
      pacer.mayLeave(nowNs);
      nowNs = queue.nextTimeNs;
      pacer.cancel();
    }
    expect(Math.abs(nowNs - 10_000)).toBeLessThanOrEqual(1);
  });

  test("gives no credit for a pause", () => {
    const { pacer } = made();
    pacer.onSent(0, 1e6);
    pacer.onSent(9000, 1e6);
    expect([pacer.mayLeave(9999), pacer.mayLeave(10_000)]).toEqual([false, true]);
  });

  test("without a rate holds nothing back", () => {
    const { pacer, queue } = made();
    pacer.onSent(5, Number.POSITIVE_INFINITY);
    expect([pacer.mayLeave(5), queue.nextTimeNs]).toEqual([true, Number.POSITIVE_INFINITY]);
  });
});

test.each([
  [50, 1],
  [800, 2],
  [5000, 4],
  [1e6, 45],
])(
  "bursts at %s segments per second: %s (about 1 ms, two from 1.2 Mbps on, 64 kB at most)",
  (rate, segments) => {
    expect(burstSegments(rate)).toBe(segments);
  },
);

test("in bursts: so many at once, then none until their time is over, and the rate is kept", () => {
  const queue = new EventQueue();
  const pacer = new Pacer(new EventSlot(queue), true);
  const left: number[] = [];
  for (let nowNs = 0; nowNs < 4e6; ) {
    if (pacer.mayLeave(nowNs)) {
      left.push(nowNs);
      pacer.onSent(nowNs, 2000);
    } else {
      nowNs = queue.nextTimeNs;
      pacer.cancel();
    }
  }
  expect(left).toEqual([0, 0, 1e6, 1e6, 2e6, 2e6, 3e6, 3e6]);
});

describe("a paced sender", () => {
  const paced = (options: ConstructorParameters<typeof Harness>[0] = {}) =>
    new Harness({ ...options, traits: { paced: true } });

  test("sends its initial window at once while there is no rate", () => {
    expect(paced().start().sent).toHaveLength(10);
  });

  test("spaces what the window allows", () => {
    const harness = paced({ sender: { initialWindow: 5 } });
    harness.state.pacingRate = 200;
    harness.start().run(90);
    expect(harness.sent.map(({ atMs }) => atMs)).toEqual([0, 5, 10, 15, 20]);
  });

  test("spaces retransmissions too", () => {
    const harness = paced({ sender: { initialWindow: 20 } });
    harness.dropOnce(2, 3, 4);
    harness.start().run(90);
    harness.state.pacingRate = 100;
    harness.run(400);
    const times = harness.sent.filter(({ atMs }) => atMs > 0).map(({ atMs }) => atMs);
    expect(harness.retransmitted()).toEqual([2, 3, 4]);
    for (let i = 1; i < times.length; i++) expect(times[i] - times[i - 1]).toBeGreaterThanOrEqual(10 - 1e-9);
  });

  test("a full window counts as such for a round trip, also while pacing holds segments back", () => {
    const harness = paced({ sender: { initialWindow: 10 } });
    harness.start().run(99);
    harness.state.pacingRate = 1000;
    harness.run(102);
    expect([harness.state.cwndLimited, harness.state.cwnd]).toEqual([true, 13]);
  });

  test("a window that is never full does not grow (RFC 7661 §4.1)", () => {
    const harness = paced({ sender: { initialWindow: 50 } });
    harness.state.pacingRate = 100;
    harness.start().run(3000);
    expect([harness.state.cwnd, harness.state.cwndLimited]).toEqual([50, false]);
  });

  test("goes on at once where its place is taken by a control without pacing", () => {
    const harness = paced({ sender: { initialWindow: 10 } });
    harness.state.pacingRate = 10;
    harness.start().run(50);
    const reno = newreno.create(
      { "beta-ecn": 0.5, "beta-loss": 0.5, "reno-increase": "count", "reno-slow-start": "below" },
      () => 0,
    );
    harness.sender.switchCongestionControl(reno, newreno, null);
    expect([harness.state.pacingRate, harness.pace.isPending]).toEqual([Number.POSITIVE_INFINITY, false]);
    harness.run(100);
    expect(harness.sent.length).toBeGreaterThan(10);
  });
});
