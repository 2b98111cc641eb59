import { describe, expect, test } from "vitest";
import { scenarioFromUrl } from "../../src/engine/index.ts";
import {
  MOST_CONNECTIONS_OF_A_FLOW,
  MOST_CONNECTIONS_OF_A_RUN,
  mayConnect,
} from "../../src/engine/most-connections.ts";
import { runScenario } from "../../src/engine/simulator.ts";
import { networkOf } from "../contract/witness.ts";

describe("a further connection", () => {
  test("may be opened while the flow and the run have fewer than their most", () => {
    expect(mayConnect(MOST_CONNECTIONS_OF_A_FLOW - 1, MOST_CONNECTIONS_OF_A_RUN - 1)).toBe(true);
    expect(mayConnect(MOST_CONNECTIONS_OF_A_FLOW, 0)).toBe(false);
    expect(mayConnect(1, MOST_CONNECTIONS_OF_A_RUN)).toBe(false);
  });

  test("by a flow that has none, whatever the others have", () => {
    expect(mayConnect(0, 10 * MOST_CONNECTIONS_OF_A_RUN)).toBe(true);
  });
});

describe("arrivals that nothing can carry", () => {
  const { scenario, problems } = scenarioFromUrl(
    "capacity=0.05Mbps&flow=traffic=poisson,arrival-rate=3000,transfer-size=1GB,size-distribution=fixed,count=25&flow=start=0.9s&duration=1s&warmup=0s",
  );
  const simulation = runScenario(scenario);

  test("stop at the most that a run may have open, and the others are counted", () => {
    expect(problems).toEqual([]);
    const { flows } = networkOf(simulation);
    const open = flows.map(({ connections }) => connections.length);
    expect(open.slice(0, 25).reduce((sum, one) => sum + one, 0)).toBe(MOST_CONNECTIONS_OF_A_RUN);
    expect(Math.max(...open)).toBeLessThanOrEqual(MOST_CONNECTIONS_OF_A_FLOW);
    // The one that comes last has its first.
    expect(open[25]).toBe(1);
    const results = simulation.results().flows;
    const refused = results.reduce((sum, flow) => sum + (flow.refused ?? 0), 0);
    expect(refused).toBeGreaterThan(50_000);
    expect(refused + MOST_CONNECTIONS_OF_A_RUN).toBeLessThan(80_000);
  });

  test("are said where nothing was answered, and by no flow that refused none", () => {
    const [first, ...others] = simulation.results().flows;
    expect([first.responses, first.refused]).toEqual([null, expect.any(Number)]);
    expect("refused" in others[24]).toBe(false);
  });
});
