import { expect, it } from "vitest";
import { jainIndex, scenarioFromUrl } from "../../../src/engine/index.ts";
import { runScenario } from "../../../src/engine/simulator.ts";
import { withChosenFlows, withFlow } from "../../../src/ui/core/run-view.ts";

// Without a handshake, flow 1 sends from the start, so that its goodput does not pass that of flow 3 while it grows.
const url =
  "v=2&handshake=off&duration=30s&aqm=fq-codel&flow=cc=newreno&flow=cc=cubic,start=5s&flow=traffic=cbr";
const snapshot = runScenario(scenarioFromUrl(url).scenario).snapshot();

it("Jain's index, F(t) and convergence cover the chosen flows", () => {
  const { results, samples } = withChosenFlows(snapshot, { of: 3, flows: [0, 2] });
  const { sharing } = results.fairness;
  const [first, , call] = results.flows;
  expect(sharing).toMatchObject({
    flows: [0, 2],
    thin: [],
    chosen: true,
    joins: [{ flows: [0, 2], firstS: null }],
  });
  expect(sharing.jain).toBe(jainIndex([first.goodputBps, call.goodputBps]));
  expect(samples.jainRunning.at(-1)).toBeLessThan(0.7);
  expect(results.flows).toBe(snapshot.results.flows);
});

it("nothing changes without a choice, and for a run with another number of flows", () => {
  expect(withChosenFlows(snapshot, null)).toBe(snapshot);
  expect(withChosenFlows(snapshot, { of: 2, flows: [0] })).toBe(snapshot);
});

it("choosing the default flows changes nothing", () => {
  const { results, samples } = withChosenFlows(snapshot, { of: 3, flows: [0, 1] });
  const { sharing } = snapshot.results.fairness;
  expect(results.fairness.sharing).toEqual({ ...sharing, thin: [], chosen: true });
  expect(samples.jainRunning).toEqual(snapshot.samples.jainRunning);
});

it("flows are added and removed in their order", () => {
  expect(withFlow([0, 2], 3, 1, true)).toEqual({ of: 3, flows: [0, 1, 2] });
  expect(withFlow([0, 2], 3, 0, false)).toEqual({ of: 3, flows: [2] });
});
