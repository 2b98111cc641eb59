import { expect, test } from "vitest";
import { causeOf, oneFlowUrl, runsOf } from "../../../src/experiments/abe/chosen.ts";
import { scenarioOf, seeds } from "../../../src/experiments/grid.ts";

test("ten runs of a point share its round trip and differ by their seeds, over a link that is noisy by 1 ms", () => {
  const scenarios = seeds(10).map((seed) =>
    scenarioOf(oneFlowUrl("cubic", { aqm: "codel", rtt: 400, beta: 0.85, seed }, "")),
  );
  for (const { flows, path } of scenarios) {
    expect(flows[0].params.rtt).toBe(400);
    expect(path.params.jitter).toBe(1);
  }
  expect(new Set(scenarios.map(({ run }) => run.seed)).size).toBe(10);
});

test("ten runs in full, as the paper; one for a first look", () => {
  expect(runsOf("full")).toHaveLength(10);
  expect(runsOf("quick")).toEqual([1]);
});

test("NewReno reduces at once, CUBIC by PRR and without fast convergence; PIE marks at any probability", () => {
  const run = { aqm: "pie", rtt: 100, beta: 0.8, seed: 1 } as const;
  const newreno = scenarioOf(oneFlowUrl("newreno", run, ""));
  const cubic = scenarioOf(oneFlowUrl("cubic", run, ""));
  expect(newreno.flows[0].params.recovery).toBe("classic");
  expect(cubic.flows[0].params.recovery).toBe("prr");
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
