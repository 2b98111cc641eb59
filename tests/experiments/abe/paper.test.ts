import { expect, test } from "vitest";
import { oneFlowUrl } from "../../../src/experiments/abe/paper.ts";
import { scenarioOf, seeds } from "../../../src/experiments/grid.ts";

test("runs of a point share its round trip and differ by their seeds, over a link with 1 ms of noise", () => {
  const scenarios = seeds(10).map((seed) =>
    scenarioOf(oneFlowUrl("cubic", { aqm: "codel", rtt: 400, beta: 0.85, seed }, "")),
  );
  for (const { flows, path } of scenarios) {
    expect(flows[0].params.rtt).toBe(400);
    expect(path.params.jitter).toBe(1);
  }
  expect(new Set(scenarios.map(({ run }) => run.seed)).size).toBe(10);
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
