import { expect, test } from "vitest";
import { defaultScenario } from "../../src/engine/index.ts";
import { rehearse, Simulation } from "../../src/engine/simulator.ts";

test("a process warms up once, with only the start of a run", () => {
  const made: Simulation[] = [];
  const create = () => {
    const simulation = new Simulation(defaultScenario());
    made.push(simulation);
    return simulation;
  };
  rehearse(create);
  rehearse(create);
  expect(made).toHaveLength(1);
  expect(made[0].done).toBe(false);
  expect(made[0].results().packets).toBeGreaterThan(100);
});
