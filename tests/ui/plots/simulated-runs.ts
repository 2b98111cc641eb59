/** Real runs in the form in which plots receive them, each simulated once per test file. */
import { type Scenario, type Snapshot, scenarioFromUrl } from "../../../src/engine/index.ts";
import { Simulation } from "../../../src/engine/simulator.ts";
import type { RunView } from "../../../src/ui/core/run-view.ts";
import { wordsOfRuns } from "../../../src/ui/parts/words/run-labels.ts";

interface Asked {
  /** End of the simulation; absent: the end of the run. */
  readonly untilS?: number;
  readonly link?: number;
}

const simulated = new Map<string, { scenario: Scenario; snapshot: Snapshot }>();

export function runOf(
  fragment: string,
  { untilS = Number.POSITIVE_INFINITY, link = 0 }: Asked = {},
): RunView {
  const key = `${fragment} ${untilS}`;
  const { scenario, snapshot } = simulated.get(key) ?? simulate(fragment, untilS);
  simulated.set(key, { scenario, snapshot });
  return { scenario, snapshot, label: "", link, words: wordsOfRuns(null, scenario).words };
}

function simulate(fragment: string, untilS: number): { scenario: Scenario; snapshot: Snapshot } {
  const { scenario } = scenarioFromUrl(fragment);
  const simulation = new Simulation(scenario);
  simulation.advance(untilS);
  return { scenario, snapshot: simulation.snapshot() };
}
