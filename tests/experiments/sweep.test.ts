import { describe, expect, it, test } from "vitest";
import { idOf } from "../../src/engine/custom-programs.ts";
import { getParam, NO_PROGRAMS, type Scenario } from "../../src/engine/index.ts";
import { runScenario } from "../../src/engine/simulator.ts";
import type { RunValues } from "../../src/experiments/experiment.ts";
import { scenarioOf } from "../../src/experiments/grid.ts";
import { SWEPT_METRICS } from "../../src/experiments/metrics.ts";
import { readSweep, type SweepTexts, sweepFromText, sweepToText } from "../../src/experiments/sweep.ts";
import { readSweepRun, SAME, type Sweep, sweepJobs } from "../../src/experiments/sweep-jobs.ts";
import { reduceSweep, sweepLines } from "../../src/experiments/sweep-outcome.ts";
import { packText } from "../../src/lib/packed-text.ts";
import { PROGRAM_READER } from "../../src/teaching/document/file-programs.ts";

function sweepOf(texts: SweepTexts, base = ""): Sweep {
  const { sweep, problems } = readSweep(texts, scenarioOf(base));
  if (sweep === null) throw new Error(problems.map(({ key, message }) => `${key}: ${message}`).join(" "));
  return sweep;
}

const valuesOf = (text: string, base = "") => sweepOf({ x: text }, base).x.values;

test("ranges include their end and have no rounding errors", () => {
  expect(valuesOf("beta-ecn=0.5:0.95:0.05")).toEqual([
    "0.5",
    "0.55",
    "0.6",
    "0.65",
    "0.7",
    "0.75",
    "0.8",
    "0.85",
    "0.9",
    "0.95",
  ]);
  expect(valuesOf("rtt=20ms:0.1s:40ms")).toEqual(["20ms", "60ms", "100ms"]);
  expect(valuesOf("capacity=1:100:x10")).toEqual(["1Mbps", "10Mbps", "100Mbps"]);
  expect(valuesOf("limit=20p:60p:20p")).toEqual(["20p", "40p", "60p"]);
  expect(valuesOf("flows=1:5:2")).toEqual(["1", "3", "5"]);
});

test("limits are multiples of the bandwidth-delay product of each point's own path", () => {
  // The default path of 10 Mbps and 100 ms holds 83 packets of 1500 B.
  const limits = (texts: SweepTexts, base = "") =>
    sweepJobs(sweepOf(texts, base)).map(({ scenario }) => scenario.queue.params.limit);
  expect(limits({ x: "limit=0.5bdp,1bdp,2 BDP" })).toEqual(["42p", "83p", "167p"]);
  expect(limits({ x: "limit=0.5bdp:2bdp:x2" })).toEqual(["42p", "83p", "167p"]);
  expect(limits({ x: "limit=1bdp,2bdp", y: "rtt=20ms,200ms" })).toEqual(["17p", "33p", "167p", "333p"]);
  expect(limits({ x: "limit=1bdp,2bdp", y: "flow2.rtt=200ms,400ms" }, "flow=rtt=20ms&flow=rtt=20ms")).toEqual(
    ["167p", "333p", "333p", "667p"],
  );
  const fixed = sweepOf({ x: "rtt=20ms,200ms", "limit-bdp": "1" });
  expect(sweepJobs(fixed).map(({ scenario }) => scenario.queue.params.limit)).toEqual(["17p", "167p"]);
  expect(fixed.remarks.map(({ text }) => text)).toContain(
    "The queue’s limit is 1 × the bandwidth-delay product of each point: 17 to 167 packets.",
  );
  expect(sweepFromText(sweepToText(fixed)).sweep).toEqual(fixed);
  expect(sweepOf({ x: "limit=1bdp,2bdp" }).x).toMatchObject({ unit: "BDP", numbers: [1, 2] });
});

