import { describe, expect, test } from "vitest";
import { oldGainScale, pieLinux } from "../../../../src/engine/aqm/pie/pie-linux.ts";
import { ECT0, NOT_ECT } from "../../../../src/engine/net/packet.ts";
import type { ParamValues } from "../../../../src/engine/params/param.ts";
import { type Bench, benchOf, listenTo, MS } from "../fake-port.ts";

const P = 0;
const QDELAY = 1;
const BURST = 2;
const SIZE = 1000;

/** Sets the queue's length to `packets`. No packet gets a signal. */
function setLength(bench: Bench, packets: number): void {
  const { port, discipline } = bench;
  const { draw } = port;
  port.draw = () => 1;
  while (discipline.packets > packets) discipline.takeAny();
  bench.arrive(packets - discipline.packets, 0, { bytes: SIZE });
  port.draw = draw;
}

/**
 * Removes one packet of 1000 bytes per ms, with a long queue behind it. This gives a departure rate of 1000 bytes/ms.
 */
function depart(bench: Bench, n: number, fromMs: number): number {
  for (let i = 0; i < n; i++) {
    setLength(bench, 100);
    bench.at((fromMs + i) * MS).dequeue();
  }
  return fromMs + n;
}

/** Returns a queue whose departure rate is known to be 1000 bytes/ms, without burst allowance left. */
function measured(values: ParamValues = {}): Bench {
  const bench = benchOf(pieLinux, { "max-burst": 0, ...values });
  // The first measurement starts with the departure at 0 ms, whose bytes count.
  depart(bench, 1, 0);
  depart(bench, 19, 2);
  return bench;
}

/** Runs one update with a queue that takes `delayMs` to empty. */
function update(bench: Bench, delayMs: number): number {
  setLength(bench, delayMs);
  bench.at(bench.port.wakeNs).onWake();
  return bench.discipline.probe(P);
}

/** Returns PIE in use with probability `p` and a last delay of `delayMs`. */
function pieAt(p: number, delayMs: number, values: ParamValues = {}): Bench {
  const bench = measured({ ...values, "pie-alpha": 0, "pie-beta": (p * 8) / (delayMs / 1000) });
  update(bench, delayMs);
  bench.discipline.configure("pie-alpha", values["pie-alpha"] ?? 0.125);
  bench.discipline.configure("pie-beta", values["pie-beta"] ?? 1.25);
  expect(bench.discipline.probe(P)).toBeCloseTo(p, 9);
  expect(bench.discipline.probe(QDELAY)).toBeCloseTo(delayMs, 9);
  return bench;
}

describe("the controller of Linux 3.14 (sch_pie.c)", () => {
  test("with p 5 %, target 20 ms and a delay that rises from 25 to 30 ms, p grows by 0.375 %", () => {
    expect(update(pieAt(0.05, 25), 30)).toBeCloseTo(0.05375, 9);
  });

  test("has only three gain steps", () => {
    expect([0, 1e-6, 0.0099, 0.01, 0.0999, 0.1, 1].map((p) => 1 / oldGainScale(p))).toEqual([
      8, 8, 8, 2, 2, 1, 1,
    ]);
  });

  test("from 10 % on, one update adds at most 2 %, and above 250 ms 2 % more", () => {
    expect(update(pieAt(0.1, 20), 90)).toBeCloseTo(0.12, 9);
    expect(update(pieAt(0.1, 20), 260)).toBeCloseTo(0.14, 9);
  });

  test("p stays between 0 and 1", () => {
    expect([update(pieAt(0.001, 30), 10), update(pieAt(0.995, 30), 300)]).toEqual([0, 1]);
  });

  test("p decays by 2 % if there was no queue at two updates in a row", () => {
    const bench = pieAt(0.2, 20, { "pie-alpha": 0, "pie-beta": 0 });
    expect(update(bench, 0)).toBeCloseTo(0.2, 9);
    expect(update(bench, 0)).toBeCloseTo(0.196, 9);
    expect(update(bench, 0)).toBeCloseTo(0.19208, 9);
  });

  test("the first update comes 500 ms after the start, then one each period", () => {
    const bench = benchOf(pieLinux);
    expect(bench.port.wakeNs).toBe(500 * MS);
    bench.at(500 * MS).onWake();
    expect(bench.port.wakeNs).toBe(530 * MS);
  });
});

describe("the departure rate", () => {
  test("is measured only after a queue of 10 kB has been seen; below that PIE never signals", () => {
    const bench = benchOf(pieLinux, { "max-burst": 0 });
    for (let ms = 0; ms < 1000; ms++) {
      setLength(bench, 10);
      bench.at(ms * MS).dequeue();
      if (ms >= 500) bench.at(ms * MS).onWake();
    }
    expect([bench.discipline.probe(P), bench.discipline.probe(QDELAY)]).toEqual([0, 0]);
    setLength(bench, 11);
    for (let ms = 1000; ms < 1010; ms++) bench.at(ms * MS).dequeue();
    setLength(bench, 50);
    bench.at(1010 * MS).onWake();
    // 10 kB departed in the 9 ms between the first and the tenth departure, so 50 kB take 45 ms.
    expect(bench.discipline.probe(QDELAY)).toBeCloseTo(45, 9);
  });

  test("is averaged with a weight of 1/8", () => {
    const bench = measured();
    // The next measurement sees half of the rate: ten packets in 20 ms.
    for (let i = 0; i < 10; i++) {
      setLength(bench, 100);
      bench.at((20 + 2 * (i + 1)) * MS).dequeue();
    }
    setLength(bench, 15);
    bench.at(500 * MS).onWake();
    expect(bench.discipline.probe(QDELAY)).toBeCloseTo(15 / (7 / 8 + 0.5 / 8), 6);
  });

  test("while the rate is unknown, an update with waiting packets does not change p", () => {
    const bench = benchOf(pieLinux, { "pie-beta": 10, "pie-alpha": 2 });
    setLength(bench, 9);
    bench.at(500 * MS).onWake();
    expect(bench.discipline.probe(P)).toBe(0);
  });
});

