import { describe, expect, test } from "vitest";
import { cobalt } from "../../../../src/engine/aqm/cobalt/cobalt.ts";
import { ECT0, NOT_ECT } from "../../../../src/engine/net/packet.ts";
import type { ParamValues } from "../../../../src/engine/params/param.ts";
import { type Bench, benchOf, listened, MS } from "../fake-port.ts";

const COUNT = 0;
const DROPPING = 1;
const P_BLUE = 2;

/**
 * Removes one packet every 0.1 ms, each after waiting `delayMs`, with other packets behind it. Returns the times of
 * signals in ms since `fromMs`.
 */
function hold(bench: Bench, delayMs: number, fromMs: number, toMs: number, ecn = ECT0): number[] {
  const { port, discipline } = bench;
  const signals = () => port.marked.length + port.dropped.length;
  const signalled: number[] = [];
  for (let tick = fromMs * 10; tick <= toMs * 10; tick++) {
    while (discipline.takeAny() !== null);
    bench.arrive(20, (tick / 10 - delayMs) * MS, { ecn });
    const before = signals();
    bench.at((tick / 10) * MS).dequeue();
    for (let i = before; i < signals(); i++) signalled.push(tick / 10 - fromMs);
  }
  return signalled;
}

/** Returns a queue after 10 ms of use without delay. */
function started(values: ParamValues = {}): Bench {
  const bench = benchOf(cobalt, values);
  hold(bench, 1, 10, 20);
  return bench;
}

describe("CoDel in COBALT (ns-3 cobalt-queue-disc.cc)", () => {
  test("with constant delay above the target, signals come 100 ms after the start and then interval/√count apart, with the count before the next signal", () => {
    const bench = started();
    // Signals are due at 100, 100 + 100/√2, 100 + 100/√2 + 100/√3 … ms, rounded up to the next departure.
    expect(hold(bench, 10, 20.1, 340)).toEqual([100, 170.8, 228.5, 278.5].map((ms) => expect.closeTo(ms, 6)));
    expect([bench.discipline.probe(COUNT), bench.discipline.probe(DROPPING)]).toEqual([5, 1]);
  });

  test("a delay equal to the target causes no signal", () => {
    const bench = started();
    expect(hold(bench, 5, 20.1, 400)).toEqual([]);
    expect([bench.discipline.probe(COUNT), bench.discipline.probe(DROPPING)]).toEqual([0, 0]);
  });

  test("below the target, count decreases one by one at the intervals in which it grew, and a new episode starts at the current count", () => {
    const bench = started();
    hold(bench, 10, 20.1, 340);
    // The next signal would be due 278.4 + 100/√5 = 323.2 ms after the start, which is at 343.3 ms. After that, the
    // intervals are 100/√4, 100/√3, ….
    hold(bench, 1, 340.1, 360);
    expect([bench.discipline.probe(COUNT), bench.discipline.probe(DROPPING)]).toEqual([4, 0]);
    hold(bench, 1, 360.1, 400);
    expect(bench.discipline.probe(COUNT)).toBe(3);
    const again = hold(bench, 10, 400.1, 500);
    // The first interval is 100/√3 = 57.7 ms instead of 100 ms.
    expect(again[0]).toBeCloseTo(57.8, 6);
    hold(bench, 1, 500.1, 1500);
    expect(bench.discipline.probe(COUNT)).toBe(0);
  });

  test("marks ECT packets, drops the others, and everything with marking off", () => {
    const counts = (ecn: number, marking: boolean) => {
      const bench = started({ "aqm-ecn": marking });
      hold(bench, 10, 20.1, 200, ecn);
      return [bench.port.marked.length, bench.port.dropped.length];
    };
    expect(counts(ECT0, true)).toEqual([2, 0]);
    expect(counts(NOT_ECT, true)).toEqual([0, 2]);
    expect(counts(ECT0, false)).toEqual([0, 2]);
  });

  test("an empty queue ends the dropping state, and reduces count by one when a reduction is due", () => {
    const bench = started();
    hold(bench, 10, 20.1, 200);
    expect([bench.discipline.probe(COUNT), bench.discipline.probe(DROPPING)]).toEqual([3, 1]);
    while (bench.discipline.takeAny() !== null);
    expect(bench.at(201 * MS).dequeue()).toBeNull();
    expect([bench.discipline.probe(COUNT), bench.discipline.probe(DROPPING)]).toEqual([3, 0]);
    bench.at(300 * MS).dequeue();
    expect(bench.discipline.probe(COUNT)).toBe(2);
  });
});

