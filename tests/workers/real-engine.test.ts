/**
 * Tests the runners with the real engine: slicing, intermediate snapshots and the transfer of buffers must not change
 * any bit of a result.
 */
import { expect, test } from "vitest";
import { defaultScenario, type Scenario, type Snapshot } from "../../src/engine/index.ts";
import { runScenario, Simulation } from "../../src/engine/simulator.ts";
import { WholeRunner } from "../../src/workers/whole-runner.ts";
import { buffersOf } from "../../src/workers/worker-api.ts";
import { fakeSurroundings } from "./surroundings.ts";

function scenarioOf(duration: number): Scenario {
  const scenario = defaultScenario();
  return { ...scenario, run: { ...scenario.run, duration, warmup: 0 } };
}

/** Returns a value as the other side of a worker boundary receives it. */
function handOver<T>(value: T): T {
  return structuredClone(value, { transfer: buffersOf(value) });
}

test("snapshots and states of the path may be transferred at any time of a run", () => {
  const scenario = scenarioOf(20);
  const simulation = new Simulation(scenario);
  while (!simulation.advance(Number.POSITIVE_INFINITY, 997)) {
    handOver(simulation.snapshot());
    handOver(simulation.pathState());
  }
  const last = handOver(simulation.snapshot());
  const whole = runScenario(scenario);
  expect(last.digest).toBe(whole.digest());
  expect(last).toEqual(whole.snapshot());
});

test("single events and the whole run at once give the same result, to the last event of the last nanosecond", () => {
  const scenario = scenarioOf(5);
  const flows = scenario.flows.map((flow) => ({ ...flow, count: 4 }));
  const busy = { ...scenario, flows, path: { ...scenario.path, capacity: 12 } };
  const simulation = new Simulation(busy);
  while (!simulation.advance(Number.POSITIVE_INFINITY, 1));
  expect(simulation.digest()).toBe(runScenario(busy).digest());
});

test("a sliced run with intermediate snapshots ends with the same result as a run at once", async () => {
  const scenario = scenarioOf(40);
  const around = fakeSurroundings();
  const snapshots: Snapshot[] = [];
  const runner = new WholeRunner(
    {
      ...around,
      // Every read of the clock takes 5 ms, so that a slice has only a few thousand events.
      nowMs() {
        around.time.spend(5);
        return around.time.nowMs;
      },
      create: (created) => new Simulation(created),
    },
    {
      hasTakenLast: () => true,
      snapshot: (_id, snapshot) => snapshots.push(handOver(snapshot)),
      stopped: () => undefined,
      error(_id, message) {
        throw new Error(message);
      },
    },
  );
  runner.run(1, scenario);
  await around.time.run();
  expect(snapshots.length).toBeGreaterThan(2);
  expect(snapshots.at(-1)).toMatchObject({ done: true, digest: runScenario(scenario).digest() });
});
