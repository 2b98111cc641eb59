import { describe, expect, test } from "vitest";
import { DUALPI2_PARAMS, suggestedDualpi2 } from "../../../../src/engine/aqm/dualpi2/card.ts";
import { dualpi2 } from "../../../../src/engine/aqm/dualpi2/dualpi2.ts";
import { CE, ECT0, ECT1, NOT_ECT } from "../../../../src/engine/net/packet.ts";
import type { ParamValues } from "../../../../src/engine/params/param.ts";
import { isAllowed } from "../../../../src/engine/params/value-text.ts";
import { defaultQueue } from "../../../../src/engine/scenario/defaults.ts";
import { PortBench } from "../../net/port-bench.ts";
import { classicSender, type LoopSender, runLoop, scalableSender } from "../control-loop.ts";
import { type Bench, benchOf, listened, listenTo, MS } from "../fake-port.ts";

const P = 0;
const P_C = 1;
const P_CL = 2;
const L_DELAY = 3;
const C_DELAY = 4;

function empty({ discipline }: Bench): void {
  while (discipline.takeAny() !== null);
}

/** Runs one update while the head packet has waited `delayMs`. */
function update(bench: Bench, delayMs: number, ecn = ECT0): number {
  const nowNs = bench.port.wakeNs;
  empty(bench);
  if (delayMs > 0) bench.arrive(1, nowNs - delayMs * MS, { ecn });
  bench.at(nowNs).onWake();
  empty(bench);
  return bench.discipline.probe(P);
}

/** Returns a queue in use with base probability `p`, no packets, and a last delay of 0. */
function dualpi2At(p: number, values: ParamValues = {}): Bench {
  const bench = benchOf(dualpi2, { ...values, "dual-alpha": 0, "dual-beta": 100, target: 10 });
  for (let left = p; left > 1e-12; left -= 0.5) {
    bench.discipline.configure("dual-beta", Math.min(left, 0.5) * 100);
    update(bench, 10);
    bench.discipline.configure("dual-beta", 0);
    update(bench, 0);
  }
  expect(bench.discipline.probe(P)).toBeCloseTo(p, 12);
  return bench;
}

/**
 * Dequeues until `n` packets have been sent or dropped, each after waiting `delayMs`. More packets with the same ECN
 * codepoint stay in the queue. Returns [sent, marked, dropped].
 */
function leave(bench: Bench, n: number, ecn: number, delayMs = 0.5): [number, number, number] {
  const { port, at } = bench;
  const [marked, dropped] = [port.marked.length, port.dropped.length];
  empty(bench);
  bench.arrive(2 * n + 20, 1000 * MS - delayMs * MS, { ecn });
  let sent = 0;
  while (sent + port.dropped.length - dropped < n) sent += at(1000 * MS).dequeue() === null ? 0 : 1;
  return [sent, port.marked.length - marked, port.dropped.length - dropped];
}

describe("two queues (RFC 9332 §2.3)", () => {
  test("ECT(1) and CE go to the L queue, which is served and seen first; the others to the C queue", () => {
    const { discipline, at, arrive } = benchOf(dualpi2);
    for (const ecn of [NOT_ECT, ECT0, ECT1, CE]) arrive(1, 0, { ecn });
    const seen: number[] = [];
    discipline.visit((packet) => seen.push(packet.seq) < 3);
    expect(seen).toEqual([2, 3, 0]);
    expect([discipline.packets, discipline.bytes]).toEqual([4, 6000]);
    expect(Array.from({ length: 5 }, () => at(0).dequeue()?.seq ?? null)).toEqual([2, 3, 0, 1, null]);
  });

  test("with the setting for any ECN-capable packet, the L queue accepts them from then on (Linux ecn_mask 3)", () => {
    const { discipline, at, arrive } = benchOf(dualpi2, { "dual-l-ect": "any" });
    for (const ecn of [NOT_ECT, ECT0, ECT1, CE]) arrive(1, 0, { ecn });
    discipline.configure("dual-l-ect", "ect1");
    arrive(1, 0, { ecn: ECT0 });
    expect(Array.from({ length: 6 }, () => at(0).dequeue()?.seq ?? null)).toEqual([1, 2, 3, 0, 4, null]);
  });

  test("share one limit; packets that arrive above the limit are dropped", () => {
    const { discipline, arrive, port } = benchOf(dualpi2, { limit: "5p" });
    arrive(3, 0, { ecn: ECT1 });
    arrive(3, 0, { ecn: ECT0 });
    arrive(1, 0, { ecn: ECT1 });
    expect(port.overflowed).toEqual([5, 6]);
    discipline.configure("limit", "10000B");
    arrive(2, 0, { ecn: ECT1 });
    expect(port.overflowed).toEqual([5, 6, 8]);
  });
});

