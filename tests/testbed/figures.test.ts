/**
 * Tests how a guest's recording becomes a reference case. The recording has 4 s of Linux 6.1 and was made by
 * testbed/linux.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { gunzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { coveredCases } from "../../src/cli/validation/reference-cases.ts";
import {
  between,
  type FlowLog,
  linuxCase,
  quantilesOf,
  type Recording,
  readLog,
  readPackets,
  type Sample,
} from "../../testbed/figures.ts";
import { type Ns3Run, ns3Case } from "../../testbed/ns3-recipe.ts";
import { type StoredCase, storedCases } from "../../testbed/stored-cases.ts";

const folder = resolve(import.meta.dirname, "recording");
const recording: Recording = {
  packets: readPackets(gunzipSync(readFileSync(resolve(folder, "packets.gz")))),
  flows: readLog(readFileSync(resolve(folder, "log"), "utf8")),
};
const cases = storedCases();

/** Returns a stored case with a shorter duration and warm-up. */
function short(id: string, durationS: number, warmupS: number): StoredCase {
  const one = cases.find((stored) => stored.id === id);
  if (one === undefined) throw new Error(`no case ${id}`);
  const args = [...one.args];
  args[args.indexOf("--duration") + 1] = `${durationS}s`;
  args[args.indexOf("--warmup") + 1] = `${warmupS}s`;
  return { ...one, args };
}
const reno = short("linux-breadth B1-reno-codel-10-20-ecn1-n1", 4, 1);

describe("a recording of the kernel", () => {
  const remade = linuxCase(reno, [recording]);

  test("becomes a case that validate reads", () => {
    const { runnable, skipped } = coveredCases([remade]);
    expect([...skipped]).toEqual([]);
    expect(runnable[0].scenario.flows[0].cc).toBe("newreno");
    expect(Object.keys(remade)).toEqual(expect.arrayContaining(["goodputBps", "sojournMs", "marks", "jain"]));
    expect(JSON.parse(JSON.stringify(remade))).toEqual(remade);
  });

  test("has one reduction per mark, and Reno with CoDel at 20 ms has the stored delays", () => {
    expect(remade.marks).toBe(8);
    expect(remade.reductions).toBe(8);
    expect(remade.drops).toBe(0);
    expect(remade.utilisation).toBeCloseTo(reno.utilisation, 1);
    expect(remade.sojournMs.p90).toBeCloseTo(reno.sojournMs.p90, 1);
  });

  test("has as goodput what left the queue, without headers", () => {
    const { atS } = recording.packets;
    const left = atS.filter((s) => s >= 1 && s < 4).length;
    expect(remade.goodputBps.mean / ((left * 1448 * 8) / 3)).toBeCloseTo(1, 2);
  });

  test("has its repeats averaged, with a spread", () => {
    const faster = {
      ...recording,
      flows: recording.flows.map((flow) => ({
        ...flow,
        samples: flow.samples.map((one) => ({ ...one, received: one.received * 1.1 })),
      })),
    };
    const both = linuxCase(reno, [recording, faster]);
    expect(both.seeds).toBe(2);
    expect(both.goodputBps.mean).toBeCloseTo(1.05 * remade.goodputBps.mean, 0);
    expect(both.goodputBps.sd).toBeCloseTo(0.05 * remade.goodputBps.mean, 0);
  });

  test("does not count if buffers or missing ECN limited it", () => {
    const bent = (change: Partial<FlowLog>) => ({
      ...recording,
      flows: recording.flows.map((flow) => ({ ...flow, ...change })),
    });
    expect(() => linuxCase(reno, [bent({ limitedUs: 1 })])).toThrow("flow 1 was held back by its buffers");
    expect(() => linuxCase(reno, [bent({ usedEcn: false })])).toThrow("flow 1 did not get ECN");
    expect(() => readLog("s 0.02 0 10 -1 0 0 0\n")).toThrow("broken off");
  });
});

