/** Compares many cases, their runs on all processors. */
import { type Scenario, scenarioToUrl } from "../../engine/index.ts";
import { Pool } from "../../workers/pool.ts";
import type { JobResult, JobWant } from "../../workers/protocol.ts";
import type { StartWorker } from "../../workers/worker-link.ts";
import { type Comparison, compareCase } from "./compare.ts";
import type { RunnableCase } from "./reference-cases.ts";

/** A busy machine may be silent for long without being stuck. */
const PATIENCE_MS = 60_000;

export interface RunCasesOptions {
  readonly start: StartWorker;
  readonly workers: number;
  readonly progress: (text: string) => void;
}

/** In the order of the cases. Fails where a run fails. */
export async function compareCases(
  cases: readonly RunnableCase[],
  { start, workers, progress }: RunCasesOptions,
): Promise<Comparison[]> {
  const pool = new Pool({ start, size: workers, patienceMs: PATIENCE_MS });
  let done = 0;
  const compare = async (one: RunnableCase) => {
    const comparison = await compareCase(one, (scenario, want) => runIn(pool, scenario, want));
    done++;
    progress(`${done} of ${cases.length}  ${one.reference.id}`);
    return comparison;
  };
  try {
    return await Promise.all(cases.map(compare));
  } finally {
    pool.dispose();
    progress("");
  }
}

async function runIn(pool: Pool, scenario: Scenario, want: JobWant): Promise<JobResult> {
  const key = scenarioToUrl(scenario);
  const outcome = (await pool.run([{ key, scenario }], want)).outcomes.get(key);
  if (outcome?.ok) return outcome.value;
  throw new Error(outcome?.message ?? "A run was ended.");
}
