import { describe, expect, test } from "vitest";
import { HystartLinux, HystartPlusPlus } from "../../../../src/engine/cc/cubic/hystart.ts";
import { explainHystartLinux, explainHystartPlusPlus } from "../../../../src/engine/cc/cubic/story.ts";
import { read } from "../../explain/asking.ts";
import { MS, madeState } from "../made.ts";

/** Returns the time of the sample of one round that ends slow start, or null. */
function firstEnd(
  timesMs: readonly number[],
  rttMs: (i: number) => number,
  { minRttMs = 100, cwnd = 32 } = {},
): number | null {
  const hystart = new HystartLinux();
  const state = madeState({ cwnd, una: 1, nxt: 1000, minRttNs: minRttMs * MS });
  for (const [i, ms] of timesMs.entries()) {
    if (hystart.sample(state.at(ms * MS), rttMs(i) * MS, state.minRttNs)) return ms;
  }
  return null;
}

const every = (gapMs: number, n: number) => Array.from({ length: n }, (_, i) => i * gapMs);

describe("ACK train (Linux tcp_cubic.c, hystart_update)", () => {
  test("ends slow start when closely spaced ACKs last longer than half the smallest RTT and half a ms", () => {
    expect(firstEnd(every(0.5, 200), () => 100)).toBe(51);
  });

  test("ACKs more than 2 ms apart are no train", () => {
    expect(firstEnd(every(2, 60), () => 100)).toBe(52);
    expect(firstEnd(every(2.1, 60), () => 100)).toBeNull();
  });

  test("a gap breaks the train for the rest of the round", () => {
    expect(firstEnd([...every(1, 30), ...every(1, 100).map((ms) => ms + 35)], () => 100)).toBeNull();
  });

  test("a new round starts another train", () => {
    const hystart = new HystartLinux();
    const state = madeState({ cwnd: 32, una: 1, nxt: 40 });
    for (let ms = 0; ms <= 40; ms++)
      expect(hystart.sample(state.at(ms * MS), 100 * MS, state.minRttNs)).toBe(false);
    Object.assign(state, { una: 41, nxt: 100 });
    for (let ms = 41; ms <= 91; ms++)
      expect(hystart.sample(state.at(ms * MS), 100 * MS, state.minRttNs)).toBe(false);
    expect(hystart.sample(state.at(92 * MS), 100 * MS, state.minRttNs)).toBe(true);
  });
});

describe("delay increase", () => {
  test.each([
    [100, 12.5],
    [10, 4],
    [400, 16],
  ])(
    "at a smallest RTT of %s ms slow start ends above %s ms more, an eighth of it within 4 and 16 ms",
    (minRttMs, threshold) => {
      const slowly = every(5, 20);
      expect(firstEnd(slowly, () => minRttMs + threshold, { minRttMs })).toBeNull();
      expect(firstEnd(slowly, () => minRttMs + threshold + 0.1, { minRttMs })).not.toBeNull();
    },
  );

  test("it takes eight samples to know a round's smallest delay", () => {
    expect(firstEnd(every(5, 20), () => 120)).toBe(40);
  });

  test("one low sample is enough for the round", () => {
    expect(firstEnd(every(5, 20), (i) => (i === 3 ? 105 : 140))).toBeNull();
  });
});

test("below a window of 16 slow start continues", () => {
  expect(firstEnd(every(0.5, 400), () => 200, { cwnd: 15 })).toBeNull();
  expect(firstEnd(every(0.5, 400), () => 200, { cwnd: 16 })).not.toBeNull();
});

test.each([
  ["from a window of 16 on (Linux 5.16 to 6.13)", false, 51 + 1],
  ["from the start (Linux until 5.15 and since 6.14)", true, 51],
])("rounds count %s: a train lasts since its round began", (_, countsSmall, endMs) => {
  const hystart = new HystartLinux();
  hystart.countsSmall = countsSmall;
  const state = madeState({ cwnd: 12, una: 1, nxt: 1000 });
  hystart.sample(state.at(0), 100 * MS, state.minRttNs);
  state.cwnd = 32;
  let ms = 1;
  while (!hystart.sample(state.at(ms * MS), 100 * MS, state.minRttNs)) ms++;
  expect(ms).toBe(endMs);
});

test("it ends slow start once; slow start after a timeout is watched again", () => {
  const hystart = new HystartLinux();
  const state = madeState({ cwnd: 32, una: 1, nxt: 1000 });
  const ends = (fromMs: number) => {
    let count = 0;
    for (let i = 0; i < 30; i++)
      if (hystart.sample(state.at((fromMs + 5 * i) * MS), 130 * MS, state.minRttNs)) count++;
    return count;
  };
  expect([ends(0), ends(150)]).toEqual([1, 0]);
  hystart.reset();
  expect(ends(300)).toBe(1);
});

