/** A sweep that was opened by a link brings its scenario to a bench that nobody has used yet: back there, it is found. */
import { defaultScenario, type Scenario, scenarioToUrl } from "../../engine/index.ts";
import type { Bench } from "../state/bench.ts";
import { openingOf } from "../state/edits.ts";

export function adoptBase(bench: Bench, base: Scenario): void {
  const { scenario, past } = bench.store.get();
  const isFresh = past.length === 0 && scenarioToUrl(scenario) === scenarioToUrl(defaultScenario());
  if (!isFresh || scenarioToUrl(base) === scenarioToUrl(scenario)) return;
  bench.edits.open(openingOf(base));
}
