import { describe, expect, test } from "vitest";
import { BbrSignals } from "../../../src/engine/cc/bbr-signals.ts";
import { madeSample } from "./made-sample.ts";
import { MS } from "./made-state.ts";

describe("signals of a round (draft-ietf-ccwg-bbr-05 §5.5.10.3)", () => {
  test("the round's highest rate and most delivered; a new round begins with its first sample", () => {
    const signals = new BbrSignals();
    const ack = (deliveredTotal: number, priorDelivered: number, intervalNs: number) => {
      const sample = madeSample({ deliveredTotal, priorDelivered, intervalNs });
      signals.take(sample, true);
      const latest = [signals.bwLatest, signals.inflightLatest, signals.isRoundStart];
      signals.advance(sample);
      return latest;
    };
    expect(ack(1, 0, 100 * MS)).toEqual([10, 1, false]);
    expect(ack(100, 0, 100 * MS)).toEqual([1000, 100, false]);
    expect(ack(101, 1, 200 * MS)).toEqual([1000, 100, true]);
    expect(ack(102, 2, 200 * MS)).toEqual([500, 100, false]);
  });

  test("a first loss begins a round of its own, so that it is answered with all that the path delivers", () => {
    const signals = new BbrSignals();
    const starts = (deliveredTotal: number, priorDelivered: number, lost: number) => {
      signals.take(madeSample({ deliveredTotal, priorDelivered, lost }), true);
      return signals.isRoundStart;
    };
    expect(starts(100, 1, 0)).toBe(true);
    expect(starts(150, 60, 1)).toBe(false);
    // Without the loss this would have ended the round.
    expect(starts(200, 110, 1)).toBe(false);
    expect([starts(250, 149, 0), starts(251, 150, 0)]).toEqual([false, true]);
    expect([signals.lossInRound, signals.lossInCycle, signals.lossEvents]).toEqual([true, true, 2]);
    signals.endRound();
    expect([signals.lossInRound, signals.lossInCycle]).toEqual([false, true]);
  });

  test("marks count where the path is eligible", () => {
    const signals = new BbrSignals();
    signals.take(madeSample({ marked: 1 }), false);
    expect(signals.markInRound).toBe(false);
    signals.take(madeSample({ marked: 1 }), true);
    expect(signals.markInRound).toBe(true);
  });

  test("a cycle remembers that segments sent since were lost or marked, until it is forgotten", () => {
    const signals = new BbrSignals();
    signals.advance(madeSample({ lostTotal: 5, priorLost: 4, markedTotal: 9, priorMarked: 8 }));
    expect([signals.lossInCycle, signals.markInCycle]).toEqual([true, true]);
    signals.forget();
    expect([signals.lossInCycle, signals.markInCycle]).toEqual([false, false]);
  });
});
