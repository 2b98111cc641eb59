/** The run of each preset, computed once for all tests. */
import { type Preset, presets, type Snapshot } from "../src/engine/index.ts";
import { runScenario, type Simulation } from "../src/engine/simulator.ts";
import { effort } from "./effort.ts";

/** Presets for little effort, which together contain most features. */
export const FEW = ["abe", "pie", "l4s", "bbr-against-cubic", "parking-lot"];
export const triedPresets = presets.filter(({ id }) => effort !== "little" || FEW.includes(id));

interface PresetRun {
  readonly snapshot: Snapshot;
  readonly cost: Simulation["cost"];
}

const runs = new Map<string, PresetRun>();

/** Returns the run, computed when a test first needs it. */
export function runOf({ id, scenario }: Preset): PresetRun {
  const known = runs.get(id);
  if (known !== undefined) return known;
  const simulation = runScenario(scenario);
  const run = { snapshot: simulation.snapshot(), cost: simulation.cost };
  runs.set(id, run);
  return run;
}

export function snapshotOf(preset: Preset): Snapshot {
  return runOf(preset).snapshot;
}
