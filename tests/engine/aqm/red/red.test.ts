import { describe, expect, test } from "vitest";
import { red } from "../../../../src/engine/aqm/red/red.ts";
import { ECT0, NOT_ECT } from "../../../../src/engine/net/packet.ts";
import type { ParamValues } from "../../../../src/engine/params/param.ts";
import { type Bench, benchOf, listened, listenTo, MS } from "../fake-port.ts";

const AVG = 0;
const P = 1;

/**
 * Returns a queue of `packets` whose average is the same number: the weight is 1, and each arriving packet finds the
 * same length.
 */
function queueOf(packets: number, values: ParamValues = {}): Bench {
  const bench = benchOf(red, { "red-weight": 1, ...values, "red-min": "1000p", "red-max": "1000p" });
  bench.arrive(packets, 0);
  bench.discipline.configure("red-min", values["red-min"] ?? "14p");
  bench.discipline.configure("red-max", values["red-max"] ?? "42p");
  return bench;
}

/** Lets `n` packets arrive, each at the same queue length. Returns how many were marked and dropped. */
function offer(bench: Bench, n: number, ecn: number): { marked: number; dropped: number } {
  const { port, discipline } = bench;
  const before = [port.marked.length, port.dropped.length];
  const length = discipline.packets;
  for (let i = 0; i < n; i++) {
    bench.arrive(1, 0, { ecn });
    while (discipline.packets > length) discipline.takeAny();
  }
  return { marked: port.marked.length - before[0], dropped: port.dropped.length - before[1] };
}

describe("RED (Floyd and Jacobson 1993)", () => {
  test("signals as often as the average requires: an average of 63 packets with thresholds 14 and 42 gives p_b 0.55", () => {
    const bench = queueOf(63);
    bench.port.draw = () => 0.999999;
    // The first packet only lets RED notice the average. From then on every third packet is marked, because 2/p is
    // 3.6.
    expect(offer(bench, 41, ECT0)).toEqual({ marked: 13, dropped: 0 });
    expect([bench.discipline.probe(AVG), bench.discipline.probe(P)]).toEqual([63, 0.55]);
  });

  test("ECT packets are marked, the others dropped (RFC 3168 §5)", () => {
    expect(offer(queueOf(63), 20, NOT_ECT).marked).toBe(0);
    expect(offer(queueOf(63), 20, NOT_ECT).dropped).toBe(10);
    expect(offer(queueOf(63, { "aqm-ecn": false }), 20, ECT0)).toEqual({ marked: 0, dropped: 10 });
  });

  test("the average counts the packets that were present before, not the one that arrives", () => {
    const bench = benchOf(red, { "red-weight": 0.5 });
    bench.arrive(3, 0);
    // The average at the three arrivals is 0, then half of 1, then half of that plus half of 2.
    expect(bench.discipline.probe(AVG)).toBe(1.25);
  });

  test("overflow drops the arriving packet, for any average, and does not count as a drop of RED", () => {
    const { port, arrive } = benchOf(red, { limit: "5p" });
    arrive(7, 0, { ecn: ECT0 });
    expect([port.overflowed, port.dropped, port.marked]).toEqual([[5, 6], [], []]);
  });
});

describe("equal thresholds: the step of DCTCP (RFC 8257 §4.1)", () => {
  const STEP = {
    "red-min": "20p",
    "red-max": "20p",
    gentle: false,
    "red-wait": false,
    "red-above-max": "mark",
  };

  test("no packet is marked below the threshold, and every packet is marked from the threshold on", () => {
    expect(offer(queueOf(19, STEP), 50, ECT0)).toEqual({ marked: 0, dropped: 0 });
    expect(offer(queueOf(20, STEP), 50, ECT0)).toEqual({ marked: 50, dropped: 0 });
  });

  test("with gentle the probability jumps to max_p at the threshold, and rises from there", () => {
    const bench = queueOf(20, { ...STEP, gentle: true, "red-pmax": 0.1 });
    offer(bench, 1, ECT0);
    expect(bench.discipline.probe(P)).toBe(0.1);
  });
});

