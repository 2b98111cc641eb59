import { expect, test } from "vitest";
import type { Sharing } from "../../src/engine/index.ts";
import { runScenario } from "../../src/engine/simulator.ts";
import { scenarioOf } from "../../src/experiments/grid.ts";
import {
  convergenceText,
  countedFlows,
  METRICS,
  numberText,
  SWEPT_METRICS,
  slowestJoin,
  totalGoodputBps,
} from "../../src/experiments/metrics.ts";

test("every metric has a description and a unique name", () => {
  const all = Object.values(METRICS);
  expect(all.filter(({ label, short }) => label === "" || short.length > label.length)).toEqual([]);
  expect(new Set(all.map(({ label }) => label)).size).toBe(all.length);
  expect(Object.entries(METRICS).filter(([id, metric]) => metric.id !== id)).toEqual([]);
});

test("a sweep offers what can be measured from results alone", () => {
  const run = runScenario(scenarioOf("flows=2&duration=3s&capacity=3Mbps")).results();
  const measured = { run, link: run.links[0], flows: run.flows };
  const shown = Object.values(METRICS).filter((metric) => !SWEPT_METRICS.includes(metric));
  expect(shown.map(({ id }) => id)).toEqual([
    "queue-drops",
    "random-losses",
    "total-goodput",
    "longest-convergence",
  ]);
  expect(METRICS["total-goodput"].of(measured)).toBe(0);
  expect(METRICS["total-goodput"].of({ ...measured, seconds: 3 })).toBeCloseTo(totalGoodputBps(run, 3) / 1e6);
});

test("numbers have the digits that are declared", () => {
  expect(numberText(METRICS["delay-p50"], 12.345)).toBe("12.3");
  expect(numberText(METRICS["delay-p50"], 0.032_16)).toBe("0.0322");
  expect(numberText(METRICS.utilisation, 94.27)).toBe("94.3");
  expect(numberText(METRICS.marks, 1234)).toBe("1234");
});

const sharing = (given: Partial<Sharing>): Sharing => ({
  flows: [0, 1],
  thin: [],
  jain: 1,
  joins: [],
  ...given,
});

test("Jain's index states its flows", () => {
  expect(countedFlows(sharing({}))).toBe("of 2 flows");
  expect(countedFlows(sharing({ thin: [2] }))).toBe("of 2 flows; 1 thin flow left out");
  expect(countedFlows(sharing({ flows: [0], thin: [1, 2] }))).toBe("of 1 flow; 2 thin flows left out");
  expect(countedFlows(sharing({ chosen: true }))).toBe("of 2 chosen flows");
});

test("convergence is the time from which it stayed; a first time alone does not count", () => {
  expect(convergenceText({ firstS: 12.34, settledS: 12.34 })).toBe("12.3 s after the join, and stayed");
  expect(convergenceText({ firstS: 0.1, settledS: 45.2 })).toBe("45.2 s after the join; first after 0.10 s");
  expect(convergenceText({ firstS: 0.1, settledS: null })).toBe("not kept, first 0.10 s after the join");
  expect(convergenceText({ firstS: null, settledS: null })).toBe("not reached");
});

test("the slowest join is one that never converged, otherwise one that did not stay converged, otherwise the longest", () => {
  const join = (flow: number, firstS: number | null, settledS: number | null) => ({
    startS: flow,
    flows: [flow],
    firstS,
    settledS,
  });
  const [quick, slow, lost, never] = [join(1, 1, 1), join(2, 1, 9), join(3, 1, null), join(4, null, null)];
  const slowest = (...joins: (typeof quick)[]) => slowestJoin(sharing({ joins }))?.flows[0];
  expect(slowest(quick, slow)).toBe(2);
  expect(slowest(lost, slow)).toBe(3);
  expect(slowest(lost, never, slow)).toBe(4);
  expect(slowestJoin(sharing({}))).toBeNull();
});

test("a link's use never exceeds 100 %, though a packet at the end of the time counts in part", () => {
  const run = runScenario(scenarioOf("duration=3s&capacity=3Mbps")).results();
  const link = { ...run.links[0], utilisation: 1.004 };
  expect(METRICS.utilisation.of({ run, link, flows: run.flows })).toBe(100);
});
