import { expect, test } from "vitest";
import { runScenario } from "../../src/engine/simulator.ts";
import { scenarioOf } from "../../src/experiments/grid.ts";
import { METRICS, numberText, SWEPT_METRICS, totalGoodputBps } from "../../src/experiments/metrics.ts";

test("every figure has words, and one name of its own", () => {
  const all = Object.values(METRICS);
  expect(all.filter(({ label, short }) => label === "" || short.length > label.length)).toEqual([]);
  expect(new Set(all.map(({ label }) => label)).size).toBe(all.length);
  expect(Object.entries(METRICS).filter(([id, metric]) => metric.id !== id)).toEqual([]);
});

test("a sweep is offered what can be measured of results alone", () => {
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
