import { describe, expect, test } from "vitest";
import { codel } from "../../../../src/engine/aqm/codel/codel.ts";
import { fqCodel } from "../../../../src/engine/aqm/fq-codel/fq-codel.ts";
import { CE, ECT0, ECT1, NOT_ECT } from "../../../../src/engine/net/packet.ts";
import { PortBench } from "../../net/port-bench.ts";
import { benchOf, listened, MS, overload } from "../fake-port.ts";

describe.each([
  ["CoDel (RFC 8289)", codel, 1],
  ["CoDel in each flow of FQ-CoDel (RFC 8290 §4.2, RFC 8289)", fqCodel, 2],
])("%s", (_, definition, dropping) => {
  test.each([ECT0, ECT1])(
    "marks ECT packets (field %s) when they leave, and drops none (RFC 3168 §5)",
    (ecn) => {
      const bench = benchOf(definition, { "codel-sqrt": "exact" });
      const delivered = overload(bench, ecn, 510);
      expect(delivered).toHaveLength(501);
      // Marks are due 100, 200, 270.7, 328.4, 378.4, 423.2, 464.0 and 501.8 ms after the first packet that waited too
      // long.
      expect(bench.port.marked).toHaveLength(7);
      expect(delivered.filter((field) => field === CE)).toHaveLength(7);
      expect(bench.port.dropped).toEqual([]);
      expect(bench.discipline.probe(dropping)).toBe(1);
    },
  );

  test.each([
    ["packets that are not ECN-capable, as often", NOT_ECT, { "codel-sqrt": "exact" }, 510, 7],
    ["ECT packets when marking is off", ECT0, { "aqm-ecn": false }, 215, 2],
  ])("drops %s", (_what, ecn, values, toMs, drops) => {
    const bench = benchOf(definition, values);
    overload(bench, ecn, toMs);
    expect([bench.port.marked.length, bench.port.dropped.length]).toEqual([0, drops]);
  });

  // Without a change there are marks at 110, 210 and 260 ms.
  test.each([
    ["target", 20, 0],
    ["interval", 400, 1],
    ["aqm-ecn", false, 0],
    ["codel-sqrt", "exact", 2],
    ["ce-threshold", 9, 215],
  ])("%s can change during a run, for existing flows: to %s", (id, value, marks) => {
    const bench = benchOf(definition);
    overload(bench, ECT0, 50);
    bench.discipline.configure(id, value);
    overload(bench, ECT0, 265, 51);
    expect(bench.port.marked).toHaveLength(marks);
  });
});

describe("CoDel with one queue (RFC 8289)", () => {
  test("overflow drops the arriving packet, ECT or not", () => {
    const { port, arrive } = benchOf(codel, { limit: "4p" });
    arrive(6, 0, { ecn: ECT0 });
    expect(port.overflowed).toEqual([4, 5]);
  });

  test("never signals while at most one packet waits behind the one that leaves, whatever the delay", () => {
    const { at, port, arrive } = benchOf(codel);
    arrive(1, 0);
    for (let ms = 0; ms < 1000; ms += 10) {
      arrive(1, (ms - 500) * MS);
      at(ms * MS).dequeue();
    }
    expect(port.dropped).toEqual([]);
  });

  test("shows its count and whether it is signalling; an empty queue ends the signalling", () => {
    const bench = benchOf(codel);
    overload(bench, ECT0, 215);
    expect([bench.discipline.probe(0), bench.discipline.probe(1)]).toEqual([2, 1]);
    while (bench.discipline.takeAny() !== null);
    bench.at(220 * MS).dequeue();
    expect(bench.discipline.probe(1)).toBe(0);
  });

  test("also marks packets that waited longer than the CE threshold, if one is set (Linux)", () => {
    const late = benchOf(codel, { "ce-threshold": 2 });
    late.arrive(3, 0, { ecn: ECT0 });
    expect([2, 2.001, 4].map((ms) => late.at(ms * MS).dequeue()?.ecn)).toEqual([ECT0, CE, CE]);
    expect(late.port.marked).toEqual([1, 2]);
    late.discipline.configure("ce-threshold", null);
    late.arrive(1, 4 * MS, { ecn: ECT0 });
    expect(late.at(99 * MS).dequeue()?.ecn).toBe(ECT0);
  });

  test("a packet above the CE threshold that CoDel marks itself is marked once", () => {
    const bench = benchOf(codel, { "ce-threshold": 5 });
    const delivered = overload(bench, ECT0, 510);
    expect(delivered.filter((field) => field === CE)).toHaveLength(501);
    expect(bench.port.marked).toHaveLength(501);
  });

  test("above the CE threshold, packets that are not ECN-capable pass, and so do all packets with marking off", () => {
    for (const [ecn, marking] of [
      [NOT_ECT, true],
      [ECT0, false],
    ] as const) {
      const bench = benchOf(codel, { "ce-threshold": 1, "aqm-ecn": marking });
      bench.arrive(2, 0, { ecn });
      expect(bench.at(50 * MS).dequeue()?.ecn).toBe(ecn);
      expect([bench.port.marked, bench.port.dropped]).toEqual([[], []]);
    }
  });
});

