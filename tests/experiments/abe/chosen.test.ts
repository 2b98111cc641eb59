import { describe, expect, test } from "vitest";
import { causeOf, oneFlowUrl, rttText, runsOf } from "../../../src/experiments/abe/chosen.ts";
import { scenarioOf, seeds } from "../../../src/experiments/grid.ts";

describe("round trips of the runs", () => {
  const rtts = seeds(10).map((seed) => Number.parseFloat(rttText(400, seed)));

  test("ten lie evenly over ±1 % of the nominal one", () => {
    const sorted = [...rtts].sort((a, b) => a - b);
    expect(sorted[0]).toBeCloseTo(396, 3);
    expect(sorted[9]).toBeCloseTo(404, 3);
    for (let i = 1; i < 10; i++) expect(sorted[i] - sorted[i - 1]).toBeCloseTo(8 / 9, 3);
  });

  test("their mean is the nominal one, and the first is next to it", () => {
    expect(rtts.reduce((sum, rtt) => sum + rtt, 0) / 10).toBeCloseTo(400, 3);
    expect(Math.abs(rtts[0] - 400)).toBeLessThan(0.5);
  });
});

test("ten runs in full, as the paper; one for a first look", () => {
  expect(runsOf("full")).toHaveLength(10);
  expect(runsOf("quick")).toEqual([1]);
});

test("NewReno reduces at once, CUBIC by PRR and without fast convergence; PIE marks at any probability", () => {
  const run = { aqm: "pie", rtt: 100, beta: 0.8, seed: 1 } as const;
  const newreno = scenarioOf(oneFlowUrl("newreno", run, ""));
  const cubic = scenarioOf(oneFlowUrl("cubic", run, ""));
  expect(newreno.tcp.recovery).toBe("classic");
  expect(cubic.tcp.recovery).toBe("prr");
  expect(cubic.flows[0].params["fast-convergence"]).toBe(false);
  expect(newreno.queue.aqm).toBe("pie-linux");
  expect(newreno.queue.params).toMatchObject({
    target: 20,
    update: 30,
    "max-burst": 100,
    "pie-ecn-drop": false,
  });
});

test("a quick look says so where a claim does not hold, a full run what was found", () => {
  expect(causeOf("quick", "found").cause).not.toBe("found");
  expect(causeOf("full", "found")).toEqual({ cause: "found" });
  expect(causeOf("full")).toEqual({});
});