describe("the controller (RFC 9332 §A.1)", () => {
  test("a delay that rises from 15 to 20 ms with a target of 15 ms raises p' by 1.68 %", () => {
    const bench = benchOf(dualpi2);
    const before = update(bench, 15);
    expect(before).toBeCloseTo(3.2 * 0.015, 12);
    expect(update(bench, 20) - before).toBeCloseTo(0.0168, 12);
  });

  test("with p' of 10 %, p_C is 1 % and p_CL is 20 %", () => {
    const { discipline } = dualpi2At(0.1);
    expect([P, P_C, P_CL].map((i) => discipline.probe(i))).toEqual(
      [0.1, 0.01, 0.2].map((p) => expect.closeTo(p, 12)),
    );
  });

  test("p' stays between 0 and 1, and so does p_CL", () => {
    const bench = dualpi2At(0.9);
    expect(bench.discipline.probe(P_CL)).toBe(1);
    bench.discipline.configure("dual-beta", 3.2);
    expect([update(bench, 500), update(bench, 0)]).toEqual([1, 0]);
  });

  test("follows the longer of the two queues' delays, as in Linux", () => {
    const bench = benchOf(dualpi2);
    const nowNs = bench.port.wakeNs;
    bench.arrive(1, nowNs - 15 * MS, { ecn: ECT1 });
    bench.arrive(1, nowNs - 3 * MS, { ecn: ECT0 });
    bench.at(nowNs).onWake();
    expect(bench.discipline.probe(P)).toBeCloseTo(3.2 * 0.015, 12);
  });

  test("updates come one update period apart", () => {
    const bench = benchOf(dualpi2);
    expect(bench.port.wakeNs).toBe(16 * MS);
    bench.discipline.configure("update", 30);
    bench.at(16 * MS).onWake();
    expect(bench.port.wakeNs).toBe(46 * MS);
  });
});

describe("signals in the C queue (RFC 9332 §A.1)", () => {
  /**
   * Returns a function that yields pairs of draws: each of 0, 0.1, … 0.9 as the first draw, combined with each of
   * them as the second.
   */
  const grid = () => {
    let i = 0;
    const seconds: number[] = [];
    return () => {
      const second = seconds.pop();
      if (second !== undefined) return second;
      const k = i++;
      if ((k % 100) / 100 < 0.3) seconds.push((k % 10) / 10);
      return Math.floor((k % 100) / 10) / 10;
    };
  };

  test("signals with p'² by two random draws: marks for ECT(0), drops for packets that are not ECN-capable", () => {
    const marking = dualpi2At(0.3);
    marking.port.draw = grid();
    expect(leave(marking, 100, ECT0)).toEqual([100, 9, 0]);
    const dropping = dualpi2At(0.3);
    dropping.port.draw = grid();
    expect(leave(dropping, 100, NOT_ECT)).toEqual([91, 0, 9]);
  });

  test("the step applies only to the L queue", () => {
    const bench = dualpi2At(0);
    expect(leave(bench, 10, ECT0, 50)).toEqual([10, 0, 0]);
  });
});

