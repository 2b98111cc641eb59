/** All cores of this device. One run is handed out at a time: a batch of all would keep the series of every run until its end. */
import { scenarioToUrl } from "../../../engine/index.ts";
import { startBrowserWorker } from "../../../workers/browser-worker.ts";
import { Pool } from "../../../workers/pool.ts";
import type { Crew } from "./many-runs.ts";

/** Where a browser does not tell. */
const USUAL_CORES = 2;

export function browserCrew(): Crew {
  const size = Math.max(1, navigator.hardwareConcurrency || USUAL_CORES);
  let pool: Pool | null = null;
  return {
    size,
    async run({ scenario }, want, signal) {
      pool ??= new Pool({ start: startBrowserWorker, size });
      // By the scenario: what was run for one picture is known for the next.
      const key = scenarioToUrl(scenario);
      const { outcomes } = await pool.run([{ key, scenario }], want, {}, signal);
      return outcomes.get(key) ?? null;
    },
  };
}
