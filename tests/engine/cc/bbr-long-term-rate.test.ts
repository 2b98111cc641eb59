import { describe, expect, test } from "vitest";
import { LongTermRate } from "../../../src/engine/cc/bbr-long-term-rate.ts";
import { madeSample } from "./made-sample.ts";
import { MS } from "./made-state.ts";

/** A path of 100-ms rounds that delivers `rate` and loses `share` of what it delivers. */
class LossyPath {
  readonly longTerm = new LongTermRate();
  private delivered = 0;
  private lost = 0;
  private nowNs = 0;

  rounds(count: number, rate: number, share: number, isAppLimited = false): void {
    for (let i = 0; i < count; i++) {
      this.nowNs += 100 * MS;
      this.delivered += rate / 10;
      const lost = (share * rate) / 10;
      this.lost += lost;
      const sample = madeSample({
        nowNs: this.nowNs,
        deliveredTotal: this.delivered,
        lostTotal: this.lost,
        lost,
        isAppLimited,
      });
      if (this.longTerm.isUsed) this.longTerm.endsWith(sample);
      else this.longTerm.take(sample, lost, true);
    }
  }
}

describe("a policer (Linux tcp_bbr.c)", () => {
  test("is taken for one after two stretches of four rounds at one rate, more than a fifth lost in each", () => {
    const path = new LossyPath();
    path.rounds(7, 1000, 0.25);
    expect(path.longTerm.isUsed).toBe(false);
    path.rounds(1, 1100, 0.25);
    expect(path.longTerm.isUsed).toBe(true);
    expect(path.longTerm.rate).toBeGreaterThan(1000);
    expect(path.longTerm.rate).toBeLessThan(1100);
  });

  test.each([
    ["less than a fifth is lost", 0.15, 1000],
    ["the rates differ by more than an eighth", 0.25, 1300],
  ])("not where %s", (_, share, laterRate) => {
    const path = new LossyPath();
    path.rounds(5, 1000, share);
    path.rounds(4, laterRate, share);
    expect(path.longTerm.isUsed).toBe(false);
  });

  test("its rate holds for 48 rounds", () => {
    const path = new LossyPath();
    path.rounds(8, 1000, 0.25);
    path.rounds(47, 1000, 0);
    expect(path.longTerm.isUsed).toBe(true);
    path.rounds(1, 1000, 0);
    expect(path.longTerm.isUsed).toBe(false);
  });

  test("an application that has nothing to send ends the stretch", () => {
    const path = new LossyPath();
    path.rounds(6, 1000, 0.25);
    path.rounds(1, 1000, 0.25, true);
    path.rounds(4, 1000, 0.25);
    expect(path.longTerm.isUsed).toBe(false);
  });
});
