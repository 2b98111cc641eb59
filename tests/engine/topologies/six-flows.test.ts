import { expect, test } from "vitest";
import { resolvePath, scenarioFromUrl } from "../../../src/engine/index.ts";

test("one bottleneck, three round trips, each once with ECN(α, β) and once with plain TCP (Kwon and Fahmy §V-B)", () => {
  const { scenario, problems } = scenarioFromUrl("path=six-flows&capacity=5Mbps");
  expect(problems).toEqual([]);
  expect(resolvePath(scenario.path).links).toMatchObject([{ id: "bottleneck", params: { capacity: 5 } }]);
  expect(scenario.flows.map(({ cc, params }) => [cc, params.rtt])).toEqual([
    ["ecn-ab", 20],
    ["ecn-ab", 60],
    ["ecn-ab", 120],
    ["newreno", 20],
    ["newreno", 60],
    ["newreno", 120],
  ]);
});
