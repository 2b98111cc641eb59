import { describe, expect, test } from "vitest";
import { type CodelHost, CodelLaw, codel } from "../../../../src/engine/aqm/codel/codel.ts";
import { fqCodel } from "../../../../src/engine/aqm/fq-codel/fq-codel.ts";
import { CODEL_PROBES } from "../../../../src/engine/aqm/shared-params.ts";
import { Clock } from "../../../../src/engine/core/clock.ts";
import { CE, ECT0, ECT1, NOT_ECT, type Packet } from "../../../../src/engine/net/packet.ts";
import { madePacket } from "../../net/made-packets.ts";
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

const TARGET_NS = 5 * MS;
const INTERVAL_NS = 100 * MS;
const STEP_NS = 0.05 * MS;

/** A queue that never runs empty and whose packets have all waited for the same time. */
class EndlessQueue implements CodelHost {
  readonly clock: Clock;
  sojournNs = 10 * MS;
  backlog = 1e6;
  marking = true;
  isEmpty = false;
  /** Times of the signals, in ms. */
  readonly marksMs: number[] = [];
  readonly dropsMs: number[] = [];
  private readonly law: CodelLaw;

  constructor(clock: Clock, law: CodelLaw) {
    this.clock = clock;
    this.law = law;
  }

  takeHead(): Packet | null {
    return this.isEmpty ? null : madePacket({ enqueuedNs: this.clock.nowNs - this.sojournNs });
  }

  backlogBytes(): number {
    return this.backlog;
  }

  tryMark(): boolean {
    if (this.marking) this.marksMs.push(this.clock.nowNs / MS);
    return this.marking;
  }

  dropSignal(): void {
    this.dropsMs.push(this.clock.nowNs / MS);
  }

  /** Removes one packet at this time. */
  dequeue(nowMs: number): Packet | null {
    this.clock.nowNs = nowMs * MS;
    return this.law.dequeue(this);
  }

  /** Removes packets in small steps of time. */
  run(fromMs: number, toMs: number): void {
    for (let nowNs = fromMs * MS; nowNs <= toMs * MS; nowNs += STEP_NS) this.dequeue(nowNs / MS);
  }
}

function madeQueue({ exact = true, marking = true } = {}) {
  const clock = new Clock();
  const law = new CodelLaw(clock, TARGET_NS, INTERVAL_NS, exact);
  const queue = new EndlessQueue(clock, law);
  queue.marking = marking;
  return { law, queue };
}

/** Compares times with the tolerance of one step. */
function expectTimes(actual: readonly number[], expected: readonly number[]): void {
  expect(actual).toHaveLength(expected.length);
  for (const [i, ms] of expected.entries()) {
    expect(actual[i]).toBeGreaterThanOrEqual(ms - 1e-6);
    expect(actual[i]).toBeLessThanOrEqual(ms + 0.06);
  }
}

// Time of each signal: interval · (1 + 1 + 1/√2 + 1/√3 + 1/√4).
const EXACT_MS = [100, 200, 270.711, 328.446, 378.446];
// Time of each signal if 1/√count is computed by one Newton step per change: 1, 0.5, 0.5625, 0.4878.
const NEWTON_MS = [100, 200, 250, 306.25, 355.029];

describe("the control law (RFC 8289 §5.6)", () => {
  test("with a sojourn time above target from t = 0 it signals after one interval, then at intervals of interval/√count", () => {
    const { queue } = madeQueue();
    queue.run(0, 400);
    expectTimes(queue.marksMs, EXACT_MS);
  });

  test("it drops at the same times when it cannot mark", () => {
    const { queue } = madeQueue({ marking: false });
    queue.run(0, 400);
    expectTimes(queue.dropsMs, EXACT_MS);
    expect(queue.marksMs).toEqual([]);
  });

  test.each([true, false])(
    "with one Newton step a change, as in Linux's codel_Newton_step (marking %s)",
    (marking) => {
      const { queue } = madeQueue({ exact: false, marking });
      queue.run(0, 399);
      expectTimes(marking ? queue.marksMs : queue.dropsMs, NEWTON_MS);
    },
  );

  test("the Newton step stays within 5 % of 1/√count from the fourth signal on", () => {
    const { law, queue } = madeQueue({ exact: false });
    queue.run(0, 3000);
    const gapsMs = queue.marksMs.slice(1).map((ms, i) => ms - queue.marksMs[i]);
    expect(law.count).toBeGreaterThan(50);
    for (let i = 3; i < gapsMs.length; i++) {
      expect(Math.abs(gapsMs[i] * Math.sqrt(i + 1) - 100)).toBeLessThan(5 + 0.06 * Math.sqrt(i + 1));
    }
  });
});

describe("when the sojourn time counts as too long (RFC 8289 §5.6)", () => {
  test("a sojourn time below the target never signals; one at the target does", () => {
    const { queue } = madeQueue();
    queue.sojournNs = TARGET_NS - 1;
    queue.run(0, 1000);
    expect(queue.marksMs).toEqual([]);
    queue.sojournNs = TARGET_NS;
    queue.run(1000, 1101);
    expect(queue.marksMs).toHaveLength(1);
  });

  test("one packet below the target within the interval restarts the interval", () => {
    const { queue } = madeQueue();
    queue.run(0, 99);
    queue.sojournNs = 1 * MS;
    queue.dequeue(99.5);
    queue.sojournNs = 10 * MS;
    queue.run(100, 199.9);
    expect(queue.marksMs).toEqual([]);
    queue.run(200, 201);
    expectTimes(queue.marksMs, [200]);
  });

  test("it never signals while at most one full packet of Ethernet waits behind the departing one, as one or as many small ones", () => {
    const { queue } = madeQueue();
    queue.sojournNs = 1000 * MS;
    queue.backlog = 1514;
    queue.run(0, 1000);
    expect([queue.marksMs, queue.dropsMs]).toEqual([[], []]);
    queue.backlog = 1515;
    queue.run(1001, 1102);
    expect(queue.marksMs).toHaveLength(1);
  });

  test("a queue that becomes empty ends the dropping state and the interval", () => {
    const { law, queue } = madeQueue();
    queue.run(0, 150);
    expect(law.dropping).toBe(true);
    queue.isEmpty = true;
    expect(queue.dequeue(160)).toBeNull();
    expect([law.dropping, law.firstAboveNs]).toEqual([false, 0]);
  });
});