test("a ratio of two metrics and a share are figures like others", () => {
  const base = "duration=10s&flow=cc=cubic,rtt=20ms&flow=cc=newreno,rtt=80ms";
  const sweep = sweepOf(
    { x: "aqm=codel", metric: "goodput@flow1/goodput@flow2,goodput-share@flow1,goodput@flow1,goodput@flow2" },
    base,
  );
  const [{ scenario }] = sweepJobs(sweep);
  const values = readSweepRun(runScenario(scenario).results(), sweep);
  const [one, other] = [Number(values["goodput@flow1"]), Number(values["goodput@flow2"])];
  expect(values["goodput@flow1/goodput@flow2"]).toBeCloseTo(one / other, 4);
  expect(values["goodput-share@flow1"]).toBeCloseTo((100 * one) / (one + other), 4);
  expect(one).toBeGreaterThan(other);
  const wrong = readSweep({ x: "aqm=codel", metric: "goodput/nope/goodput" }, sweep.base);
  expect(wrong.problems[0]?.message).toContain("a ratio needs two metrics");
});

test("the first flow of each group starts late, too, where a scenario says so", () => {
  const run = (seed: number, text: string) =>
    runScenario(scenarioOf(`duration=5s&seed=${seed}&flow=cc=cubic&flow=cc=newreno&${text}`))
      .results()
      .flows.map(({ goodputBps }) => goodputBps);
  expect(run(1, "")).toEqual(run(2, ""));
  expect(run(1, "start-jitter-first=on")).not.toEqual(run(2, "start-jitter-first=on"));
  expect(run(1, "start-jitter-first=on&start-jitter=0ms")).toEqual(run(1, ""));
});

test("lists contain numbers, words and algorithms", () => {
  const sweep = sweepOf({ x: "rtt=20ms, 1s", y: "aqm=codel,pie,droptail" });
  expect(sweep.x).toMatchObject({
    values: ["20ms", "1000ms"],
    numbers: [20, 1000],
    label: "RTT",
    unit: "ms",
  });
  expect(sweep.y).toMatchObject({ values: ["codel", "pie", "droptail"], numbers: null });
  expect(sweepOf({ x: "recovery=prr,classic" }).x.numbers).toBe(null);
  expect(sweepOf({ x: "capacity=1:1000:x10" }).x.scale).toBe("log");
});

test("jobs are ordered by y, x and seed; each matches its key", () => {
  const jobs = sweepJobs(sweepOf({ x: "beta-ecn=0.5,0.8", y: "aqm=codel,pie", seeds: "2" }, "seed=7"));
  expect(jobs.map(({ key }) => key)).toEqual([
    "beta-ecn=0.5 aqm=codel seed=7",
    "beta-ecn=0.5 aqm=codel seed=8",
    "beta-ecn=0.8 aqm=codel seed=7",
    "beta-ecn=0.8 aqm=codel seed=8",
    "beta-ecn=0.5 aqm=pie seed=7",
    "beta-ecn=0.5 aqm=pie seed=8",
    "beta-ecn=0.8 aqm=pie seed=7",
    "beta-ecn=0.8 aqm=pie seed=8",
  ]);
  const { scenario } = jobs[7];
  expect([scenario.queue.aqm, scenario.run.seed, scenario.flows[0].params["beta-ecn"]]).toEqual([
    "pie",
    8,
    0.8,
  ]);
});

test("a setting may belong to an algorithm that the axis chooses; one without effect is no error", () => {
  const jobs = sweepJobs(sweepOf({ x: "target=5ms,20ms", y: "aqm=pie,droptail" }));
  expect(jobs.map(({ scenario }) => scenario.queue.params.target)).toEqual([5, 20, undefined, undefined]);
});

test("a setting may belong to one flow group or one link", () => {
  const base = "flow=cc=newreno&flow=cc=newreno&path=parking-lot";
  const at = (scenario: Scenario, flow: number, id: string) =>
    getParam(scenario, { scope: "flow", flow }, id);
  const flows = sweepJobs(sweepOf({ x: "flow2.beta-ecn=0.6,0.9", y: "flow2.cc=newreno,cubic" }, base));
  expect(flows.map(({ scenario }) => [at(scenario, 0, "beta-ecn"), at(scenario, 1, "beta-ecn")])).toEqual([
    [0.5, 0.6],
    [0.5, 0.9],
    [0.5, 0.6],
    [0.5, 0.9],
  ]);
  expect(flows[3].scenario.flows.map(({ cc }) => cc)).toEqual(["newreno", "cubic"]);
  const { links } = runScenario(scenarioOf(`${base}&duration=1s`)).results();
  const [job] = sweepJobs(
    sweepOf({ x: `link.${links[1].id}.capacity=3,4`, y: `link.${links[1].id}.aqm=pie` }, base),
  );
  expect(job.scenario.path.links).toMatchObject([
    { id: links[1].id, params: { capacity: 3 }, queue: { aqm: "pie" } },
  ]);
});

