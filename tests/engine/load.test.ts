import { describe, expect, test } from "vitest";
import { scenarioFromUrl } from "../../src/engine/index.ts";
import { MOST_BYTES, Simulation, TooLargeRun } from "../../src/engine/simulator.ts";
import { networkOf } from "../contract/witness.ts";

/** Ten clients that each request a thousand objects per second. No object arrives within the first second. */
const CROWD =
  "v=2&capacity=100Mbps&rtt=1000ms&duration=60s&flow=cc=bbr3,traffic=http,count=10,page-objects=1000,object-gap=1ms,page-gap=1ms,transfer-size=1500B";

const simulated = (link: string, mostBytes: number) =>
  new Simulation(scenarioFromUrl(link).scenario, null, mostBytes);

/** Returns the reason why the simulation was stopped; null if it ran to its end. */
function stopOf(simulation: Simulation, eventsAtOnce = Number.POSITIVE_INFINITY): string | null {
  try {
    while (!simulation.advance(Number.POSITIVE_INFINITY, eventsAtOnce));
    return null;
  } catch (error) {
    if (error instanceof TooLargeRun) return error.message;
    throw error;
  }
}

/** Runs 200 clients until the known memory exceeds `bytes`. */
function grownTo(bytes: number): Simulation {
  const simulation = simulated(CROWD.replace("count=10", "count=200"), MOST_BYTES);
  while (simulation.heldBytes <= bytes) simulation.advance(Number.POSITIVE_INFINITY, 1000);
  return simulation;
}

describe("a run that exceeds its memory limit", () => {
  test("ends with a sentence that says what takes most memory, and how to need less", () => {
    expect(stopOf(simulated(CROWD, 20e6))).toMatch(
      /^it needs more than 20 MB, its memory limit: about \d+ MB in \d+ connections, .*; fewer flows or fewer transfers at once need less$/,
    );
  });

  test("can be read up to the time of its end, and does not continue", () => {
    const simulation = simulated(CROWD, 60e6);
    const reason = stopOf(simulation);
    const { nowS, done, results, digest } = simulation.snapshot();
    expect(done).toBe(false);
    expect(nowS).toBeGreaterThan(0.5);
    expect(results.packets).toBeGreaterThan(1000);
    expect(stopOf(simulation)).toBe(reason);
    expect([simulation.nowS, simulation.digest()]).toEqual([nowS, digest]);
  });

  test("ends at the same event in every slicing", () => {
    const digests = [Number.POSITIVE_INFINITY, 2000].map((eventsAtOnce) => {
      const simulation = simulated(CROWD, 20e6);
      stopOf(simulation, eventsAtOnce);
      return simulation.digest();
    });
    expect(new Set(digests).size).toBe(1);
  });

  test("has the same result with a sufficient limit", () => {
    const link = CROWD.replace("duration=60s", "duration=5s");
    const [watched, unwatched] = [MOST_BYTES, Number.POSITIVE_INFINITY].map((mostBytes) => {
      const simulation = simulated(link, mostBytes);
      expect(stopOf(simulation)).toBeNull();
      return simulation.digest();
    });
    expect(watched).toBe(unwatched);
  });
});

test("a run's memory is known soon after it exceeds what a worker may hold without a request", () => {
  const { cost, heldBytes } = grownTo(8e6);
  expect(heldBytes).toBeLessThan(32e6);
  expect(cost.turns).toBeGreaterThan(4096);
});

test("a run that is stopped in the middle of an event can also be read", () => {
  const simulation = simulated("v=2&duration=5s", MOST_BYTES);
  Object.assign(networkOf(simulation).pool, { mostAtOnce: 50, lookAfter: 1, nextLook: 1 });
  expect(stopOf(simulation)).toContain("packets are in flight or in queues at once");
  const { nowS, results } = simulation.snapshot();
  expect([nowS > 0, nowS < 5, results.packets > 0]).toEqual([true, true, true]);
});

test.each([
  ["too many packets at once", { mostAtOnce: 3000 }],
  ["too many packets in all", { mostInAll: 30_000 }],
  ["too much memory", { lookAfter: 64, nextLook: 64, mostBytes: 1e6 }],
])("a run that ends by %s ends at the same event, whether or not somebody reads it before", (_, limits) => {
  const { mostBytes = MOST_BYTES, ...ofPool } = { mostBytes: undefined, ...limits };
  const link = "v=2&capacity=1000Mbps&aqm=droptail&traffic=cbr&cbr-rate=900Mbps&rtt=101.3ms&duration=2s";
  const [whole, read] = [2, 0.0001].map((stepS) => {
    const simulation = simulated(link, mostBytes);
    Object.assign(networkOf(simulation).pool, ofPool);
    try {
      while (!simulation.done) {
        simulation.advance(simulation.nowS + stepS);
        simulation.results();
      }
    } catch (error) {
      if (!(error instanceof TooLargeRun)) throw error;
    }
    return [simulation.done, simulation.nowS, simulation.digest()];
  });
  expect(whole[0]).toBe(false);
  expect(read).toEqual(whole);
});
