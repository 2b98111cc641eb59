import { describe, expect, test } from "vitest";
import { HtcpThroughput } from "../../../src/engine/cc/htcp-throughput.ts";
import { MS } from "./made-state.ts";

/** Epochs between signals, each of so many round trips of 100 ms with a window of segments at a steady rate. */
class Epochs {
  private readonly throughput = new HtcpThroughput();
  private nowNs = 0;

  /** Whether the signal at the end finds the throughput steady. */
  next(windows: readonly number[]): boolean {
    const startNs = this.nowNs;
    for (const window of windows) {
      for (let a = 0; a < 10; a++) {
        this.nowNs += 10 * MS;
        this.throughput.take(this.nowNs, window, window / 10, 100 * MS, this.nowNs - startNs);
      }
    }
    const isSteady = this.throughput.isSteady();
    this.throughput.restart(this.nowNs);
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
  const later = (ms: number) => {
    for (let i = 1; i <= 30; i++) throughput.take((ms + i * 10) * MS, 100, 10, 100 * MS, i * 10 * MS);
  };
  later(0);
  throughput.isSteady();
  // Two seconds of silence, then the same rate.
  throughput.restart(2300 * MS);
  later(2300);
  expect(throughput.isSteady()).toBe(true);
});
