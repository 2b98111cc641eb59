/** Tests how comparisons are judged and summarised, with made-up values. */
import { describe, expect, test } from "vitest";
import type { CaseComparison } from "../../src/cli/validation/compare.ts";
import { compareCases, queueFigures, shareOf, signalsOf } from "../../src/cli/validation/compare.ts";
import { compareDynamics, dynamicsSums } from "../../src/cli/validation/dynamics.ts";
import { spreadOf } from "../../src/cli/validation/few-numbers.ts";
import { coveredCases, gridOf, isPhase, loadReferences } from "../../src/cli/validation/reference-cases.ts";
import { reportOf } from "../../src/cli/validation/report.ts";
import { disagreement } from "../../src/cli/validation/tolerance.ts";
import {
  gridSummaries,
  isJudged,
  meansOverRtts,
  senderSummaries,
  verdictOn,
} from "../../src/cli/validation/verdict.ts";
import type { WorkerLink } from "../../src/workers/supervised-worker.ts";

const { runnable } = coveredCases(loadReferences());

/** Returns a comparison in which the run has this much more goodput, and otherwise agrees. */
function madeUp(id: string, goodputError: number, scatter = 0): CaseComparison {
  const one = runnable.find(({ reference }) => reference.id === id);
  if (one === undefined) throw new Error(`no case ${id}`);
  const { goodputBps, sojournMs, marks, drops, reductions, groupGoodputBps } = one.reference;
  const ours = {
    goodputBps: goodputBps.mean * (1 + goodputError),
    p50Ms: sojournMs.p50,
    p90Ms: sojournMs.p90,
    marks: marks ?? 0,
    drops: drops ?? 0,
    reductions: reductions ?? 0,
    groupGoodputBps: groupGoodputBps ?? [goodputBps.mean],
    queueP90Ms: new Map<string, number>(),
  };
  return {
    ...one,
    ours,
    scatter: { runs: 8, goodput: scatter, p50Ms: 0, p90Ms: 0, marks: 0, drops: 0, reductions: 0 },
    allowed: { goodput: 0.08, p50Ms: 1.5, p90Ms: 1.5 },
    goodputError,
    p50ErrorMs: 0,
    p90ErrorMs: 0,
    share: shareOf(one.reference, ours),
    queueFigures: [],
    signals: [],
    dynamics: [],
    failures: [],
    passesBare: true,
    convergence: null,
  };
}

const longs = (sender: string, errors: Readonly<Record<number, number>>, beta: string, scatter = 0) =>
  Object.entries(errors).map(([rtt, error]) =>
    madeUp(`linux-long ${sender}-10-${rtt}-b${beta}`, error, scatter),
  );

test("BBR of Linux, measured without GSO, sends single packets; other flows follow their flags", () => {
  const quantumOf = (id: string) =>
    runnable
      .find(({ reference }) => reference.id === id)
      ?.scenario.flows.map(({ params }) => params["bbr-quantum"]);
  expect(quantumOf("linux-breadth B1-bbr-codel-10-200-ecn1-n1")).toEqual(["single"]);
  expect(quantumOf("linux-breadth B4-cubic-bbr-fq_codel-20-40-ecn0-n1")).toEqual([undefined, "single"]);
});

test("the kernel's dumbbell has HTB's bucket, ns-3's has none", () => {
  const buckets = (isLinux: boolean) =>
    runnable
      .filter(({ reference }) => reference.source.startsWith("Linux") === isLinux)
      .filter(({ scenario }) => scenario.path.topology === "dumbbell")
      .map(({ scenario }) => scenario.path.params.bucket);
  expect([true, false].map((isLinux) => new Set(buckets(isLinux)))).toEqual([new Set([1600]), new Set([0])]);
});

test("a grid's name is the prefix of its cases' names", () => {
  const grids = new Set(runnable.map(({ reference }) => gridOf(reference)));
  const linux = [
    "L1",
    "L1c",
    "L1p",
    "L1s",
    "L2",
    "L3",
    "L4",
    "L5",
    "L6",
    "B1",
    "B2",
    "B3",
    "B4",
    "B5",
    "D1",
    "D2",
    "D3",
    "D4",
    "R1",
    "R2",
    "R3",
    "R4",
    "V3",
    ...["R5", "R6", "R7", "R8", "R9", "R10", "R11", "R12"],
    "long",
  ];
  expect([...grids].sort()).toEqual(
    [
      ...linux,
      ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((n) => `l4s-L${n}`),
      "G1",
      "G1L",
      "G2",
      "G3",
      "G4",
      "G5",
      "G6",
      "G7",
      "G8",
      "G9",
    ].sort(),
  );
});