test("it waits for one interval from the first packet above the target, unless it is already signalling", () => {
  const { law, queue } = madeQueue();
  const isWaitingAt = (ms: number) => {
    queue.clock.nowNs = ms * MS;
    return law.isWaiting();
  };
  expect(isWaitingAt(0)).toBe(false);
  queue.dequeue(10);
  expect([10, 109.9, 110].map(isWaitingAt)).toEqual([true, true, false]);
  queue.run(11, 111);
  expect([law.dropping, isWaitingAt(111)]).toEqual([true, false]);
  queue.sojournNs = 0;
  queue.dequeue(120);
  expect(isWaitingAt(120)).toBe(false);
});

describe("in the dropping state (RFC 8289 §5.5)", () => {
  /** A queue in the dropping state whose signals are one second late. */
  function lateQueue(marking: boolean) {
    const made = madeQueue({ marking });
    made.queue.run(0, 100.5);
    made.queue.marksMs.length = 0;
    made.queue.dropsMs.length = 0;
    return made;
  }

  test("a drop does not end the loop: all overdue signals are given at once, and each counts", () => {
    const { law, queue } = lateQueue(false);
    expect(queue.dequeue(400)).not.toBeNull();
    // These signals were due at 200, 270.7, 328.4 and 378.4 ms.
    expect(queue.dropsMs).toEqual([400, 400, 400, 400]);
    expect(law.count).toBe(5);
    expect(law.dropNextNs / MS).toBeCloseTo(378.446 + 100 / Math.sqrt(5), 1);
  });

  test("a mark ends the loop: the packet is delivered with its mark, and the next signal waits for the next packet", () => {
    const { law, queue } = lateQueue(true);
    queue.dequeue(400);
    expect(queue.marksMs).toEqual([400]);
    expect(law.count).toBe(2);
    // The next drop is scheduled from the time at which the last one was due, not from the current time.
    expect(law.dropNextNs / MS).toBeCloseTo(270.711, 1);
    queue.dequeue(400.1);
    expect(queue.marksMs).toEqual([400, 400.1]);
  });

  test("the state ends with the first packet that waited less than the target", () => {
    const { law, queue } = madeQueue();
    queue.run(0, 240);
    queue.sojournNs = 1 * MS;
    queue.dequeue(280);
    expect(law.dropping).toBe(false);
    expect(queue.marksMs).toHaveLength(2);
  });

  test("a loop of drops ends when a packet that waited less than the target reaches the head", () => {
    const { law, queue } = lateQueue(false);
    const dropSignal = queue.dropSignal.bind(queue);
    queue.dropSignal = () => {
      dropSignal();
      queue.sojournNs = 1 * MS;
    };
    expect(queue.dequeue(400)?.enqueuedNs).toBe(399 * MS);
    expect(queue.dropsMs).toEqual([400]);
    expect(law.dropping).toBe(false);
  });
});

describe("re-entry (Linux's rule of 16 intervals)", () => {
  /**
   * Is above the target until `leaveMs`, which causes signals, leaves the dropping state then, and is above the
   * target again from `backMs` on.
   */
  function reenter(leaveMs: number, backMs: number) {
    const made = madeQueue();
    const { queue, law } = made;
    queue.run(0, leaveMs);
    const countBefore = law.count;
    queue.sojournNs = 0;
    queue.dequeue(leaveMs + 1);
    queue.dequeue(backMs - 1);
    queue.sojournNs = 10 * MS;
    queue.run(backMs, backMs + 100.1);
    expect(law.dropping).toBe(true);
    return { ...made, countBefore };
  }

  test("soon after a dropping state, count resumes with the number of signals that it added", () => {
    const { law, countBefore } = reenter(380, 500);
    expect(countBefore).toBe(5);
    expect([law.count, law.lastCount]).toEqual([4, 4]);
  });

  test("after 16 intervals or more, count starts at 1", () => {
    // If the dropping state had continued, the next signal would have been due at 423 ms.
    expect([reenter(380, 1922).law.count, reenter(380, 1925).law.count]).toEqual([4, 1]);
  });

  test("count starts at 1 if the last dropping state added at most one signal", () => {
    const { law, countBefore } = reenter(205, 300);
    expect([countBefore, law.count]).toEqual([2, 1]);
  });

  test("the next signal comes interval/√count after the re-entry", () => {
    const { law, queue } = reenter(380, 500);
    const entryMs = queue.marksMs[queue.marksMs.length - 1];
    expect(law.dropNextNs / MS).toBeCloseTo(entryMs + 50, 3);
  });
});

test("the help text of its probe agrees with the law: half an interval at a count of 2, by one Newton step", () => {
  const [count] = CODEL_PROBES;
  expect(count.help).toContain("at a count of 2 that gives half an interval");
  const { law, queue } = madeQueue({ exact: false });
  queue.sojournNs = 10 * MS;
  queue.run(0, 240);
  expect([law.count, law.signalGapNs() / law.intervalNs]).toEqual([2, 0.5]);
});
