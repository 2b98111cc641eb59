import { afterAll, expect, test } from "vitest";
import { defaultScenario, type Scenario } from "../../src/engine/index.ts";
import { runScenario } from "../../src/engine/simulator.ts";
import { startNodeWorker } from "../../src/workers/node-worker.ts";
import { Pool } from "../../src/workers/pool.ts";

const pool = new Pool({ start: startNodeWorker, size: 2 });
afterAll(() => pool.dispose());

function scenarioOf(seed: number): Scenario {
  const scenario = defaultScenario();
  return { ...scenario, run: { ...scenario.run, duration: 10, warmup: 0, seed } };
}

test("worker threads give the same bits as this thread", async () => {
  const scenarios = [1, 2, 3].map(scenarioOf);
  const jobs = scenarios.map((scenario, i) => ({ key: String(i), scenario }));
  const { outcomes, cancelled } = await pool.run(jobs, "snapshot");
  expect(cancelled).toBe(false);
  for (const { key, scenario } of jobs) {
    const outcome = outcomes.get(key);
    const here = runScenario(scenario);
    expect(outcome).toMatchObject({ ok: true, value: { digest: here.digest(), snapshot: { done: true } } });
    expect(outcome?.ok && outcome.value.results).toEqual(here.results());
  }
});
