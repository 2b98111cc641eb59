/** The run of each preset, made once for all tests that look at it. */
import { type Preset, presets, type Snapshot } from "../src/engine/index.ts";
import { runScenario } from "../src/engine/simulator.ts";
import { effort } from "./effort.ts";

/** With little effort these, which together have most of what there is. */
export const FEW = ["abe", "pie", "l4s", "bbr-against-cubic", "parking-lot"];
export const triedPresets = presets.filter(({ id }) => effort !== "little" || FEW.includes(id));

const snapshots = new Map<string, Snapshot>();

/** Made when it is asked for. */
export function snapshotOf({ id, scenario }: Preset): Snapshot {
  const snapshot = snapshots.get(id) ?? runScenario(scenario).snapshot();
  snapshots.set(id, snapshot);
  return snapshot;
}
