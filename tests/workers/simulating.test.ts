import { expect, test } from "vitest";
import { advanceSlice } from "../../src/workers/simulating.ts";
import { FakeSimulation, fakeScenario } from "./fake-simulation.ts";
import { FakeTime } from "./fake-time.ts";

function simulate(costMs: number) {
  const time = new FakeTime();
  return { time, simulation: new FakeSimulation(fakeScenario({ durationS: 1000, costMs }), time) };
}

test("a slice ends soon after its budget of wall time", () => {
  const { time, simulation } = simulate(0.0005);
  expect(advanceSlice(simulation, Number.POSITIVE_INFINITY, 8, time.now)).toBe(false);
  expect(time.nowMs).toBeGreaterThanOrEqual(8);
  expect(time.nowMs).toBeLessThan(9.5);
});

test("a slice ends at the requested time and says so", () => {
  const { time, simulation } = simulate(0);
  expect(advanceSlice(simulation, 12.5, 8, time.now)).toBe(true);
  expect(simulation.nowS).toBe(12.5);
});

test("the end of the run ends the slice", () => {
  const { time, simulation } = simulate(0);
  expect(advanceSlice(simulation, Number.POSITIVE_INFINITY, 8, time.now)).toBe(true);
  expect(simulation.done).toBe(true);
});