test("the text reads back as the same sweep", () => {
  for (const texts of [
    { x: "beta-ecn=0.5:0.95:0.05", y: "rtt=20ms,100ms,400ms", metric: "utilisation,delay-p90", seeds: "10" },
    { x: "cc=newreno,cubic" },
    { x: "flow2.beta-ecn=0.5,0.8", metric: "goodput@flow2" },
    { x: "rtt=20ms,100ms", y: "cc=newreno,cubic", seeds: "5", against: "rtt=0.1s" },
  ]) {
    const sweep = sweepOf(texts, "flow=cc=cubic,rtt=80ms&flow=cc=newreno&aqm=pie");
    const text = sweepToText(sweep);
    expect(text).not.toMatch(/\s/);
    const again = sweepFromText(`#${text}&mode=sweep`, NO_PROGRAMS, ["mode"]);
    expect(again.sweep).toEqual(sweep);
  }
});

test("every error is named, and a wrong scenario too", () => {
  const faults = (texts: SweepTexts, base = "") =>
    readSweep(texts, scenarioOf(base)).problems.map(({ key, message }) => `${key}: ${message}`);
  expect(faults({ x: "beta-ecn=0.5:0.9", metric: "speed", seeds: "many" })).toEqual([
    "x: a range is FROM:TO:STEP, got 0.5:0.9",
    expect.stringMatching(/^metric: .*speed/),
    "seeds: must be a whole number from 1 to 1000, got many",
  ]);
  expect(faults({})).toEqual([expect.stringContaining("x: must be NAME=FROM:TO:STEP")]);
  expect(faults({ x: "rtt=10ms", y: "rtt=20ms" })).toEqual(["x: rtt cannot be both axes"]);
  expect(faults({ x: "rtt=10ms,20ms", against: "rtt=30ms" })).toEqual([
    "against: must be one of the values of rtt (10ms, 20ms), got rtt=30ms",
  ]);
  expect(faults({ x: "rtt=10ms,20ms", against: "cc=cubic" })).toEqual([
    "against: must be NAME=VALUE with a value of an axis, like rtt=10ms; got cc=cubic",
  ]);
  expect(faults({ x: "seed=1:3:1", seeds: "2" })).toEqual(["x: seed cannot be an axis beside seeds"]);
  expect(faults({ x: "rtt=10ms,0.01s" })).toEqual(["x: rtt has the value 10ms twice"]);
  expect(faults({ x: "beta-ecn=0.9:0.5:0.1" })).toEqual([
    "x: a range goes upwards by a step above 0, got 0.9:0.5:0.1",
  ]);
  expect(faults({ x: "rtt=0.001:400:0.001" })).toEqual(["x: 0.001:400:0.001 has more than 10000 values"]);
  expect(faults({ x: "aqm=codel,code" })[0]).toContain("code");
  expect(faults({ x: "flow3.beta-ecn=0.5" })).toEqual(["x: flow3.beta-ecn: there are 1 groups of flows"]);
  expect(faults({ x: "rtt=10ms", metric: "jain@flow1" })).toEqual([
    "metric: jain belongs to the whole run, not to flow1",
  ]);
  expect(faults({ x: "rtt=10ms", metric: "goodput@flow2" })).toEqual([
    "metric: goodput can be @flow1; got @flow2",
  ]);
  expect(sweepFromText("aqm=none&x=rtt=10ms").problems).toMatchObject([{ key: "scenario" }]);
});

test("every metric can be read from a run", () => {
  const run = runScenario(scenarioOf("flows=2&duration=3s&capacity=3Mbps")).results();
  const sweep = sweepOf({ x: "rtt=10ms", metric: SWEPT_METRICS.map(({ id }) => id).join(",") });
  const reading = readSweepRun(run, sweep);
  expect(Object.keys(reading)).toEqual([...SWEPT_METRICS.map(({ id }) => id), SAME]);
  expect(reading).toMatchObject({
    utilisation: Number((100 * run.links[0].utilisation).toPrecision(7)),
    jain: Number(run.fairness.sharing.jain.toPrecision(7)),
    fct: null,
  });
});