describe("signals in the L queue (RFC 9332 §2.1, §A.1)", () => {
  test("are marked with k·p' by one random draw", () => {
    const bench = dualpi2At(0.3);
    bench.port.draw = () => 0.599;
    expect(leave(bench, 10, ECT1)).toEqual([10, 10, 0]);
    bench.port.draw = () => 0.6;
    expect(leave(bench, 10, ECT1)).toEqual([10, 0, 0]);
    bench.discipline.configure("dual-k", 3);
    expect(leave(bench, 10, ECT1)).toEqual([10, 10, 0]);
    bench.discipline.configure("dual-k", 0);
    bench.port.draw = () => 0;
    expect(leave(bench, 10, ECT1)).toEqual([10, 0, 0]);
  });

  test("packets that waited longer than the step are marked, once, for any p'", () => {
    expect(leave(dualpi2At(0), 10, ECT1, 1)).toEqual([10, 0, 0]);
    expect(leave(dualpi2At(0, { "dual-step-packets": 0 }), 10, ECT1, 1.01)).toEqual([10, 10, 0]);
    expect(leave(dualpi2At(0, { "dual-step": 5, "dual-step-packets": 0 }), 10, ECT1, 4)).toEqual([10, 0, 0]);
    const both = dualpi2At(0.3);
    both.port.draw = () => 0;
    expect(leave(both, 10, ECT1, 2)).toEqual([10, 10, 0]);
  });

  test("the step exempts a packet that leaves none behind, or fewer than a configured number (RFC 9332 §A.1: Th_len)", () => {
    const marksOfThree = (values: ParamValues) => {
      const bench = benchOf(dualpi2, values);
      bench.arrive(3, 0, { ecn: ECT1 });
      for (let i = 0; i < 3; i++) bench.at(10 * MS).dequeue();
      return bench.port.marked;
    };
    expect(marksOfThree({})).toEqual([0, 1]);
    expect(marksOfThree({ "dual-step-packets": 0 })).toEqual([0, 1, 2]);
    expect(marksOfThree({ "dual-step-packets": 2 })).toEqual([0]);
  });
});

test("with less than two packets left the controller does not signal, and draws no numbers", () => {
  const bench = dualpi2At(0.9);
  bench.arrive(3, 1000 * MS, { ecn: ECT0 });
  const drawn = [0, 1, 2].map(() => {
    const before = bench.port.draws;
    bench.at(1000 * MS).dequeue();
    return bench.port.draws - before;
  });
  // A queue of 3000 bytes has less than two packets of 1514 bytes, so DualPI2 makes no draw.
  expect(drawn).toEqual([0, 0, 0]);
  expect([bench.port.marked, bench.port.dropped]).toEqual([[], []]);
});

describe("overload: k·p' above 1 (RFC 9332 §4.2.3)", () => {
  test("C packets are dropped with p'², ECT or not", () => {
    const bench = dualpi2At(0.6);
    let i = 0;
    bench.port.draw = () => [0.59, 0.59, 0.61][i++ % 3];
    expect(leave(bench, 10, ECT0)).toEqual([5, 0, 5]);
    bench.port.draw = () => 0.61;
    expect(leave(bench, 10, ECT0)).toEqual([10, 0, 0]);
  });

  test("L packets are dropped as often as C packets, and the others are all marked", () => {
    const bench = dualpi2At(0.6);
    let i = 0;
    bench.port.draw = () => [0.5, 0.5, 0.5, 0.7, 0.7][i++ % 5];
    // A packet is dropped if both draws are below p', and marked if at least one is not.
    expect(leave(bench, 9, ECT1)).toEqual([6, 6, 3]);
  });

  test("with k·p' = 1 exactly, all L packets are marked and none is dropped", () => {
    const bench = dualpi2At(0.5);
    bench.port.draw = () => 0;
    expect(leave(bench, 10, ECT1)).toEqual([10, 10, 0]);
  });

  test("without drops on overload p' ends at 1/k, and the queue may grow", () => {
    const bench = benchOf(dualpi2, { "dual-drop-overload": false });
    expect(update(bench, 1000)).toBe(0.5);
    bench.port.draw = () => 0;
    expect(leave(bench, 10, ECT1)).toEqual([10, 10, 0]);
    expect(leave(bench, 10, ECT0)).toEqual([10, 10, 0]);
    bench.discipline.configure("dual-drop-overload", true);
    expect(update(bench, 2000)).toBe(1);
    let i = 0;
    bench.port.draw = () => [0, 0, 1][i++ % 3];
    expect(leave(bench, 10, ECT1)).toEqual([5, 5, 5]);
  });
});

