import { describe, expect, test } from "vitest";
import { BbrEcn } from "../../../src/engine/cc/bbr-ecn.ts";
import { madeSettings } from "./made-bbr.ts";
import { madeSample } from "./made-sample.ts";
import { MS, madeState } from "./made-state.ts";

/** Rounds of 100 segments with so many of them marked. */
function afterRounds(marks: readonly number[], minRttNs = 1 * MS, values = {}): BbrEcn {
  const ecn = new BbrEcn(madeSettings(values));
  let [deliveredTotal, markedTotal] = [0, 0];
  for (const marked of marks) {
    deliveredTotal += 100;
    markedTotal += marked;
    ecn.endRound(madeSample({ deliveredTotal, markedTotal }), minRttNs);
  }
  return ecn;
}

describe("α (google/bbr tcp_bbr2.c; RFC 8257 §3.3)", () => {
  test("begins at 1 and moves a sixteenth towards each round's share of marks", () => {
    expect(afterRounds([]).alpha).toBe(1);
    expect(afterRounds([0]).alpha).toBeCloseTo(0.9375, 12);
    // 240 · 240 / 256 = 225, and 16 · 128 / 256 = 8
    expect(afterRounds([0, 50]).alpha).toBe(233 / 256);
    expect(afterRounds([25], MS, { "bbr-ecn-alpha-gain": 1 }).alpha).toBe(0.25);
  });

  test("is in whole parts of 256: shares below a sixteenth add nothing, and it fades to 0", () => {
    const times = (marked: number) => afterRounds(Array.from({ length: 200 }, () => marked)).alpha;
    expect([0, 6].map(times)).toEqual([0, 0]);
    // 7 % are 17 parts, which add one a round: 240 + 1, 225 + 1, …
    expect(afterRounds([7, 7]).alpha).toBe(226 / 256);
    expect(times(7)).toBe(16 / 256);
  });

  test("a cut keeps 1 - α/3", () => {
    expect(afterRounds([100]).kept).toBeCloseTo(2 / 3, 12);
    expect(afterRounds([30], MS, { "bbr-ecn-alpha-gain": 1 }).kept).toBeCloseTo(1 - 76 / 256 / 3, 12);
  });
});

describe("eligibility", () => {
  test.each([
    [5, {}, true],
    [5.1, {}, false],
    [100, { "bbr-ecn-max-rtt": null }, true],
  ])("smallest RTT %s ms, %o: %s", (rttMs, values, eligible) => {
    expect(afterRounds([0], rttMs * MS, values).isEligible).toBe(eligible);
  });

  test("marks end STARTUP after two rounds in a row with half of the segments marked", () => {
    expect(afterRounds([50]).endsStartup).toBe(false);
    expect(afterRounds([50, 49, 50]).endsStartup).toBe(false);
    expect(afterRounds([50, 50]).endsStartup).toBe(true);
    expect(afterRounds([50, 50], 100 * MS).endsStartup).toBe(false);
  });

  test("a flight is too large with half of it marked", () => {
    const flight = (marked: number) =>
      madeSample({ deliveredTotal: 200, priorDelivered: 100, markedTotal: 60 + marked, priorMarked: 60 });
    const ecn = afterRounds([0]);
    expect([49, 50].map((marked) => ecn.isTooHigh(flight(marked)))).toEqual([false, true]);
    expect(afterRounds([0], 100 * MS).isTooHigh(flight(100))).toBe(false);
  });
});

test("marks have ceased once a window of data without any is acknowledged", () => {
  const ecn = new BbrEcn(madeSettings());
  const ack = (una: number, marked: number) => {
    ecn.take(madeState({ una, nxt: una + 10 }), madeSample({ marked }));
    return ecn.isQuiet;
  };
  expect([ack(1, 0), ecn.hasMarks]).toEqual([true, false]);
  expect([ack(2, 1), ecn.hasMarks]).toEqual([false, true]);
  expect([ack(12, 0), ack(13, 1), ack(23, 0), ack(24, 0)]).toEqual([false, false, false, true]);
});