describe("ECT packets above the upper threshold", () => {
  // At an average of 60, p_b is above max_p and packets are drawn at random. At an average of 90, every packet gets a
  // signal.
  test.each([
    ["mark-unforced", 60, "marked"],
    ["mark-unforced", 90, "dropped"],
    ["drop", 41, "marked"],
    ["drop", 42, "dropped"],
    ["drop", 90, "dropped"],
    ["mark", 60, "marked"],
    ["mark", 90, "marked"],
  ])("%s: at an average of %s they are %s", (rule, average, what) => {
    const { marked, dropped } = offer(queueOf(average, { "red-above-max": rule }), 40, ECT0);
    expect([marked > 0, dropped > 0]).toEqual([what === "marked", what === "dropped"]);
  });

  test("without gentle all packets get a signal from the threshold on", () => {
    expect(offer(queueOf(41, { gentle: false }), 11, ECT0).dropped).toBe(0);
    expect(offer(queueOf(42, { gentle: false }), 11, ECT0).dropped).toBe(11);
  });
});

describe("thresholds in bytes", () => {
  test("make the average a number of bytes, which is shown in packets of the mean size", () => {
    const bench = queueOf(60, { "red-min": "14000B", "red-max": "42000B", "red-mean-packet": 1000 });
    offer(bench, 3, ECT0);
    // 60 packets of 1500 bytes have 90 kB, which is more than twice the upper threshold.
    expect([bench.discipline.probe(AVG), bench.discipline.probe(P)]).toEqual([90, 1]);
    expect(offer(bench, 5, ECT0)).toEqual({ marked: 0, dropped: 5 });
  });

  test("a threshold in bytes and one in packets are compared in bytes, by the mean packet size", () => {
    const bench = queueOf(60, { "red-min": "30p", "red-max": "150000B", "red-mean-packet": 1000 });
    offer(bench, 1, ECT0);
    expect(bench.discipline.probe(P)).toBeCloseTo((0.1 * (90 - 30)) / (150 - 30), 12);
  });

  test("packets of any size get signals equally often (RFC 7141)", () => {
    const marked = (bytes: number) => {
      const bench = queueOf(28, { "red-min": "14000B", "red-max": "70000B" });
      offer(bench, 1, ECT0);
      bench.discipline.configure("red-weight", 1e-6);
      for (let i = 0; i < 100; i++) bench.arrive(1, 0, { ecn: ECT0, bytes });
      expect(bench.discipline.probe(P)).toBeCloseTo(0.05, 3);
      return bench.port.marked.length;
    };
    expect([100, 1500, 9000].map(marked)).toEqual([5, 5, 5]);
  });

  test("changing the unit during a run keeps the average", () => {
    const bench = queueOf(30);
    offer(bench, 1, ECT0);
    bench.discipline.configure("red-weight", 1e-6);
    bench.discipline.configure("red-min", "10000B");
    offer(bench, 1, ECT0);
    expect(bench.discipline.probe(AVG)).toBeCloseTo(30, 3);
  });
});

describe("idle time", () => {
  test("starts when the link finds nothing to send, and decreases the average by packets of the mean size", () => {
    const bench = queueOf(30, { "red-mean-packet": 1250 });
    offer(bench, 1, ECT0);
    bench.discipline.configure("red-weight", 0.01);
    for (let ms = 1; ms <= 31; ms++) bench.at(ms * MS).dequeue();
    // The last packet left at 31 ms, after which the queue was idle. A 10 Mbps link sends one packet of 1250 bytes
    // per ms.
    bench.arrive(1, 131 * MS);
    expect(bench.discipline.probe(AVG)).toBeCloseTo(30 * 0.99 ** 101, 6);
  });
});

describe("during a run", () => {
  test("the automatic weight follows the link's rate", () => {
    const bench = benchOf(red, { "red-weight": null, "red-mean-packet": 1250 });
    bench.arrive(2, 0);
    expect(bench.discipline.probe(AVG)).toBeCloseTo(1 - Math.exp(-1 / 1000), 12);
    bench.port.rateBps = 10e3;
    bench.arrive(1, 0);
    expect(bench.discipline.probe(AVG)).toBeCloseTo(2 * (1 - Math.exp(-1)), 2);
  });

  test.each([
    ["red-min", "50p", 0],
    ["red-max", "30p", 6],
    ["red-pmax", 1, 10],
    ["aqm-ecn", false, 0],
    ["red-wait", false, 19],
  ])("%s takes a new value: with %s %s of 20 packets are marked", (id, value, marked) => {
    const bench = queueOf(40);
    bench.discipline.configure(id, value);
    expect(offer(bench, 20, ECT0).marked).toBe(marked);
  });
});