describe("explains why slow start ended", () => {
  function ended(gapMs: number, rttMs: number) {
    const hystart = new HystartLinux();
    const state = madeState({ cwnd: 32, una: 1, nxt: 1000 });
    for (let ms = 0; !hystart.sample(state.at(ms * MS), rttMs * MS, state.minRttNs); ms += gapMs);
    const said = read(explainHystartLinux(hystart, state));
    expect(read(explainHystartLinux(hystart, state))).toEqual(said);
    return said;
  }

  test("by the train of ACKs", () => {
    expect(ended(0.5, 100)).toEqual({
      sentences: [
        "HyStart: the ACKs of this round have arrived for 51 ms without a gap of more than 2 ms. That duration is more than half of the minimum RTT, 100 ms.",
        "The data in flight therefore nearly fills the path, and slow start ends before a mark or a loss.",
      ],
      formula: "ACK train 51 ms > (100 ms + 1 ms)/2 = 50.5 ms",
    });
  });

  test("by the delay", () => {
    expect(ended(5, 120)).toEqual({
      sentences: [
        "HyStart: the minimum RTT of this round, 120 ms, is more than 12.5 ms above the minimum RTT so far, 100 ms.",
        "A queue has therefore started to build, and slow start ends before a mark or a loss.",
      ],
      formula: "RTT 120 ms > 100 ms + 12.5 ms",
    });
  });
});

class Rounds {
  readonly hystart = new HystartPlusPlus();
  readonly state = madeState({ cwnd: 32, una: 0, nxt: 0 });

  /** Runs one round with `n` equal RTT samples. Returns whether one of them ended slow start. */
  round(rttMs: number, n = 8): boolean {
    const { state } = this;
    Object.assign(state, { una: state.nxt, nxt: state.nxt + 32 });
    let ended = false;
    for (let i = 0; i < n; i++) ended = this.hystart.sample(state, rttMs * MS) || ended;
    return ended;
  }

  /** True in conservative slow start, where only a quarter of the acknowledged segments counts. */
  get isConservative(): boolean {
    return this.hystart.growth(this.state, 4) === 1;
  }

  /** Returns how many of the acknowledged segments count. */
  growth(acked: number): number {
    return this.hystart.growth(this.state, acked);
  }
}

function conservative(): Rounds {
  const rounds = new Rounds();
  rounds.round(100);
  rounds.round(120);
  return rounds;
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
    expect([at.round(lastMs + threshold), at.isConservative]).toEqual([false, true]);
  });

  test("not before eight samples of the round", () => {
    const rounds = new Rounds();
    rounds.round(100);
    rounds.round(150, 7);
    expect(rounds.isConservative).toBe(false);
  });

  test("not in the first round, which has no previous round", () => {
    const rounds = new Rounds();
    rounds.round(500, 20);
    expect(rounds.isConservative).toBe(false);
  });

  test("a round is compared with the previous one, not with the smallest of all", () => {
    const rounds = new Rounds();
    for (const rttMs of [100, 110, 120, 130]) rounds.round(rttMs);
    expect(rounds.isConservative).toBe(false);
  });
});

describe("in conservative slow start (RFC 9406 §4.2)", () => {
  test("cwnd grows by a quarter of what was acknowledged, to the segment", () => {
    const rounds = conservative();
    expect([1, 1, 1, 1, 3, 1, 7, 1].map((acked) => rounds.growth(acked))).toEqual([0, 0, 0, 1, 0, 1, 1, 1]);
  });

  test("it lasts five rounds, including the one in which it started", () => {
    const rounds = conservative();
    for (let i = 0; i < 4; i++) expect(rounds.round(120)).toBe(false);
    expect(rounds.round(120)).toBe(true);
  });

  test("a round whose delay is below that at its start shows a false alarm: back to slow start", () => {
    const rounds = conservative();
    rounds.round(119.9);
    expect([rounds.isConservative, rounds.growth(7)]).toEqual([false, 7]);
  });
});

describe("only the initial slow start (RFC 9406 §4.3)", () => {
  test("once ssthresh is set, for example after a timeout, everything acknowledged counts", () => {
    const rounds = conservative();
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

  test("a window that a pause has reduced, with ssthresh still infinite, starts a new slow start", () => {
    const rounds = conservative();
    rounds.state.cwnd = 10;
    rounds.round(500);
    expect(rounds.isConservative).toBe(false);
    rounds.round(520);
    expect(rounds.isConservative).toBe(true);
  });

  test("an ACK counts for at most eight segments, in conservative slow start for two (RFC 9406 §4.2, L)", () => {
    const rounds = new Rounds();
    expect(rounds.growth(20)).toBe(8);
    rounds.round(100);
    rounds.round(120);
    expect(rounds.growth(20)).toBe(2);
  });
});

test("explains why slow start ended: five rounds at or above the RTT with which the conservative one started", () => {
  const rounds = conservative();
  for (let i = 0; i < 5; i++) rounds.round(125);
  expect(read(explainHystartPlusPlus(rounds.hystart))).toEqual({
    sentences: [
      "HyStart++: the smallest RTT of a round had risen to 120 ms, so conservative slow start began, at a quarter of the growth.",
      "The RTT has not fallen below that in 5 rounds, so the rise is a queue, and slow start ends before a mark or a loss.",
    ],
    formula: "rounds with RTT ≥ 120 ms: 5 ≥ 5",
  });
});