describe("the scheduler (RFC 9332 §4.2.2; weighted round robin as in Linux)", () => {
  const LONG = { limit: "10000p" };

  /** Returns, for each of `n` packets, whether it came from the L queue, while both queues always have packets. */
  function served(bench: Bench, n: number, lBytes = 1500, cBytes = 1500): boolean[] {
    bench.arrive(n, 0, { ecn: ECT1, bytes: lBytes });
    bench.arrive(n, 0, { ecn: ECT0, bytes: cBytes });
    return Array.from({ length: n }, () => bench.at(0).dequeue()?.ecn === ECT1);
  }

  test("serves the L queue first, and gives the C queue 10 % of the bytes while both wait", () => {
    const order = served(benchOf(dualpi2, LONG), 1000);
    expect(order.indexOf(false)).toBe(9);
    expect(order.filter((isL) => isL).length).toBeCloseTo(900, -1);
  });

  test("counts bytes, not packets", () => {
    const order = served(benchOf(dualpi2, LONG), 1000, 1500, 500);
    const l = order.filter((isL) => isL).length;
    const share = ((1000 - l) * 500) / ((1000 - l) * 500 + l * 1500);
    expect(share).toBeCloseTo(0.1, 2);
  });

  test.each([
    [0, 1000],
    [0.3, 700],
    [0.5, 500],
    [1, 0],
  ])("with a share of %s for the C queue, %s of 1000 packets come from the L queue", (share, ofL) => {
    const order = served(benchOf(dualpi2, { ...LONG, "dual-c-share": share }), 1000);
    expect(Math.abs(order.filter((isL) => isL).length - ofL)).toBeLessThanOrEqual(2);
  });

  test("a queue that is alone has the whole link, and gains no credit from that", () => {
    const bench = benchOf(dualpi2, LONG);
    bench.arrive(50, 0, { ecn: ECT0 });
    for (let i = 0; i < 49; i++) expect(bench.at(0).dequeue()?.ecn).toBe(ECT0);
    expect(served(bench, 20).indexOf(false)).toBe(9);
  });

  test("a change of share takes effect at once", () => {
    const bench = benchOf(dualpi2, LONG);
    bench.discipline.configure("dual-c-share", 1);
    expect(served(bench, 10)).not.toContain(true);
  });
});

describe("parameters and probes", () => {
  test("probes show the delays of the packets that left last; no value once a queue is empty", () => {
    const bench = benchOf(dualpi2);
    const delays = () => [bench.discipline.probe(L_DELAY), bench.discipline.probe(C_DELAY)];
    bench.arrive(1, 0, { ecn: ECT1 });
    bench.arrive(2, 0, { ecn: ECT0 });
    bench.at(0.5 * MS).dequeue();
    bench.at(8 * MS).dequeue();
    expect(delays()).toEqual([0.5, 8]);
    bench.at(16 * MS).onWake();
    expect(delays()).toEqual([0, 8]);
  });

  test("gains, target, step and packets of the step can change during a run", () => {
    const bench = benchOf(dualpi2);
    bench.discipline.configure("dual-alpha", 1);
    bench.discipline.configure("dual-beta", 0);
    bench.discipline.configure("target", 10);
    expect(update(bench, 30)).toBeCloseTo(0.02, 12);
    bench.discipline.configure("dual-step", 0.1);
    bench.discipline.configure("dual-step-packets", 2);
    bench.port.draw = () => 1;
    bench.arrive(4, 0, { ecn: ECT1 });
    for (let i = 0; i < 4; i++) bench.at(0.2 * MS).dequeue();
    expect(bench.port.marked).toHaveLength(2);
  });

  test("marking cannot be switched off", () => {
    const marking = dualpi2.params.find(({ id }) => id === "aqm-ecn");
    expect(marking).toMatchObject({ fixed: { value: true } });
  });
});