test("many flows with ECN and no losses in the kernel start without a handshake, in which a SYN might be lost", () => {
  const handshakeOf = (id: string) =>
    runnable.find(({ reference }) => reference.id === `linux-breadth ${id}`)?.scenario.tcp.handshake;
  const usual = handshakeOf("B3-cubic-codel-10-40-ecn1-n1");
  expect(handshakeOf("B3-cubic-red-10-40-ecn1-n10-red5-15")).toBe(false);
  expect(handshakeOf("B3-cubic-red-10-40-ecn0-n10-red20-60")).toBe(usual);
  const ofRange = (id: string) =>
    runnable.find(({ reference }) => reference.id === `linux-range ${id}`)?.scenario.tcp.handshake;
  // Six flows in six groups; and clients whose every transfer opens a connection.
  expect(ofRange("R9-ecn_ab-reno-red-10-six")).toBe(false);
  expect(ofRange("R10-cubic-web-codel-10-100.50-ecn1")).toBe(usual);
});

test("times of pings and transfers with random arrivals are judged singly if the kernel's runs agree, else by their sum", () => {
  const one = runnable.find(({ reference }) => reference.id.includes("R10-reno-ping-short"));
  if (one === undefined) throw new Error("no case with pings");
  const judged = (spread: number) =>
    compareDynamics(
      "R10",
      { ...one.reference, dynamics: { pingP50Ms: { mean: 100, min: 100 - spread, max: 100 + spread } } },
      [{ pingP50Ms: 200 }],
    )[0];
  expect(judged(1)).toMatchObject({ passes: false, chaos: null });
  expect(judged(10)).toMatchObject({ passes: true, chaos: expect.stringContaining("random arrivals") });
});

describe("DualPI2's two queues", () => {
  const scenarioOf = (id: string) =>
    runnable.find(({ reference }) => reference.id === `linux-l4s ${id}`)?.scenario;

  test("accept what the kernel's were configured to accept: any ECT, or the flows of a filter", () => {
    const taken = (id: string) => [
      scenarioOf(id)?.queue.params["dual-l-ect"],
      scenarioOf(id)?.flows[0].params["dctcp-ect1"],
    ];
    expect(taken("L1-dctcp-cubic-dualpi2-40-20-ecn10-n1v1")).toEqual(["any", false]);
    expect(taken("L4-dctcp-cubic-dualpi2-40-5-ecn11-n1v1-filter")).toEqual(["ect1", true]);
    expect(taken("L5-dctcp-dualpi2-40-5-ecn1-n1-default")).toEqual(["ect1", false]);
  });

  test("AccECN's option belongs to each flow, even if the case includes it in the segment size", () => {
    const alone = scenarioOf("L6-dctcp-dualpi2-40-5-ecn3-n1-accecn");
    const beside = scenarioOf("L6-dctcp-cubic-dualpi2-40-5-ecn30-n1v1-accecn");
    for (const scenario of [alone, beside]) {
      expect([scenario?.tcp.mss, scenario?.tcp.overhead]).toEqual([1448, 66]);
      expect(scenario?.flows[0].params.accecn).toBe(true);
    }
    expect(beside?.flows[1].params.accecn).toBe(false);
  });

  test("ns-3's DCTCP has a real number for α, the kernel's has not", () => {
    const alphas = (isLinux: boolean) =>
      runnable
        .filter(({ reference }) => reference.source.startsWith("Linux") === isLinux)
        .flatMap(({ scenario }) => scenario.flows.filter(({ cc }) => cc === "dctcp"))
        .map(({ params }) => params["dctcp-alpha"]);
    expect([true, false].map((isLinux) => new Set(alphas(isLinux)))).toEqual([
      new Set(["linux"]),
      new Set(["real"]),
    ]);
  });

  test("are judged separately, with marks, goodput and share: a large deviation fails in each", () => {
    const reference = runnable.find(({ reference: { id } }) =>
      id.includes("L1-dctcp-cubic-dualpi2-40-20"),
    )?.reference;
    if (reference === undefined) throw new Error("no case");
    const { goodputBps, sojournMs, marks = 0, perQueue = {} } = reference;
    const run = (off: number) => ({
      goodputBps: goodputBps.mean * (1 + off / 10),
      p50Ms: sojournMs.p50,
      p90Ms: sojournMs.p90,
      marks: marks * (1 + off),
      drops: 0,
      reductions: 0,
      groupGoodputBps: [goodputBps.mean * (0.5605 + off / 2), 0],
      queueP90Ms: new Map(
        Object.entries(perQueue).map(([name, { sojournMs: own }]) => [name, own.p90 + 8 * off]),
      ),
    });
    const failing = (off: number) =>
      queueFigures(reference, [run(off), run(off)])
        .filter(({ error, allowed }) => Math.abs(error) > allowed)
        .map(({ name }) => name);
    expect(failing(0)).toEqual([]);
    expect(failing(0.15)).toEqual(["goodput", "p90 L", "p90 C", "marks", "share"]);
  });

  test("the report counts who meets each goal without chance, and names who does not", () => {
    const figure = (error: number, bare: number, allowed: number) => ({
      name: "marks",
      error,
      bare,
      allowed,
    });
    const one = (id: string, error: number) => ({
      ...madeUp(`linux-l4s ${id}`, 0),
      queueFigures: [figure(error, 0.1, 0.2), { ...figure(-2 * error, 1, 2), name: "p90 C" }],
    });
    const report = reportOf(
      verdictOn([
        one("L2-dctcp-dualpi2-40-20-ecn1-n1", 0.05),
        one("L2-dctcp-dualpi2-40-60-ecn1-n1", -0.15),
        one("L1-dctcp-cubic-dualpi2-40-20-ecn10-n1v1", 0.6),
      ]),
      new Map(),
    );
    expect(report).toMatch(/^marks +10 % +3 +1 +2 +60 %$/m);
    expect(report).toMatch(/^p90 C +1\.00 ms +3 +2 +3 +1\.20 ms$/m);
    expect(report).toMatch(/L2-dctcp-dualpi2-40-60-ecn1-n1 marks +-15 % +20 % +pass$/m);
    expect(report).toMatch(/L1-dctcp-cubic-dualpi2-40-20-ecn10-n1v1 marks +\+60 % +20 % +FAIL$/m);
    expect(report).toMatch(/L1-dctcp-cubic-dualpi2-40-20-ecn10-n1v1 p90 C +-1\.20 ms +2\.00 ms +pass$/m);
  });
});