test("metrics of one group and of one link; null if a run has none", () => {
  const base = "flow=cc=newreno,count=2&flow=cc=cubic&duration=3s";
  const sweep = sweepOf({ x: "rtt=10ms", metric: "goodput,goodput@flow1,goodput@flow2" }, base);
  const run = runScenario(scenarioOf(base)).results();
  const reading = readSweepRun(run, sweep);
  expect(Number(reading["goodput@flow1"]) + Number(reading["goodput@flow2"])).toBeCloseTo(
    Number(reading.goodput),
    4,
  );
  const fewer = runScenario(scenarioOf("duration=1s")).results();
  expect(readSweepRun(fewer, sweep)["goodput@flow2"]).toBe(null);
});

const readingsOf = (sweep: Sweep, read: (key: string) => RunValues) =>
  new Map(sweepJobs(sweep).map(({ key }) => [key, read(key)]));

test("one axis: a line with its interval and range, and the existing points", () => {
  const sweep = sweepOf({ x: "beta-ecn=0.5,0.7,0.8", seeds: "2" });
  const second = (key: string) => (key.startsWith("beta-ecn=0.5") ? 81.2 : 90);
  const readings = readingsOf(sweep, (key) => ({ utilisation: key.endsWith("2") ? second(key) : 80 }));
  readings.delete("beta-ecn=0.8 seed=1");
  const { figures, tables, heatMaps } = reduceSweep(sweep, readings);
  expect(heatMaps).toEqual([]);
  expect(figures[0].series[0]).toMatchObject({
    x: [0.5, 0.7, 0.8],
    y: [80.6, 85, 90],
    // The intervals are 12.7062 × 0.8485 / √2 and 12.7062 × 7.0711 / √2 on either side, but at most 100 %. A single
    // run has no interval.
    low: [expect.closeTo(80.6 - 7.6237, 3), expect.closeTo(85 - 63.531, 3), null],
    high: [expect.closeTo(80.6 + 7.6237, 3), 100, null],
    min: [80, 80, null],
    max: [81.2, 90, null],
    covers: ["mean of 2 seeds", "mean of 2 seeds", "mean of 1 of 2 seeds"],
    jobs: ["beta-ecn=0.5 seed=1", "beta-ecn=0.7 seed=1", "beta-ecn=0.8 seed=2"],
  });
  expect(tables[0].rows).toEqual([
    ["0.5", 80.6, 0.8485281, 72.97628, 88.22372, 80, 81.2, 2],
    ["0.7", 85, 7.071068, 21.46898, 100, 80, 90, 2],
    ["0.8", 90, null, null, null, 90, 90, 1],
  ]);
});

test("numbers against names: a line per name; numbers against numbers: a heat map; names only: points and the table", () => {
  const of = (texts: SweepTexts) => {
    const sweep = sweepOf(texts);
    return reduceSweep(
      sweep,
      readingsOf(sweep, (key) => ({ utilisation: key.length })),
    );
  };
  for (const texts of [
    { x: "rtt=10ms,20ms", y: "aqm=codel,pie" },
    { y: "rtt=10ms,20ms", x: "aqm=codel,pie" },
  ]) {
    const { figures } = of(texts);
    expect(figures[0].x.label).toBe("RTT");
    expect(figures[0].series.map(({ label }) => label)).toEqual(["aqm: codel", "aqm: pie"]);
    expect(figures[0].series[0].y).toHaveLength(2);
  }
  const map = of({ x: "rtt=10ms,20ms,30ms", y: "beta-ecn=0.5,0.6" });
  expect(map.figures).toEqual([]);
  expect(map.heatMaps[0].values.map((row) => row.length)).toEqual([3, 3]);
  expect(map.heatMaps[0].jobs[1][2]).toBe("rtt=30ms beta-ecn=0.6 seed=1");
  expect(map.heatMaps[0].covers?.[0][0]).toBe("one seed, spread not known");
  const names = of({ x: "cc=newreno,cubic" });
  expect([names.figures.length, names.heatMaps.length, names.tables[0].rows.length]).toEqual([1, 0, 2]);
  expect(names.figures[0]).toMatchObject({ kind: "points", x: { names: ["newreno", "cubic"] } });
  // Two results with the same name are drawn side by side.
  const both = of({ x: "cc=newreno,cubic", y: "aqm=codel,pie" }).figures[0].series;
  expect(both.map(({ x }) => x[0])).toEqual([-0.07, 0.07]);
});

