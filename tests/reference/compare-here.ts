/** Runs comparisons in this thread. */
import {
  type CaseComparison,
  compareCase as compareByRuns,
  type RunOne,
} from "../../src/cli/validation/compare.ts";
import type { RunnableCase } from "../../src/cli/validation/reference-cases.ts";
import { runScenario } from "../../src/engine/simulator.ts";

export const runHere: RunOne = async (scenario, want) => {
  const simulation = runScenario(scenario);
  const snapshot = want === "snapshot" ? simulation.snapshot() : null;
  return { results: simulation.results(), digest: simulation.digest(), snapshot, ended: [], turns: [] };
};

export function compareCase(one: RunnableCase): Promise<CaseComparison> {
  return compareByRuns(one, runHere);
}

export function compareAll(cases: readonly RunnableCase[]): Promise<CaseComparison[]> {
  return Promise.all(cases.map(compareCase));
}