test("marks, drops and reductions of Linux 7.3's stack are judged; for DualPI2 its drops beside its own goals", () => {
  const judged = (id: string) => {
    const { reference, ours, scatter } = madeUp(`linux-l4s ${id}`, 0);
    const signals = signalsOf(reference, { ...ours, drops: 2 * ours.drops + 9 }, scatter);
    return signals.map(({ name, passes }) => `${name} ${passes}`);
  };
  expect(judged("L7-cubic-codel-10-100-ecn1-n1")).toEqual(["marks true", "drops false", "reductions true"]);
  expect(judged("L8-prague-cubic-dualpi2-40-20-ecn30-n1v1")).toEqual(["drops false"]);
});

describe("means over round trips", () => {
  const rtts = { 220: 0.2, 260: -0.2, 340: 0.1, 380: -0.04 };

  test("decide if single cases depend on the phase", () => {
    const cases = longs("cubic-codel", rtts, "700");
    expect(cases.every(({ reference }) => isPhase(reference))).toBe(true);
    const [mean] = meansOverRtts(cases);
    expect(mean).toMatchObject({
      sender: "cubic",
      queue: "codel",
      betaEcn: 0.7,
      rttsMs: [220, 260, 340, 380],
    });
    expect(mean).toMatchObject({ judged: true, passes: true, allowed: 0.05 });
    expect(Math.abs(mean.error)).toBeLessThan(0.03);
    expect(verdictOn(cases)).toMatchObject({ passed: true, settled: [], directions: [] });
    const off = longs("cubic-codel", { ...rtts, 220: 0, 340: -0.1 }, "700");
    expect(meansOverRtts(off)[0].passes).toBe(false);
    const verdict = verdictOn(off);
    expect(verdict.passed).toBe(false);
    expect(reportOf(verdict, new Map())).toMatch(/^cubic, codel, β_ecn 0\.7 +220 260 340 380 .* FAIL$/m);
  });

  test("of two depend on the phase themselves", () => {
    const [mean] = meansOverRtts(longs("cubic-codel", { 300: 0.3, 420: 0.3 }, "850"));
    expect(mean).toMatchObject({ judged: false, passes: true });
  });

  test("of a random queue have two standard errors more", () => {
    const cases = longs("newreno-pie", { 390: 0, 400: 0, 420: 0 }, "500", 0.06);
    // Three runs of the reference and 24 here, each 6 % apart: 2·0.06·√(3·(1/8 + 1))/3.
    expect(meansOverRtts(cases)[0].allowed).toBeCloseTo(0.05 + 0.07348, 4);
  });
});

