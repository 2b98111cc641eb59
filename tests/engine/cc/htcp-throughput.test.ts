import { describe, expect, test } from "vitest";
import { HtcpThroughput } from "../../../src/engine/cc/htcp-throughput.ts";
import { MS, madeState } from "./made-state.ts";

/** Epochs between signals, each of so many round trips of 100 ms with a window of segments at a steady rate. */
class Epochs {
  private readonly throughput = new HtcpThroughput();
  private readonly state = madeState({});

  /** Whether the signal at the end finds the throughput steady. */
  next(windows: readonly number[]): boolean {
    const startNs = this.state.nowNs;
    for (const window of windows) {
      for (let a = 0; a < 10; a++) {
        const state = this.state.at(this.state.nowNs + 10 * MS);
        this.throughput.take(state, window, window / 10, 100 * MS, state.nowNs - startNs);
      }
    }
    const isSteady = this.throughput.isSteady();
    this.throughput.pause();
    return isSteady;
  }
}

const equal = (window: number, rounds = 12) => Array.from({ length: rounds }, () => window);

test("the first signal has nothing to compare with", () => {
  expect(new Epochs().next(equal(100))).toBe(false);
});

describe("steady is a maximum within a fifth of the one before (Linux tcp_htcp.c)", () => {
  test.each([
    [100, true],
    [119, true],
    [125, false],
    [81, true],
    [75, false],
  ])("100 segments in a round trip, then %s: %s", (window, isSteady) => {
    const epochs = new Epochs();
    epochs.next(equal(100));
    expect(epochs.next(equal(window, 40))).toBe(isSteady);
  });
});

test.each([
  [1, true],
  [4, false],
])("%s round trips at one and a half times the rate are smoothed: %s", (rounds, isSteady) => {
  const epochs = new Epochs();
  epochs.next(equal(100));
  expect(epochs.next([...equal(100), ...equal(150, rounds), ...equal(100, 3)])).toBe(isSteady);
});

test("what was delivered while the signal was answered does not count", () => {
  const throughput = new HtcpThroughput();
  const state = madeState({});
  for (let i = 1; i <= 30; i++) throughput.take(state.at(i * 10 * MS), 100, 10, 100 * MS, i * 10 * MS);
  throughput.isSteady();
  throughput.pause();
  // Two seconds of silence, then the same rate.
  for (let i = 1; i <= 30; i++)
    throughput.take(state.at((2300 + i * 10) * MS), 100, 10, 100 * MS, i * 10 * MS);
  expect(throughput.isSteady()).toBe(true);
});