test("one record contains time, wait, kind and DualPI2's queue", () => {
  const bytes = new Uint8Array(32);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, 2_500_000_000n, true);
  view.setUint32(8, 15_625, true); // Waiting times are stored in units of 64 ns.
  view.setUint8(14, 1);
  view.setBigUint64(16, 3_000_000_000n, true);
  view.setUint8(30, 2);
  view.setUint8(31, 0b11);
  const { atS, waitedMs, kind, inL } = readPackets(bytes);
  expect([...atS]).toEqual([2.5, 3]);
  expect([...waitedMs]).toEqual([1, 0]);
  expect([...kind]).toEqual([1, 2]);
  expect([...inL]).toEqual([0, 1]);
});

test("quantiles are between the edges of bins of 0.1 ms, or between two values", () => {
  const waits = Array.from({ length: 100 }, () => 0.52).concat(Array.from({ length: 100 }, () => 2.01));
  expect(quantilesOf(waits).at(25)).toBeCloseTo(0.55);
  expect(quantilesOf(waits).at(75)).toBeCloseTo(2.05);
  expect(quantilesOf(waits).mean).toBeCloseTo(1.265);
  expect(between([1, 2, 4], 0.75)).toBe(3);
});

describe("values over time", () => {
  /** Returns a flow with this receive rate (bit/s) over time, and a reduction at each of these times. */
  function flow(bps: (s: number) => number, toS: number, cutsS: readonly number[], more = {}): FlowLog {
    const samples: Sample[] = [];
    let received = 0;
    for (let tick = 0; tick <= toS * 50; tick++) {
      const atS = tick / 50;
      const state = cutsS.some((s) => Math.abs(s - atS) < 1e-6) ? 2 : 0;
      samples.push({ atS, cwnd: 10, ssthresh: 5, state, received });
      received += bps(atS) / 8 / 50;
    }
    return {
      samples,
      turns: [],
      startS: 0,
      responses: [],
      completionS: null,
      usedEcn: false,
      limitedUs: 0,
      ...more,
    };
  }
  /** Returns packets that leave every 10 ms, with these waiting times. */
  function packets(toS: number, waited: (s: number) => number): Recording["packets"] {
    const atS = Float64Array.from({ length: toS * 100 }, (_, i) => i / 100 + 0.005);
    return {
      atS,
      waitedMs: atS.map(waited),
      kind: new Uint8Array(atS.length),
      inL: new Uint8Array(atS.length),
    };
  }
  const dynamics = { anything: { mean: 0, min: 0, max: 0 } };
  const made = (args: string[], one: Recording) =>
    linuxCase({ ...reno, args, dynamics, fctS: [] }, [one]).dynamics ?? {};
  const base = ["--aqm", "droptail", "--warmup", "10s"];

  test("a step of capacity: until the queue is below 20 ms, and until the link is used again", () => {
    const found = made(
      [
        ...base,
        "--capacity",
        "20Mbps",
        "--duration",
        "100s",
        "--set",
        "30s:capacity=5Mbps",
        "--flow",
        "ecn=off",
      ],
      {
        flows: [flow((s) => (s < 30 ? 19e6 : s < 64 ? 4e6 : 19e6), 100, [30.1, 31, 61])],
        packets: packets(100, (s) => (s > 30 && s < 31.5 ? 100 : 1)),
      },
    );
    const never = made(
      [
        ...base,
        "--capacity",
        "20Mbps",
        "--duration",
        "100s",
        "--set",
        "30s:capacity=5Mbps",
        "--flow",
        "ecn=off",
      ],
      { flows: [flow(() => 4e6, 100, [])], packets: packets(100, () => 30) },
    );
    expect(never.below20S).toEqual({ mean: null, min: null, max: null, missing: 1 });
    expect(found.below20S.mean).toBeCloseTo(1.5);
    expect(found.firstBelow20S.mean).toBeCloseTo(1.52);
    expect(found.reductions_30_32.mean).toBe(2);
    expect(found.goodputMbps_32_40.mean).toBeCloseTo(4);
    // The rate is 4 Mbit/s for 4 s, then 19. The second that ends 0.78 s later is the first with a mean above 15.49.
    expect(found.recoverS.mean).toBeCloseTo(4.78);
  });

  test("a late second flow: goodputs, fairness and reductions of three ranges", () => {
    const found = made(
      [
        ...base,
        "--capacity",
        "10Mbps",
        "--duration",
        "60s",
        "--flow",
        "ecn=off",
        "--flow",
        "ecn=off,start=30s",
      ],
      {
        flows: [flow(() => 6e6, 60, [31, 50]), flow((s) => (s < 30 ? 0 : 2e6), 60, [36])],
        packets: packets(60, () => 3.03),
      },
    );
    expect(found.secondGoodputMbps_35_45.mean).toBeCloseTo(2);
    expect(found.jain_35_45.mean).toBeCloseTo(64 / 80);
    expect(found.firstReductions_30_35.mean).toBe(1);
    expect(found.secondReductions_35_45.mean).toBe(1);
    expect(found.queueP90Ms_45_60.mean).toBeCloseTo(3.09);
  });

  test("short flows: completion times, and those that do not end", () => {
    const flows = [
      flow(() => 5e6, 60, [20]),
      ...[0.2, 0.4, null].map((completionS) => flow(() => 0, 1, [], { completionS })),
    ];
    const args = [0, 1, 2].flatMap(() => ["--flow", "ecn=off,size=1000000"]);
    const remade = linuxCase(
      {
        ...reno,
        args: [...base, "--capacity", "10Mbps", "--duration", "60s", "--flow", "ecn=off", ...args],
        dynamics,
        fctS: [],
      },
      [{ flows, packets: packets(60, () => 1) }],
    );
    expect(remade.fctS).toEqual([[0.2, 0.4]]);
    expect(remade.dynamics?.fctP50Ms.mean).toBeCloseTo(300);
    expect(remade.dynamics?.unfinished.mean).toBe(1);
    expect(remade.goodputBps.mean).toBeCloseTo(5e6 + (2 * 8e6) / 50, -2);
  });

  test("pings: the mean over the flows of each one's quantiles, after the warm-up", () => {
    const pings = (ms: readonly number[]) =>
      flow(() => 1e6, 60, [], {
        responses: [{ atS: 1, ms: 999 }, ...ms.map((one) => ({ atS: 30, ms: one }))],
      });
    const args = [...base, "--capacity", "10Mbps", "--duration", "60s", "--flow", "traffic=ping,count=2"];
    const found = made(args, { flows: [pings([10, 20, 30]), pings([40])], packets: packets(60, () => 1) });
    expect(found.pingP50Ms.mean).toBeCloseTo(30);
  });

  test("an on/off flow: windows at each start, goodput after it", () => {
    const onOff = flow((s) => (s >= 5 && (s - 5) % 4 < 2 ? 4e6 : 0), 30, [], {
      startS: 5,
      turns: [9, 13].map((atS) => ({ atS, before: 30, cwnd: 10, ssthresh: 24 })),
    });
    const found = made(
      [
        ...base,
        "--capacity",
        "10Mbps",
        "--duration",
        "25s",
        "--flow",
        "ecn=off",
        "--flow",
        "ecn=off,traffic=on-off",
      ],
      { flows: [flow(() => 4e6, 30, []), onOff], packets: packets(30, () => 1) },
    );
    expect(found.cwndBeforeOn.mean).toBe(30);
    expect(found.cwndAtOn.mean).toBe(10);
    expect(found.onGoodputMbps_1_2.mean).toBeCloseTo(4);
  });
});

test("runs of ns-3 become a case that validate reads", () => {
  const one = cases.find(({ id }) => id === "ns3 G9 10cubicECN v 10newreno codel rtt=20 betaEcn=0.7");
  if (one === undefined) throw new Error("no such case");
  const run: Ns3Run = {
    utilisation: 1,
    jain: 0.9,
    marks: 10,
    drops: 4,
    sojournMs: { p50: 20, p90: 34, p95: 39, p99: 46, mean: 21 },
    flowGoodputBps: Array.from({ length: 20 }, (_, i) => (i < 10 ? 600_000 : 300_000)),
  };
  const remade = ns3Case(one, [run, { ...run, marks: 20, sojournMs: { ...run.sojournMs, p50: 22 } }]);
  expect(coveredCases([remade]).runnable).toHaveLength(1);
  expect(remade.groupGoodputBps).toEqual([6_000_000, 3_000_000]);
  expect(remade.marks).toBe(15);
  expect(remade.sojournMs.p50).toBe(21);
});