describe("exceptions from signals", () => {
  test("the burst allowance decreases by the length of each measurement, and not otherwise", () => {
    const bench = benchOf(pieLinux, { "max-burst": 100 });
    expect(bench.discipline.probe(BURST)).toBe(100);
    depart(bench, 10, 0);
    expect(bench.discipline.probe(BURST)).toBe(91);
    depart(bench, 9, 10);
    expect(bench.discipline.probe(BURST)).toBe(91);
    depart(bench, 1, 19);
    expect(bench.discipline.probe(BURST)).toBe(81);
  });

  test("no signal is given while some burst allowance is left", () => {
    const bench = pieAt(0.9, 30, { "pie-ecn-drop": false, "max-burst": 5000 });
    bench.arrive(50, 0, { ecn: ECT0 });
    expect(bench.port.marked).toEqual([]);
    bench.discipline.configure("max-burst", 0);
    expect(bench.discipline.probe(BURST)).toBeGreaterThan(0);
  });

  test("the burst allowance is restored, and the rate cleared, when p is 0 and the delay was below half the target twice", () => {
    const bench = measured({ "pie-alpha": 0, "pie-beta": 0, "max-burst": 100 });
    expect(bench.discipline.probe(BURST)).toBe(80);
    update(bench, 9);
    expect(bench.discipline.probe(BURST)).toBe(100);
    update(bench, 9);
    expect(bench.discipline.probe(QDELAY)).toBe(0);
  });

  test("every arrival has its own random draw, without derandomisation", () => {
    const bench = pieAt(0.05, 30);
    bench.port.draw = () => 0;
    bench.arrive(3, 0, { ecn: ECT0 });
    expect(bench.port.marked).toHaveLength(3);
    bench.port.draw = () => 0.05;
    bench.arrive(200, 0, { ecn: ECT0 });
    expect(bench.port.marked).toHaveLength(3);
  });

  test("no signal is given for a backlog below two packets of 1514 bytes, nor for a delay below half the target while p is below 20 %", () => {
    const bench = pieAt(0.5, 30, { "pie-ecn-drop": false });
    setLength(bench, 3);
    const before = bench.port.marked.length;
    bench.arrive(1, 0, { bytes: SIZE, ecn: ECT0 });
    expect(bench.port.marked).toHaveLength(before);
    bench.arrive(1, 0, { bytes: SIZE, ecn: ECT0 });
    expect(bench.port.marked).toHaveLength(before + 1);
    const calm = pieAt(0.19, 9);
    calm.arrive(50, 0, { ecn: ECT0 });
    expect(calm.port.marked).toEqual([]);
  });
});

describe("marks and drops", () => {
  test.each([
    [true, 0.1, ECT0, 1, 0],
    [true, 0.101, ECT0, 0, 1],
    [false, 0.101, ECT0, 1, 0],
    [false, 0.05, NOT_ECT, 0, 1],
  ])("drop above 10 %% %s, p = %s, ECN field %s: %s marked, %s dropped", (rule, p, ecn, marked, dropped) => {
    const bench = pieAt(p, 30, { "pie-ecn-drop": rule });
    bench.arrive(1, 0, { ecn });
    expect([bench.port.marked.length, bench.port.dropped.length]).toEqual([marked, dropped]);
  });

  test("overflow drops the arriving packet", () => {
    const { port, arrive } = benchOf(pieLinux, { limit: "5p" });
    arrive(6, 0, { ecn: ECT0 });
    expect(port.overflowed).toEqual([5]);
  });
});

describe("explains its signals", () => {
  test("each arrival is explained by its own draw and the terms of p's last update", () => {
    const bench = pieAt(0.05, 25);
    update(bench, 30);
    const told = listenTo(bench);
    bench.arrive(1, bench.port.clock.nowNs, { ecn: ECT0 });
    expect(told).toEqual([
      {
        sentences: [
          "Each packet that arrives is chosen with probability p = 0.0538, and the draw chose this one, so PIE marked it.",
          "At the last update the delay was 30 ms against the target of 20 ms, and 25 ms at the previous update: p went from 0.05 to 0.0538.",
        ],
        formula: "p = 0.05 + 1/2 × (0.125/s × (30 ms − 20 ms) + 1.25/s × (30 ms − 25 ms)) = 0.0538",
      },
    ]);
  });

  test("without a delay p decays", () => {
    const bench = pieAt(0.5, 25);
    for (let i = 0; i < 2; i++) {
      while (bench.discipline.takeAny() !== null);
      bench.at(bench.port.wakeNs).onWake();
    }
    const told = listenTo(bench);
    setLength(bench, 10);
    bench.arrive(1, bench.port.clock.nowNs, { ecn: ECT0 });
    expect(told[0].formula).toContain("× 0.98 without a delay");
  });
});
