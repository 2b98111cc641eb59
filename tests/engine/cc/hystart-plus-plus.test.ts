import { describe, expect, test } from "vitest";
import { HystartPlusPlus } from "../../../src/engine/cc/hystart-plus-plus.ts";
import { MS, madeState } from "./made-state.ts";

class Rounds {
  readonly hystart = new HystartPlusPlus();
  readonly state = madeState({ cwnd: 32, una: 0, nxt: 0 });

  /** A round with `n` equal samples; whether one of them ended slow start. */
  round(rttMs: number, n = 8): boolean {
    const { state } = this;
    Object.assign(state, { una: state.nxt, nxt: state.nxt + 32 });
    let ended = false;
    for (let i = 0; i < n; i++) ended = this.hystart.sample(state, rttMs * MS) || ended;
    return ended;
  }

  /** In conservative slow start a quarter of what is acknowledged counts. */
  get isConservative(): boolean {
    return this.hystart.growth(this.state, 4) === 1;
  }

  /** What counts of so many acknowledged segments. */
  growth(acked: number): number {
    return this.hystart.growth(this.state, acked);
  }
}

describe("entering conservative slow start (RFC 9406 §4.2)", () => {
  test.each([
    [100, 12.5],
    [10, 4],
    [400, 16],
  ])("after a round of %s ms at a rise of %s ms: an eighth, within 4 and 16 ms", (lastMs, threshold) => {
    const below = new Rounds();
    below.round(lastMs);
    below.round(lastMs + threshold - 0.01);
    expect(below.isConservative).toBe(false);
    const at = new Rounds();
    at.round(lastMs);
    expect(at.round(lastMs + threshold)).toBe(false);
    expect(at.isConservative).toBe(true);
  });

  test("not before eight samples of the round", () => {
    const rounds = new Rounds();
    rounds.round(100);
    rounds.round(150, 7);
    expect(rounds.isConservative).toBe(false);
  });

  test("not in the first round, which has none to compare with", () => {
    const rounds = new Rounds();
    rounds.round(500, 20);
    expect(rounds.isConservative).toBe(false);
  });

  test("a round is compared with the one before, not with the smallest of all", () => {
    const rounds = new Rounds();
    for (const rttMs of [100, 110, 120, 130]) rounds.round(rttMs);
    expect(rounds.isConservative).toBe(false);
  });
});

describe("in conservative slow start (RFC 9406 §4.2)", () => {
  function conservative(): Rounds {
    const rounds = new Rounds();
    rounds.round(100);
    rounds.round(120);
    return rounds;
  }

  test("cwnd grows by a quarter of what was acknowledged, to the segment", () => {
    const rounds = conservative();
    expect([1, 1, 1, 1, 3, 1, 7, 1].map((acked) => rounds.growth(acked))).toEqual([0, 0, 0, 1, 0, 1, 1, 1]);
  });

  test("it lasts five rounds, the one in which it began included", () => {
    const rounds = conservative();
    for (let i = 0; i < 4; i++) expect(rounds.round(120)).toBe(false);
    expect(rounds.round(120)).toBe(true);
  });

  test("a round whose delay is below the one that began it was a false alarm: back to slow start", () => {
    const rounds = conservative();
    rounds.round(119.9);
    expect(rounds.isConservative).toBe(false);
    expect(rounds.growth(7)).toBe(7);
  });
});

describe("only the initial slow start (RFC 9406 §4.3)", () => {
  test("once ssthresh is found, after a timeout for one, all that is acknowledged counts", () => {
    const rounds = new Rounds();
    rounds.round(100);
    rounds.round(120);
    expect(rounds.isConservative).toBe(true);
    rounds.state.ssthresh = 200;
    expect([rounds.growth(4), rounds.growth(20)]).toEqual([4, 20]);
  });

  test("and no rise of the RTT ends slow start before ssthresh", () => {
    const rounds = new Rounds();
    rounds.state.ssthresh = 200;
    rounds.round(100);
    for (let i = 0; i < 10; i++) expect(rounds.round(150)).toBe(false);
  });

  test("a window that a pause has made small again, with ssthresh still infinite, is a slow start of its own", () => {
    const rounds = new Rounds();
    rounds.round(100);
    rounds.round(120);
    rounds.state.cwnd = 10;
    rounds.round(500);
    expect(rounds.isConservative).toBe(false);
    rounds.round(520);
    expect(rounds.isConservative).toBe(true);
  });

  test("an ACK counts for eight segments at most, in conservative slow start for two (RFC 9406 §4.2, L)", () => {
    const rounds = new Rounds();
    expect(rounds.growth(20)).toBe(8);
    rounds.round(100);
    rounds.round(120);
    expect(rounds.growth(20)).toBe(2);
  });
});

test("says why slow start ended: five rounds at or above the RTT with which the conservative one began", () => {
  const rounds = new Rounds();
  rounds.round(100);
  rounds.round(120);
  for (let i = 0; i < 5; i++) rounds.round(125);
  expect(rounds.hystart.explain()).toEqual({
    sentences: [
      "HyStart++: the smallest RTT of a round had risen to 120 ms, so conservative slow start began, at a quarter of the growth.",
      "The RTT has not fallen below that in 5 rounds, so the rise is a queue, and slow start ends before a mark or a loss.",
    ],
    formula: "rounds with RTT ≥ 120 ms: 5 ≥ 5",
  });
});
