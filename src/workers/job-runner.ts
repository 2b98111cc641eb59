/** One run of a pool: nothing is shown on the way and nothing is listened to, only the watchdog hears that work goes on. */
import type { Scenario } from "../engine/index.ts";
import type { JobResult, JobWant } from "./protocol.ts";
import type { PatientSurroundings } from "./simulating.ts";
import { advanceSlice } from "./slice.ts";

const ALIVE_EVERY_MS = 250;

export async function runJob(
  around: Pick<PatientSurroundings, "create" | "nowMs" | "alive">,
  scenario: Scenario,
  want: JobWant,
): Promise<JobResult> {
  const simulation = await around.create(scenario);
  while (!advanceSlice(simulation, Number.POSITIVE_INFINITY, ALIVE_EVERY_MS, around.nowMs)) around.alive();
  const snapshot = want === "snapshot" ? simulation.snapshot() : null;
  return { results: snapshot?.results ?? simulation.results(), digest: simulation.digest(), snapshot };
}