test("at a real port an overload of 10 % gets its first mark an interval after the delay first exceeded 5 ms", () => {
  const bench = new PortBench(10e6, (port) =>
    codel.create(port, {
      target: 5,
      interval: 100,
      "aqm-ecn": true,
      "ce-threshold": null,
      "codel-sqrt": "newton",
      limit: "1000p",
    }),
  );
  // Transmitting a packet takes 1.2 ms and a packet arrives every 1.08 ms, so the delay grows by 1 ms every 9 ms.
  for (let i = 0; i * 1.08 < 200; i++) bench.arrive(i * 1.08 * MS, { seq: i, ecn: ECT0 });
  bench.runUntil(200 * MS);
  const exceededMs = bench.sojournsNs.findIndex((ns) => ns >= 5 * MS) * 1.2;
  expect(bench.signals).toHaveLength(1);
  expect(bench.signals[0].atNs / MS).toBeGreaterThanOrEqual(exceededMs + 100);
  expect(bench.signals[0].atNs / MS).toBeLessThan(exceededMs + 101.3);
});

describe("explains its signals", () => {
  test("the first signals of a dropping state are explained by how long the delay was above the target and when the next one is due", () => {
    const { bench, told } = listened(benchOf(codel, { "codel-sqrt": "exact" }));
    overload(bench, ECT0, 281);
    expect(told).toEqual([
      {
        sentences: [
          "The delay had been above the 5 ms target for 100 ms, so CoDel marked it (first signal of this signalling state).",
          "The next signal is due 100 ms after the time at which this one was due, unless the delay falls below the target.",
        ],
        formula: "100 ms / √1 = 100 ms",
      },
      {
        sentences: [
          "The delay had been above the 5 ms target for 200 ms, so CoDel marked it (signal 2 of this signalling state).",
          "The next signal is due 70.7 ms after the time at which this one was due, unless the delay falls below the target.",
        ],
        formula: "100 ms / √2 = 70.7 ms",
      },
      {
        sentences: [
          "The delay had been above the 5 ms target for 271 ms, so CoDel marked it (signal 3 of this signalling state).",
          "The next signal is due 57.7 ms after the time at which this one was due, unless the delay falls below the target.",
        ],
        formula: "100 ms / √3 = 57.7 ms",
      },
    ]);
  });

  test("a change of the interval does not alter how long the delay was above target", () => {
    const { bench, told } = listened(benchOf(codel, { "codel-sqrt": "exact" }));
    overload(bench, ECT0, 60);
    bench.discipline.configure("interval", 10);
    overload(bench, ECT0, 110, 61);
    expect(told[0].sentences[0]).toContain("target for 100 ms,");
    expect(told[0].formula).toBe("10 ms / √1 = 10 ms");
  });

  test("with Newton's step the explained gap is the actual one, not that of the exact root", () => {
    const { bench, told } = listened(benchOf(codel));
    overload(bench, ECT0, 210);
    expect(told.map(({ formula }) => formula)).toEqual([
      "100 ms / √1 = 100 ms",
      "100 ms × 0.5 = 50 ms (one Newton step towards 1/√2)",
    ]);
    expect(told[1].sentences[1]).toContain("due 50 ms after the time at which this one was due");
  });

  test.each([
    [NOT_ECT, true, "so CoDel dropped it, as it is not ECN-capable (first"],
    [ECT0, false, "so CoDel dropped it, as marking is switched off (first"],
  ])(
    "the explanation of a drop says why it was not a mark: ECN field %s, marking %s",
    (ecn, marking, text) => {
      const { bench, told } = listened(benchOf(codel, { "aqm-ecn": marking }));
      overload(bench, ecn, 110);
      expect(told).toHaveLength(1);
      expect(told[0].sentences[0]).toContain(text);
    },
  );

  test("the explanation of a dropping state soon after another gives the value from which count continues", () => {
    const { bench, told } = listened(benchOf(codel, { "codel-sqrt": "exact" }));
    overload(bench, ECT0, 390);
    // A packet with a short wait ends the first dropping state, which had five signals.
    while (bench.discipline.takeAny() !== null);
    bench.arrive(2, 390 * MS, { ecn: ECT0 });
    bench.at(391 * MS).dequeue();
    overload(bench, ECT0, 510, 400);
    expect(told).toHaveLength(6);
    expect(told[5].sentences[0]).toContain(
      "(first signal of this signalling state, and count continues from 4)",
    );
    expect(told[5].formula).toBe("100 ms / √4 = 50 ms");
  });

  test("a mark for the CE threshold is not explained as one of CoDel's own", () => {
    const { bench, told } = listened(benchOf(codel, { "ce-threshold": 2 }));
    overload(bench, ECT0, 10);
    expect(told).toEqual([
      {
        sentences: [
          "It had waited 10 ms, longer than the CE threshold of 2 ms, so it was marked in addition to CoDel's signals.",
        ],
        formula: "10 ms > 2 ms",
      },
    ]);
    overload(bench, ECT0, 110, 11);
    const first = told.findIndex(({ sentences }) => sentences[0].includes("first signal"));
    // CoDel's own signal marks the packet, so the threshold adds nothing.
    expect([first, told.length]).toEqual([100, 101]);
  });

  test("explains the drop of a packet that found no room", () => {
    const { bench, told } = listened(benchOf(codel, { limit: "2p" }));
    bench.arrive(3, 0, { ecn: ECT0 });
    expect(told.map(({ sentences }) => sentences)).toEqual([
      ["There was no room for it: 2 packets waited, and the limit is 2 packets."],
    ]);
  });
});
