import { afterAll, expect, test } from "vitest";
import { defaultScenario, type Scenario } from "../../src/engine/index.ts";
import { runScenario } from "../../src/engine/simulator.ts";
import { startNodeWorker } from "../../src/workers/node-worker.ts";
import { Pool } from "../../src/workers/pool.ts";
import type { LinkEvents, WorkerLink } from "../../src/workers/supervised-worker.ts";

const pool = new Pool({ start: startNodeWorker, size: 2 });
afterAll(() => pool.dispose());

function scenarioOf(seed: number): Scenario {
  const scenario = defaultScenario();
  return { ...scenario, run: { ...scenario.run, duration: 10, warmup: 0, seed } };
}

test("worker threads give the same result as this thread", async () => {
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

test("a worker thread takes less than 30 MB before its first run", async () => {
  const started = async () => {
    let link: WorkerLink | undefined;
    await new Promise<unknown>((message, reject) => {
      link = startNodeWorker({ message, failure: (reason) => reject(new Error(reason)) });
    });
    return link!;
  };
  await (await started()).terminate();
  const before = process.memoryUsage.rss();
  const links = await Promise.all([1, 2, 3, 4].map(started));
  const bytes = process.memoryUsage.rss() - before;
  await Promise.all(links.map((link) => link.terminate()));
  expect(bytes / links.length).toBeLessThan(30e6);
});

test("threads that fail during many runs lose no run: lost ones are repeated with the same result", async () => {
  const threads: LinkEvents[] = [];
  const failing = new Pool({
    start: (events) => {
      threads.push(events);
      return startNodeWorker(events);
    },
    size: 2,
  });
  const jobs = [1, 2, 3, 4, 5, 6].map((seed) => ({ key: String(seed), scenario: scenarioOf(seed) }));
  const { outcomes } = await failing.run(jobs, "results", {
    progress: (done) => {
      if (done === 2) for (const thread of threads.slice(0, 2)) thread.failure("it ran out of memory");
    },
  });
  failing.dispose();
  expect(threads).toHaveLength(4);
  for (const { key, scenario } of jobs)
    expect(outcomes.get(key)).toMatchObject({ ok: true, value: { digest: runScenario(scenario).digest() } });
});
