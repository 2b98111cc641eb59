import { describe, expect, test } from "vitest";
import { ecnCodel } from "../../../../src/engine/aqm/ecn-codel/ecn-codel.ts";
import { CE, ECT0, NOT_ECT } from "../../../../src/engine/net/packet.ts";
import type { ParamValues } from "../../../../src/engine/params/param.ts";
import { type Bench, benchOf, listened, MS } from "../fake-port.ts";

/** Removes one packet per ms that waited `sojournMs`, with more packets waiting behind it. */
function steady(bench: Bench, sojournMs: number, toMs: number, fromMs = 0, ecn = ECT0): void {
  for (let ms = fromMs; ms < toMs; ms++) {
    bench.arrive(4 - bench.discipline.packets, (ms - sojournMs) * MS, { ecn });
    bench.at(ms * MS).dequeue();
    while (bench.discipline.takeAny() !== null);
  }
}

const made = (values: ParamValues = {}) => benchOf(ecnCodel, { "ecodel-p": 1, ...values });

describe("ECN-enhanced CoDel (Alwahab and Laki, section 3)", () => {
  test("with P = 1 and a constant delay of 8 ms, every ECT packet is marked for an interval, then CoDel drops", () => {
    const bench = made();
    steady(bench, 8, 100);
    expect([bench.port.marked.length, bench.port.dropped.length]).toEqual([100, 0]);
    steady(bench, 8, 199, 100);
    expect([bench.port.marked.length, bench.port.dropped.length]).toEqual([100, 1]);
    steady(bench, 8, 1000, 199);
    expect(bench.port.marked).toHaveLength(100);
    expect(bench.port.dropped.length).toBeGreaterThan(10);
  });

  test("up to C times the target nothing is marked, and CoDel drops as usual", () => {
    const bench = made();
    steady(bench, 7, 150);
    expect([bench.port.marked.length, bench.port.dropped.length]).toEqual([0, 1]);
    const lower = made({ "ecodel-c": 1.2 });
    steady(lower, 7, 50);
    expect(lower.port.marked).toHaveLength(50);
  });

  test("packets are marked with probability P", () => {
    const bench = made({ "ecodel-p": 0.3 });
    let i = 0;
    bench.port.draw = () => (i++ % 10) / 10;
    steady(bench, 8, 100);
    expect(bench.port.marked).toHaveLength(30);
  });

  test("packets that are not ECN-capable pass unchanged, and without random draws", () => {
    const bench = made();
    steady(bench, 8, 100, 0, NOT_ECT);
    expect([bench.port.marked, bench.port.dropped, bench.port.draws]).toEqual([[], [], 0]);
  });

  test("below the target nothing is marked; when the delay rises above it again, marks return", () => {
    const bench = made();
    steady(bench, 8, 300);
    const marked = bench.port.marked.length;
    steady(bench, 1, 320, 300);
    expect(bench.port.marked).toHaveLength(marked);
    steady(bench, 8, 350, 320);
    expect(bench.port.marked).toHaveLength(marked + 30);
  });

  test("a packet that leaves the queue empty is never marked, because it is not a standing queue", () => {
    const bench = made();
    for (let ms = 0; ms < 100; ms++) {
      bench.arrive(1, (ms - 50) * MS, { ecn: ECT0 });
      bench.at(ms * MS).dequeue();
    }
    expect(bench.port.marked).toEqual([]);
  });

  test("the departing packet carries the mark", () => {
    const bench = made();
    bench.arrive(4, 0, { ecn: ECT0 });
    expect(bench.at(8 * MS).dequeue()?.ecn).toBe(CE);
  });

  test.each([
    ["ecodel-c", 4, 0],
    ["ecodel-p", 0, 0],
    ["target", 10, 0],
    ["interval", 10, 0],
  ])("%s takes a new value during a run: with %s %s more of 10 are marked", (id, value, more) => {
    const bench = made();
    steady(bench, 8, 50);
    bench.discipline.configure(id, value);
    bench.at(50 * MS).dequeue();
    const before = bench.port.marked.length;
    steady(bench, id === "interval" ? 1 : 8, 60, 50);
    expect(bench.port.marked.length - before).toBe(more);
  });
});

describe("explains its signals", () => {
  test("explains a mark as a warning before CoDel drops, and a drop as CoDel's, ECN-capable or not", () => {
    const { bench, told } = listened(benchOf(ecnCodel, { "ecodel-p": 1 }));
    // The first packet that waited too long leaves at 10 ms. The packet that leaves at 50 ms gets the 41st mark.
    for (let ms = 10; ms <= 110; ms++) {
      while (bench.discipline.takeAny() !== null);
      bench.arrive(10, (ms - 10) * MS, { ecn: ECT0 });
      bench.at(ms * MS).dequeue();
    }
    expect(told[40]).toEqual({
      sentences: [
        "The delay had been above the 5 ms target for 40 ms; CoDel begins to drop after 100 ms.",
        "Until then packets that waited longer than 1.5 × 5 ms = 7.5 ms are marked with probability 1 as a warning, and the draw chose this one.",
      ],
      formula: "10 ms > 1.5 × 5 ms = 7.5 ms; P = 1",
    });
    expect(told[100]).toEqual({
      sentences: [
        "The delay had been above the 5 ms target for 100 ms, so CoDel dropped it, although it is ECN-capable (first signal of this signalling state).",
        "The next signal is due 100 ms after the time at which this one was due, unless the delay falls below the target.",
      ],
      formula: "100 ms / √1 = 100 ms",
    });
  });

  test("a packet that found no room", () => {
    const { bench, told } = listened(benchOf(ecnCodel, { limit: "2p" }));
    bench.arrive(3, 0, { ecn: ECT0 });
    expect(told[0].formula).toBe("2 + 1 > 2 packets");
  });
});
