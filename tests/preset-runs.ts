/** The run of each preset, made once for all tests that look at it. */
import { type Preset, presets, type Snapshot } from "../src/engine/index.ts";
import { runScenario, type Simulation } from "../src/engine/simulator.ts";
import { effort } from "./effort.ts";

/** With little effort these, which together have most of what there is. */
export const FEW = ["abe", "pie", "l4s", "bbr-against-cubic", "parking-lot"];
export const triedPresets = presets.filter(({ id }) => effort !== "little" || FEW.includes(id));

interface PresetRun {
  readonly snapshot: Snapshot;
  readonly cost: Simulation["cost"];
}

const runs = new Map<string, PresetRun>();

/** Made when a test needs it first. */
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
