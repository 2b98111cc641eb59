import { describe, expect, test } from "vitest";
import { newreno } from "../../../src/engine/cc/newreno.ts";
import { Clock } from "../../../src/engine/core/clock.ts";
import { EventQueue, EventSlot } from "../../../src/engine/core/event-queue.ts";
import { Pacer } from "../../../src/engine/tcp/pacer.ts";
import { SenderState } from "../../../src/engine/tcp/sender-state.ts";
import { Harness } from "./harness.ts";
import { plainNewReno } from "./lone-sender.ts";

/** Returns a pacer with `rate` segments per second and bursts of `burst` segments. */
function made(rate: number, burst = 1) {
  const clock = new Clock();
  const queue = new EventQueue(clock);
  const state = Object.assign(new SenderState(clock, 10), { pacingRate: rate });
  const pacer = new Pacer(state, new EventSlot(queue));
  state.burst = burst;
  /** Sets the clock and returns the pacer. */
  const at = (nowNs: number) => {
    clock.nowNs = nowNs;
    return pacer;
  };
  /** Returns the times at which segments leave within `spanNs`. */
  const leavingWithin = (spanNs: number): number[] => {
    const left: number[] = [];
    for (let nowNs = 0; nowNs < spanNs; ) {
      if (at(nowNs).mayLeave()) {
        left.push(nowNs);
        at(nowNs).onSent();
      } else {
        nowNs = queue.nextTimeNs;
        at(nowNs).cancel();
      }
    }
    return left;
  };
  return { at, queue, state, leavingWithin };
}

describe("the pacer", () => {
  test("releases the next segment 1/rate after the previous one, and schedules an event for that time", () => {
    const { at, queue } = made(1e6);
    at(1000).onSent();
    expect([at(1999).mayLeave(), queue.nextTimeNs, at(2000).mayLeave()]).toEqual([false, 2000, true]);
  });

  test("keeps the rate although times are whole nanoseconds", () => {
    const { at, queue } = made(3e8);
    let nowNs = 0;
    for (let i = 0; i < 3000; i++) {
      at(nowNs).onSent();
      at(nowNs).mayLeave();
      nowNs = queue.nextTimeNs;
      at(nowNs).cancel();
    }
    expect(Math.abs(nowNs - 10_000)).toBeLessThanOrEqual(1);
  });

  test("with credit, a late segment shortens the next gap by as much, but by at most half (tcp_update_skb_after_send)", () => {
    const nextAfter = (lateNs: number) => {
      const { at, state } = made(1e6);
      state.hasPacingCredit = true;
      // The first gap gets no credit, because no segment has been sent before.
      at(0).onSent();
      expect(state.departsNs).toBe(1000);
      at(1000 + lateNs).onSent();
      return state.departsNs - 1000 - lateNs;
    };
    expect([0, 300, 500, 800, 1e6].map(nextAfter)).toEqual([1000, 700, 500, 500, 500]);
  });

  test("gives no credit for a pause", () => {
    const { at } = made(1e6);
    at(0).onSent();
    at(9000).onSent();
    expect([at(9999).mayLeave(), at(10_000).mayLeave()]).toEqual([false, true]);
  });

  test("releases unpaced segments at once, and spaces the rest", () => {
    const { state, leavingWithin } = made(1000);
    state.unpacedLeft = 9;
    expect(leavingWithin(3e6)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1e6, 2e6]);
  });

  test("without a rate delays no segment", () => {
    const { at, queue } = made(Number.POSITIVE_INFINITY);
    at(5).onSent();
    expect([at(5).mayLeave(), queue.nextTimeNs]).toEqual([true, Number.POSITIVE_INFINITY]);
  });
});

describe("pacing in bursts", () => {
  test("sends a burst at once, then nothing until its time is over, and keeps the rate", () => {
    expect(made(2000, 2).leavingWithin(4e6)).toEqual([0, 0, 1e6, 1e6, 2e6, 2e6, 3e6, 3e6]);
  });

  test("a burst that the window cuts short is over, and the rest waits for the next burst", () => {
    const { at } = made(1000, 4);
    at(0).onSent();
    at(0).onSent();
    expect([at(0).mayLeave(), at(1e6).mayLeave(), at(2e6).mayLeave()]).toEqual([true, false, true]);
  });

  test("the time of the next burst is in the state", () => {
    const { at, state } = made(1000, 4);
    for (let i = 0; i < 4; i++) at(7).onSent();
    expect(state.departsNs).toBe(7 + 4e6);
  });
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

  test("ends a burst at the end of the data; data that is offered later waits for the next burst", () => {
    const harness = paced({ sender: { initialWindow: 20 }, segments: 2 });
    Object.assign(harness.state, { pacingRate: 100, burst: 8 });
    harness.start().run(15);
    harness.sender.dataEnd = 4;
    harness.sender.resume();
    harness.run(60);
    expect(harness.sent.map(({ atMs }) => atMs)).toEqual([0, 0, 20, 20]);
  });

  test("spaces retransmissions too", () => {
    const harness = paced({ sender: { initialWindow: 20 } })
      .dropOnce(2, 3, 4)
      .start()
      .run(90);
    harness.state.pacingRate = 100;
    harness.run(400);
    const times = harness.sent.filter(({ atMs }) => atMs > 0).map(({ atMs }) => atMs);
    expect(harness.retransmitted()).toEqual([2, 3, 4]);
    for (let i = 1; i < times.length; i++) expect(times[i] - times[i - 1]).toBeGreaterThanOrEqual(10 - 1e-9);
  });

  test("a full window counts as full for a round trip, also while pacing delays segments", () => {
    const harness = paced({ sender: { initialWindow: 10 } })
      .start()
      .run(99);
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

  test("continues without pacing if a congestion control without pacing takes over", () => {
    const harness = paced({ sender: { initialWindow: 10 } });
    Object.assign(harness.state, { pacingRate: 10 });
    harness.start().run(50);
    const reno = plainNewReno();
    harness.sender.switchCongestionControl(reno, newreno, null);
    expect([harness.state.pacingRate, harness.pace.isPending]).toEqual([Number.POSITIVE_INFINITY, false]);
    harness.run(100);
    expect(harness.sent.length).toBeGreaterThan(10);
  });
});