describe("BLUE in COBALT", () => {
  test("an overflow raises its probability by 1/256, at most once per target, and starts CoDel's signals", () => {
    const bench = benchOf(cobalt, { limit: "10p" });
    bench.arrive(13, 100 * MS);
    expect(bench.port.overflowed).toEqual([10, 11, 12]);
    expect(bench.discipline.probe(P_BLUE)).toBe(1 / 256);
    expect([bench.discipline.probe(COUNT), bench.discipline.probe(DROPPING)]).toEqual([1, 1]);
    bench.arrive(1, 105 * MS);
    expect(bench.discipline.probe(P_BLUE)).toBe(1 / 256);
    bench.arrive(1, 105.1 * MS);
    expect(bench.discipline.probe(P_BLUE)).toBe(2 / 256);
  });

  test("drops departing packets with its probability, ECN-capable or not, without marking them", () => {
    const bench = benchOf(cobalt, { limit: "10p", "blue-up": 0.5, target: 200 });
    bench.arrive(11, 300 * MS, { ecn: ECT0 });
    bench.port.draw = () => 0.4;
    expect(bench.at(300 * MS).dequeue()).toBeNull();
    expect([bench.port.dropped.length, bench.port.marked.length]).toEqual([10, 0]);
    bench.arrive(1, 301 * MS, { ecn: ECT0 });
    bench.port.draw = () => 0.5;
    expect(bench.at(301 * MS).dequeue()?.ecn).toBe(ECT0);
  });

  test("an empty queue lowers its probability by 1/4096, at most once per target, down to 0", () => {
    const bench = benchOf(cobalt, { limit: "10p", "blue-up": 1.5 / 4096 });
    bench.port.draw = () => 1;
    bench.arrive(11, 100 * MS);
    while (bench.discipline.takeAny() !== null);
    const pAt = (ms: number) => {
      bench.at(ms * MS).dequeue();
      return bench.discipline.probe(P_BLUE) * 4096;
    };
    expect([105, 105.1, 106, 111, 120].map(pAt)).toEqual([1.5, 0.5, 0.5, 0, 0]);
  });

  test("a packet that waited longer than 400 ms counts as an overflow, and this can be switched off", () => {
    const pAfter = (delayMs: number, values = {}) => {
      const bench = benchOf(cobalt, values);
      bench.port.draw = () => 1;
      bench.arrive(2, 0, { ecn: ECT0 });
      bench.at(delayMs * MS).dequeue();
      return bench.discipline.probe(P_BLUE);
    };
    expect([pAfter(400), pAfter(401), pAfter(401, { "blue-delay": null })]).toEqual([0, 1 / 256, 0]);
  });

  test("without BLUE no random number is drawn", () => {
    const bench = started();
    hold(bench, 10, 20.1, 200);
    expect(bench.port.draws).toBe(0);
  });
});

// Without a change, marks follow 100 and 170.8 ms after the start.
test.each([
  ["target", 20, 0],
  ["interval", 50, 5],
  ["aqm-ecn", false, 0],
])("%s can change during a run: to %s", (id, value, marks) => {
  const bench = started();
  bench.discipline.configure(id, value);
  hold(bench, 10, 20.1, 200);
  expect(bench.port.marked).toHaveLength(marks);
});

describe("explains its signals", () => {
  test("a signal of CoDel is explained by its count and the time at which the next signal is due", () => {
    const { bench, told } = listened(started());
    hold(bench, 10, 20.1, 200);
    expect(told).toEqual([
      {
        sentences: [
          "It had waited 10 ms, longer than the 5 ms target, and CoDel's next signal was due, so COBALT marked it.",
          "CoDel's count is now 2: the next signal is due 70.7 ms after the time at which this one was due, unless the delay falls below the target.",
        ],
        formula: "100 ms / √2 = 70.7 ms",
      },
      expect.objectContaining({ formula: "100 ms / √3 = 57.7 ms" }),
    ]);
    bench.discipline.configure("aqm-ecn", false);
    hold(bench, 10, 200.1, 250);
    expect(told[2].sentences[0]).toContain("so COBALT dropped it, as marking is switched off.");
  });

  test("signals that come late are due at once", () => {
    const { bench, told } = listened(started());
    hold(bench, 10, 20.1, 20.1);
    hold(bench, 10, 900, 900);
    expect(told[0].sentences[1]).toBe(
      "CoDel's count is now 2: the next signal is due already, unless the delay falls below the target.",
    );
  });

  test("an overflow raises BLUE's probability, and a drop of BLUE is not explained as a drop of CoDel", () => {
    const { bench, told } = listened(benchOf(cobalt, { limit: "3p", "blue-up": 0.25, "blue-down": 0.125 }));
    bench.arrive(4, 10 * MS, { ecn: ECT0 });
    expect(told).toEqual([
      {
        sentences: [
          "There was no room for it: 3 packets waited, and the limit is 3 packets.",
          "BLUE treats an overflow as a sign of senders that do not respond: its drop probability is now 0.25.",
        ],
        formula: "3 + 1 > 3 packets",
      },
    ]);
    bench.at(11 * MS).dequeue();
    expect(told[1]).toEqual({
      sentences: [
        "It was dropped by BLUE, not by CoDel: BLUE drops each packet, ECN-capable or not, with probability p = 0.25, and the random draw chose this one.",
        "At most once in 5 ms, p grows by 0.25 at an overflow or a packet older than 400 ms, and falls by 0.125 when the queue is empty.",
      ],
      formula: "p = 0.25",
    });
    bench.discipline.configure("blue-delay", null);
    bench.arrive(1, 11 * MS);
    bench.at(12 * MS).dequeue();
    expect(told.at(-1)?.sentences[1]).toContain("grows by 0.25 at an overflow, and falls");
  });

  test("after BLUE's drop CoDel's drops are explained as CoDel's again", () => {
    const { bench, told } = listened(benchOf(cobalt, { limit: "3p", "blue-up": 0.25 }));
    bench.arrive(4, 10 * MS);
    // BLUE drops the first of three packets, at which a signal of CoDel is due as well. CoDel's next signal is due at
    // 80.7 ms.
    const draws = [0, 0.9, 0.9];
    bench.port.draw = () => draws.shift() ?? 1;
    bench.at(20 * MS).dequeue();
    bench.at(90 * MS).dequeue();
    expect(told.map(({ sentences }) => sentences[0].slice(0, 28))).toEqual([
      "There was no room for it: 3 ",
      "It was dropped by BLUE, not ",
      "It had waited 80 ms, longer ",
    ]);
  });
});
