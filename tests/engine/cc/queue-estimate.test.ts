import { describe, expect, test } from "vitest";
import { QueueEstimate } from "../../../src/engine/cc/queue-estimate.ts";
import { MS, madeState } from "./made-state.ts";

class Rounds {
  readonly queue = new QueueEstimate();
  private readonly state = madeState({ una: 1, nxt: 1 });

  /** A round trip with these RTTs. */
  next(...rttsMs: number[]): QueueEstimate {
    const { state, queue } = this;
    state.una = state.nxt + 1;
    state.nxt = state.una + 100;
    for (const rttMs of rttsMs) queue.take(state, rttMs * MS);
    return queue;
  }
}

test("before the first sample nothing is known", () => {
  expect(new QueueEstimate().share).toBeNaN();
});

describe("the queue's share of the round trip", () => {
  test("125 ms where the path takes 100 are a fifth", () => {
    const rounds = new Rounds();
    rounds.next(100, 100, 100, 100);
    expect(rounds.next(125, 125, 125, 125).share).toBeCloseTo(0.2, 12);
  });

  test("the smallest of the round trip counts: bursts and delayed ACKs only add", () => {
    const rounds = new Rounds();
    rounds.next(100, 140, 140, 140);
    expect(rounds.next(180, 110, 170, 150).presentNs).toBe(110 * MS);
  });

  test("with less than four samples of it the round trip before counts as well", () => {
    const rounds = new Rounds();
    rounds.next(100, 100, 100, 100);
    expect(rounds.next(125, 125, 125).share).toBe(0);
    rounds.next(125, 125, 125, 125);
    expect(rounds.next(150).share).toBeCloseTo(0.2, 12);
  });

  test("no queue is no queue", () => {
    expect(new Rounds().next(100, 100, 100, 100).share).toBe(0);
  });
});

describe("the path's RTT is the smallest since two to four reductions ago", () => {
  test("a longer path is learnt in four reductions, not in three", () => {
    const rounds = new Rounds();
    rounds.next(20, 20, 20, 20);
    for (let i = 0; i < 3; i++) {
      expect(rounds.next(210, 210, 210, 200).pathNs).toBe(20 * MS);
      rounds.queue.onReduction();
    }
    rounds.next(210, 210, 210, 200);
    rounds.queue.onReduction();
    expect(rounds.next(220, 220, 220, 220).share).toBeCloseTo(1 / 11, 12);
  });

  test("a shorter path is learnt at once", () => {
    const rounds = new Rounds();
    rounds.next(100, 100, 100, 100);
    expect(rounds.next(50, 50, 50, 50).pathNs).toBe(50 * MS);
  });

  test("without reductions it is never forgotten", () => {
    const rounds = new Rounds();
    rounds.next(100, 100, 100, 100);
    for (let i = 0; i < 100; i++) rounds.next(130, 130, 130, 130);
    expect(rounds.queue.pathNs).toBe(100 * MS);
  });
});