test("the headline states the metric, its place, the axes, and the number of runs", () => {
  const titleOf = (texts: SweepTexts, base = "") => {
    const { figures, heatMaps } = reduceSweep(sweepOf(texts, base), new Map());
    return [...figures, ...heatMaps][0].title;
  };
  const mixed = "flow=cc=newreno,rtt=20ms&flow=cc=cubic,rtt=80ms";
  expect(titleOf({ x: "rtt=10ms" })).toBe("Utilisation over RTT");
  expect(titleOf({ x: "rtt=10ms", metric: "goodput", seeds: "3" }, mixed)).toBe(
    "Goodput of all flows over RTT of all flows, mean and 95 % interval of 3 seeds",
  );
  expect(
    titleOf({ x: "each-flow.rtt=1,2", y: "target=5ms", metric: "goodput@flow2", seeds: "2" }, mixed),
  ).toBe("Goodput of flow 2 over RTT of each flow (× its own) and Target, mean and 95 % interval of 2 seeds");
  expect(titleOf({ x: "rtt=10ms", metric: "delay-p90" }, "path=parking-lot")).toBe(
    "Queue delay, 90th percentile of link hop1 over RTT of all flows",
  );
});

test("a mean states how many runs had a value, and files state what was varied and replaced", () => {
  const sweep = sweepOf({ x: "rtt=10ms", metric: "fct", seeds: "3" }, "flow=rtt=20ms&flow=rtt=80ms");
  const readings = readingsOf(sweep, (key) => ({ fct: key.endsWith("2") ? 4 : null }));
  expect(reduceSweep(sweep, readings).figures[0].series[0].covers).toEqual([
    "mean of 1 of 3 seeds; 2 runs have none",
  ]);
  expect(sweepLines(sweep, readings)).toEqual([
    "Varied: RTT of all flows",
    "RTT of all flows: each value replaces 20 ms (flow 1), 80 ms (flow 2).",
  ]);
  expect(reduceSweep(sweep, readings).tables[0].title).toBe("All points: RTT of all flows");
});

function remarksOf(texts: SweepTexts, base = ""): string[] {
  const { sweep, problems } = readSweep(texts, scenarioOf(base));
  if (sweep === null) throw new Error(problems.map(({ message }) => message).join(" "));
  return sweep.remarks.map(({ about, text }) => `${about}: ${text}`);
}

const MIXED = "flow=cc=newreno,rtt=20ms&flow=cc=cubic,rtt=80ms&flow=cc=bbr1,rtt=80ms";
const LOT = "path=parking-lot&link=id=hop2,capacity=5Mbps,aqm=pie";