describe("explains its signals", () => {
  test("a signal between the thresholds is explained by p_b of the average and p_a of the packets since the last signal", () => {
    // 0.1 · (35 − 14)/(42 − 14) = 0.075. With `wait` there is no draw before the 14th packet, for which 2 − 14 ·
    // 0.075 = 0.95.
    const { bench, told } = listened(queueOf(35));
    offer(bench, 15, ECT0);
    expect(told).toEqual([
      {
        sentences: [
          "The average queue was 35 packets, between th_min = 14 packets and th_max = 42 packets, where p_b rises from 0 to max_p = 0.1: it was 0.075.",
          "It was packet 14 since the last signal or since the average rose above th_min: the draw with p_a = 0.0789 chose it, so RED marked it.",
        ],
        formula: "p_b = 0.1 × (35 − 14) / (42 − 14) = 0.075; p_a = 0.075 / (2 − 14 × 0.075) = 0.0789",
      },
    ]);
  });

  test("explains a signal above th_max, with gentle, and a certain signal", () => {
    const { bench, told } = listened(queueOf(63));
    bench.port.draw = () => 0.999999;
    offer(bench, 4, NOT_ECT);
    expect(told).toEqual([
      {
        sentences: [
          "The average queue was 63 packets, between th_max = 42 packets and 2·th_max = 84 packets, where p_b continues to rise from max_p = 0.1 to 1 (gentle mode): it was 0.55.",
          "It was packet 3 since the last signal or since the average rose above th_min: a signal had become certain, so RED dropped it, as it is not ECN-capable.",
        ],
        formula:
          "p_b = 0.1 + (1 − 0.1) × (63 − 42) / 42 = 0.55; p_a = 1, as 3 × 0.55 leaves less than 0.55 of 2",
      },
    ]);
  });

  test("explains a signal without wait", () => {
    const { bench, told } = listened(queueOf(35, { "red-wait": false }));
    bench.port.draw = () => 0.2;
    offer(bench, 4, ECT0);
    expect(told).toEqual([
      {
        sentences: [
          "The average queue was 35 packets, between th_min = 14 packets and th_max = 42 packets, where p_b rises from 0 to max_p = 0.1: it was 0.075.",
          "It was packet 3 since the last signal or since the average rose above th_min: count·p_b had reached 0.2, which had been drawn at random between 0 and 1, so RED marked it.",
        ],
        formula: "p_b = 0.1 × (35 − 14) / (42 − 14) = 0.075; 3 × 0.075 = 0.225 ≥ 0.2",
      },
    ]);
  });

  test.each([
    [true, "2·th_max", 84, 90],
    [false, "th_max", 42, 50],
  ])("explains that every packet gets a signal: gentle %s", (gentle, bound, from, packets) => {
    const { bench, told } = listened(queueOf(packets, { gentle }));
    offer(bench, 1, ECT0);
    expect(told).toEqual([
      {
        sentences: [
          `The average queue was ${packets} packets, and from ${bound} = ${from} packets on every packet carries a signal, so RED dropped it, as ECN-capable packets are also dropped at such an average.`,
        ],
        formula: `avg = ${packets} packets ≥ ${bound} = ${from} packets`,
      },
    ]);
  });

  test("explains a signal in bytes, and the drop of a packet that found no room", () => {
    const bench = benchOf(red, {
      "red-weight": 1,
      "red-min": "21000B",
      "red-max": "63000B",
      limit: "52500B",
    });
    const told = listenTo(bench);
    bench.port.draw = () => 1;
    bench.arrive(36, 0, { ecn: ECT0 });
    expect(told[0]).toEqual({
      sentences: [
        "There was no room for it: 52.5 kB waited, and the limit is 52.5 kB.",
        "At that time RED's average queue was 52.5 kB, with th_min = 21 kB and th_max = 63 kB.",
      ],
      formula: "52.5 + 1.5 > 52.5 kB",
    });
  });
});