describe("in a control loop: a classic and a scalable flow, 100 Mbps, 10 ms", () => {
  const RTT_NS = 10 * MS;
  const SECONDS = 20;

  function loop(senders: readonly LoopSender[], values: ParamValues = {}) {
    const params = { ...defaultQueue("dualpi2", undefined).params, ...values };
    const bench = new PortBench(100e6, (port) => dualpi2.create(port, params));
    const { packets, meanDelayNs } = runLoop(bench, senders, SECONDS * 1000 * MS);
    const sent = packets.reduce((sum, n) => sum + n, 0);
    return {
      shares: packets.map((n) => n / sent),
      delaysMs: meanDelayNs.map((ns) => ns / MS),
      utilisation: (sent * 1500 * 8) / (100e6 * (SECONDS / 2)),
    };
  }
  const both = () => [classicSender(ECT0, RTT_NS), scalableSender(ECT1, RTT_NS)];

  test("the C queue's delay is about the target, the L queue's is below the step, and the link is full", () => {
    const { delaysMs, utilisation } = loop(both());
    expect(Math.abs(delaysMs[0] - 15)).toBeLessThan(4);
    expect(delaysMs[1]).toBeLessThan(1);
    expect(utilisation).toBeGreaterThan(0.99);
  });

  test.each([1, 3])(
    "the delay of a scalable flow alone rises to the step of %s ms, and falls with its sawtooth",
    (stepMs) => {
      const { delaysMs, utilisation } = loop([scalableSender(ECT1, RTT_NS)], { "dual-step": stepMs });
      // A reduction is by α/2, with α = √(2/window) = 0.15: 7 of the 91 packets, which take 0.8 ms.
      expect(delaysMs[0]).toBeLessThan(stepMs);
      expect(delaysMs[0]).toBeGreaterThan(stepMs - 0.9);
      expect(utilisation).toBeGreaterThan(0.98);
    },
  );

  test("with a coupling of 2 they share evenly except for the round trip through the C queue (RFC 9332 §C.1)", () => {
    const { shares } = loop(both());
    expect(shares[0]).toBeGreaterThan(0.25);
    expect(shares[0]).toBeLessThan(0.5);
  });

  test("without coupling the C queue has little more than its guaranteed share", () => {
    expect(loop(both(), { "dual-k": 0 }).shares[0]).toBeLessThan(0.2);
  });
});

