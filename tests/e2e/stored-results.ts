/** Published results for the tests: computed here as the command line does, and served instead of the files beside the page. */
import type { Page } from "playwright-core";
import { Simulation } from "../../src/engine/simulator.ts";
import type { Experiment, Size, StoredOutcome } from "../../src/experiments/experiment.ts";
import { experiments } from "../../src/experiments/experiments.ts";
import { type RunRecord, storedOutcome } from "../../src/experiments/stored-outcome.ts";

export function experimentOf(id: string): Experiment {
  const found = experiments.find((one) => one.id === id);
  if (found === undefined) throw new Error(`there is no experiment ${id}`);
  return found;
}

export function computed(experiment: Experiment, size: Size): StoredOutcome {
  const jobs = experiment.jobs(size);
  const records = new Map<string, RunRecord>();
  for (const job of jobs) {
    const simulation = new Simulation(job.scenario);
    simulation.advance(Number.POSITIVE_INFINITY);
    const snapshot = simulation.snapshot();
    const reading = JSON.parse(JSON.stringify(experiment.read(snapshot, job)));
    records.set(job.key, { digest: snapshot.digest, packets: snapshot.results.packets, reading });
  }
  return storedOutcome(experiment, size, "9.9.9", jobs, records);
}

/** Serves these and nothing else. */
export async function serveResults(page: Page, stored: readonly StoredOutcome[]): Promise<void> {
  await page.route("**/papers/*.json", (route) => {
    const found = stored.find(({ id }) => route.request().url().endsWith(`/papers/${id}.json`));
    return found === undefined
      ? route.fulfill({ status: 404, body: "not found" })
      : route.fulfill({ json: found });
  });
}