describe("values over time of two flows in one queue", () => {
  const figure = (mean: number) => ({ mean, min: mean - 1, max: mean + 1 });
  const cell = (id: string, ours: number) => {
    const one = runnable.find(({ reference }) => reference.id === `linux-dynamics ${id}`);
    if (one === undefined) throw new Error(`no case ${id}`);
    const reference = { ...one.reference, dynamics: { secondGoodputMbps_30_35: figure(10) } };
    const repeats = [ours - 1, ours, ours + 1].map((value) => ({ secondGoodputMbps_30_35: value }));
    return compareDynamics("D3", reference, repeats);
  };
  const fifo = "D3-cubic-pfifo-10-40-ecn0";

  test("are judged by their sum, and singly only if the flows have their own queues", () => {
    const [off] = cell(fifo, 14);
    expect(off).toMatchObject({ passes: true, chaos: expect.stringContaining("FIFO") });
    const sums = (...ours: number[]) =>
      dynamicsSums(
        ours.flatMap((value) => cell(fifo, value)),
        gridOf,
      );
    expect(sums(14, 6)).toMatchObject([{ grid: "D3", cases: 2, error: 0, passes: true }]);
    expect(sums(14, 14)).toMatchObject([{ passes: false }]);
    const [apart] = compareDynamics(
      "D3",
      {
        ...runnable[0].reference,
        id: "linux-dynamics D3-cubic-fq_codel-10-40-ecn1",
        dynamics: { secondGoodputMbps_30_35: { mean: 10, min: 9.9, max: 10.1 } },
      },
      [{ secondGoodputMbps_30_35: 10.5 }],
    );
    expect(apart).toMatchObject({ passes: false, chaos: null });
  });
});

describe("shares of two flows", () => {
  const pair = "linux-breadth B4-cubic-reno-pfifo-20-40-ecn0-n1";

  test("are judged if the kernel's own runs agree", () => {
    expect(madeUp(`${pair}-bdp0.5`, 0).share).toMatchObject({ judged: true, theirs: 0.5435469475833157 });
    // 48 to 66 %
    expect(madeUp(`${pair}-bdp1`, 0).share).toMatchObject({ judged: false });
    expect(madeUp("linux-breadth B5-cubic-cake-10-40-ecn1-n1", 0).share).toBeNull();
  });

  test("fail when they deviate in the median", () => {
    const right = madeUp(`${pair}-bdp0.5`, 0);
    const off = { ...right, share: { ours: 0.6, theirs: 0.54, error: 0.06, judged: true } };
    expect(verdictOn([right])).toMatchObject({ passed: true });
    expect(verdictOn([off])).toMatchObject({ passed: false, shareMedianError: 0.06 });
  });
});

describe("summaries", () => {
  test("state median, nine of ten and worst of the judged values, whatever their sign", () => {
    expect(spreadOf([0.3, -0.1, 0.2])).toEqual({ median: 0.2, p90: 0.3, worst: 0.3 });
    const ten = Array.from({ length: 10 }, (_, i) => i + 1);
    expect(spreadOf(ten)).toEqual({ median: 5.5, p90: 9, worst: 10 });
    expect(spreadOf([])).toBeNull();
    expect(spreadOf([Number.NaN, 1])?.worst).toBe(Number.POSITIVE_INFINITY);
  });

  test("are by grid, and by sender and queue", () => {
    const cases = [
      madeUp("linux-breadth B1-scalable-codel-10-100-ecn1-n1", -0.02),
      madeUp("linux-breadth B1-reno-pfifo-10-200-ecn0-n1-bdp1", 0.5),
      ...longs("newreno-codel", { 380: 0.01 }, "800"),
    ];
    expect(gridSummaries(cases)).toMatchObject([
      { grid: "B1", cases: 2, judged: 1, passed: 1, goodput: { worst: 0.02 }, goodputOfAll: { worst: 0.5 } },
      { grid: "long", cases: 1, judged: 0, goodput: null, goodputOfAll: { worst: 0.01 } },
    ]);
    expect(senderSummaries(cases).map(({ sender, queue }) => `${sender} ${queue}`)).toEqual([
      "newreno codel",
      "newreno droptail",
      "scalable codel",
    ]);
  });
});

test("a case in which ns-3 works differently is shown and does not decide; none of the kernel's is omitted", () => {
  const differs = { ...madeUp("ns3 G1L newreno codel rtt=400 betaEcn=0.8", 0.01), failures: ["p90"] };
  expect(isJudged(differs)).toBe(false);
  const report = reportOf(verdictOn([differs]), new Map());
  expect(report).toMatch(/rtt=400 betaEcn=0.8 .* ns-3 differs$/m);
  expect(report).toContain("1 shown, not judged: ns-3's CoDel starts each interval at the current time");
  expect(
    runnable.filter(({ reference }) => !reference.source.startsWith("ns-3") && disagreement(reference)),
  ).toEqual([]);
});

test("a run that fails ends the comparison with its message", async () => {
  const job = async () => ({ ok: false, message: "the link is gone" });
  const start = () => ({ api: { job }, terminate() {} }) as unknown as WorkerLink;
  const options = { start, workers: 1, progress() {} };
  await expect(compareCases(runnable.slice(0, 1), options)).rejects.toThrow("the link is gone");
});