describe("explains its signals", () => {
  /** Returns the explanation for the first of 20 packets that waited `delayMs`. */
  function saidOf(bench: Bench, ecn: number, delayMs = 0.5) {
    const told = listenTo(bench);
    bench.arrive(20, (1000 - delayMs) * MS, { ecn });
    bench.at(1000 * MS).dequeue();
    return told[0];
  }

  /** In this queue p' is 0.048 at a delay of 15 ms, then 0.0648 at 20 ms. */
  function moved(): Bench {
    const bench = benchOf(dualpi2);
    update(bench, 15);
    update(bench, 20);
    return bench;
  }

  const UPDATE =
    "At the last update the longer delay of the two queues was 20 ms against the target of 15 ms, and 15 ms at the previous update: p' went from 0.048 to 0.0648.";
  const STEP = "p' = 0.048 + 0.16/s × (20 ms − 15 ms) + 3.2/s × (20 ms − 15 ms) = 0.0648";

  test("a signal in the C queue is explained by p' squared, and by the terms of its last update", () => {
    expect(saidOf(moved(), ECT0)).toEqual({
      sentences: [
        "It was in the C queue, whose packets are chosen with probability p'² = 0.0042, and the draw chose this one, so DualPI2 marked it.",
        UPDATE,
      ],
      formula: `${STEP}; p'² = 0.0042`,
    });
    expect(saidOf(moved(), NOT_ECT).sentences[0]).toContain(
      "so DualPI2 dropped it, as it is not ECN-capable.",
    );
  });

  test("a signal in the L queue is explained by the coupling or by the step", () => {
    expect(saidOf(moved(), ECT1)).toEqual({
      sentences: [
        "It was in the L queue, whose packets are marked with probability k·p' = 2 × 0.0648 = 0.13, and the draw chose this one, so DualPI2 marked it.",
        UPDATE,
      ],
      formula: `${STEP}; k·p' = 2 × 0.0648 = 0.13`,
    });
    expect(saidOf(moved(), ECT1, 1.3)).toEqual({
      sentences: [
        "It was in the L queue and had waited 1.3 ms, longer than the step of 1 ms, so DualPI2 marked it.",
        "In addition, L packets are marked with probability k·p' = 0.13, which is coupled to the C queue.",
      ],
      formula: "1.3 ms > 1 ms",
    });
  });

  test("a signal on overload is explained", () => {
    const rule =
      "It was in the L queue, and k·p' = 2 × 0.6 = 1.2 is above 1: then L packets are dropped with probability p'² = 0.36, and the remaining L packets are marked";
    const marking = dualpi2At(0.6);
    marking.port.draw = () => 0.9;
    expect(saidOf(marking, ECT1).sentences[0]).toBe(`${rule}, so DualPI2 marked it.`);
    const why = "as k·p' is above 1, and then ECN-capable packets are dropped too.";
    expect(saidOf(dualpi2At(0.6), ECT1).sentences[0]).toBe(`${rule}, so DualPI2 dropped it, ${why}`);
    expect(saidOf(dualpi2At(0.6), ECT0).sentences[0]).toContain(`so DualPI2 dropped it, ${why}`);
  });

  test("a p' that was limited to its bounds is explained", () => {
    const bench = benchOf(dualpi2, { "dual-drop-overload": false });
    update(bench, 1000);
    expect(saidOf(bench, ECT0).formula).toContain("= 3.36, kept within 0 and 0.5: 0.5; p'² = 0.25");
  });

  test("the drop of a packet that found no room is explained", () => {
    const { bench, told } = listened(benchOf(dualpi2, { limit: "3p" }));
    bench.arrive(1, 0, { ecn: ECT1 });
    bench.arrive(3, 0, { ecn: ECT0 });
    expect(told[0]).toEqual({
      sentences: [
        "There was no room for it: 3 packets waited, and the limit is 3 packets.",
        "The L queue held 1 of these, the C queue 2.",
      ],
      formula: "3 + 1 > 3 packets",
    });
  });
});

const { params } = defaultQueue("dualpi2", undefined);

describe("values for a path (RFC 9332 §A.1)", () => {
  test("an RTT_max of 100 ms gives about the defaults", () => {
    const suggested = suggestedDualpi2({ packetsPerS: 8333, rttS: 0.1, flows: 2 }, params);
    expect(suggested).toEqual({ update: 15, "dual-alpha": 0.15, "dual-beta": 3, "dual-step": 1 });
  });

  test("a shorter round trip gives a shorter update period and higher gains", () => {
    const suggested = suggestedDualpi2({ packetsPerS: 8333, rttS: 0.02, flows: 2 }, params);
    // The rules are T = 20/3 ms, alpha = 0.1·T/RTT², beta = 0.3/RTT.
    expect(suggested).toEqual({ update: 6.67, "dual-alpha": 1.67, "dual-beta": 15, "dual-step": 1 });
  });

  test("on a slow link the step leaves room for two packets", () => {
    const suggested = suggestedDualpi2({ packetsPerS: 833.3, rttS: 0.1, flows: 2 }, params);
    expect(suggested["dual-step"]).toBeCloseTo(2.4, 6);
  });

  test("the suggested values are allowed for any path", () => {
    for (const rttS of [0, 1e-4, 0.001, 0.5, 5]) {
      for (const packetsPerS of [4, 1e3, 1e6]) {
        const suggested = suggestedDualpi2({ packetsPerS, rttS, flows: 1 }, params);
        for (const [id, value] of Object.entries(suggested)) {
          const param = DUALPI2_PARAMS.find((one) => one.id === id);
          expect([id, value, param !== undefined && isAllowed(param, value)]).toEqual([id, value, true]);
        }
      }
    }
  });
});