describe("implicit effects of a sweep are stated", () => {
  it("not if no setting is replaced", () => {
    expect(remarksOf({ x: "rtt=10ms,20ms", y: "beta-ecn=0.5,0.8" })).toEqual([]);
    expect(remarksOf({ x: "rtt=10ms" }, "flow=cc=newreno&flow=cc=cubic")).toEqual([]);
    expect(remarksOf({ x: "flow1.rtt=10ms" }, MIXED)).toEqual([]);
    expect(remarksOf({ x: "capacity=5Mbps" }, "path=parking-lot")).toEqual([]);
  });

  it("for values of flows that one value replaces, or a factor multiplies", () => {
    expect(remarksOf({ x: "rtt=10ms" }, MIXED)).toEqual([
      "x: RTT of all flows: each value replaces 20 ms (flow 1), 80 ms (flow 2, flow 3).",
    ]);
    expect(remarksOf({ x: "seed=1:2:1", y: "each-flow.rtt=0.5,2" }, MIXED)).toEqual([
      "y: RTT of each flow is multiplied: 20 ms (flow 1), 80 ms (flow 2, flow 3).",
    ]);
    expect(remarksOf({ x: "cc=cubic" }, MIXED)).toEqual([
      "x: cc of all flows: each value replaces NewReno (flow 1), CUBIC (flow 2), BBRv1 (flow 3).",
    ]);
  });

  it("for flows without such a setting, unless another sender is swept", () => {
    const stays = "x: Flow 3 has no “beta-ecn” and stays as it is.";
    expect(remarksOf({ x: "beta-ecn=0.6,0.8" }, MIXED)).toContain(stays);
    expect(remarksOf({ x: "beta-ecn=0.6,0.8", y: "cc=newreno,cubic" }, MIXED)).not.toContain(stays);
  });

  it("for links that keep their own value, and those that do not", () => {
    expect(remarksOf({ x: "capacity=20Mbps" }, LOT)).toEqual([
      "x: Capacity of link hop1 and link hop3: link hop2 keeps its own, 5 Mbps.",
    ]);
    expect(remarksOf({ x: "aqm=codel,red" }, LOT)).toEqual([
      "x: aqm of link hop1 and link hop3: link hop2 keeps its own, PIE.",
    ]);
    expect(remarksOf({ x: "all-links.capacity=20Mbps" }, LOT)).toEqual([
      "x: Capacity of all links: each value replaces 10 Mbps (link hop1, link hop3), 5 Mbps (link hop2).",
    ]);
    expect(remarksOf({ x: "each-link.capacity=2" }, LOT)).toEqual([
      "x: Capacity of each link is multiplied: 10 Mbps (link hop1, link hop3), 5 Mbps (link hop2).",
    ]);
  });

  it("as a number if there are many", () => {
    const many = Array.from({ length: 6 }, (_, i) => `flow=cc=newreno,rtt=${i < 5 ? 20 : 40}ms`).join("&");
    expect(remarksOf({ x: "rtt=10ms" }, many)).toEqual([
      "x: RTT of all flows: each value replaces 20 ms (5 flows), 40 ms (flow 6).",
    ]);
  });

  it("for a change during the run that ends the swept value", () => {
    const base = "set=20s:beta-ecn=0.9";
    expect(remarksOf({ x: "beta-ecn=0.5,0.7" }, base)).toEqual([
      "x: β_ecn: a change during the run sets beta-ecn to 0.9 at 20 s. What is swept holds until then.",
    ]);
    expect(remarksOf({ x: "rtt=10ms" }, base)).toEqual([]);
    const ofFlow2 = "flow=cc=newreno&flow=cc=newreno&set=20s:flow2.beta-ecn=0.9";
    expect(remarksOf({ x: "flow1.beta-ecn=0.5,0.7" }, ofFlow2)).toEqual([]);
    expect(remarksOf({ x: "flow2.beta-ecn=0.5,0.7" }, ofFlow2)[0]).toContain(
      "sets beta-ecn of flow 2 to 0.9",
    );
  });

  it("for values without effect at some points, and values that change with others", () => {
    expect(remarksOf({ x: "target=5ms,20ms", y: "aqm=pie,droptail" })).toEqual([
      'points: "target" is not a setting of droptail: its values make no difference there.',
    ]);
    expect(remarksOf({ x: "duration=5s,100s" })).toEqual([
      "points: The warm-up goes with the duration: 0.5 to 10 s.",
    ]);
    expect(remarksOf({ x: "duration=5s", y: "warmup=1s,2s" })).toEqual([]);
    expect(remarksOf({ x: "hops=2,4" }, "path=parking-lot")).toEqual([
      expect.stringMatching(/^points: The path’s own flows go with it: \d+ to \d+ flows in all\.$/),
    ]);
    expect(remarksOf({ x: "flows=1,4" })).toEqual([]);
  });
});

test("a program that only the axis names becomes the sender of the flow that the axis names", () => {
  const code = "// @sender Fixed\nfunction onAck(tcp) { tcp.cwnd = 3 }";
  const text = `v=2&program=${packText(code)}&flow=cc=cubic&flow=cc=newreno&x=flow2.cc=cubic,${idOf(code)}&metric=goodput`;
  const { sweep } = sweepFromText(text, PROGRAM_READER);
  const [, { scenario }] = sweep === null ? [] : sweepJobs(sweep);
  expect(scenario).toMatchObject({
    flows: [{ cc: "cubic" }, { cc: idOf(code) }],
    programs: [{ code, card: { label: "Fixed" } }],
  });
});
