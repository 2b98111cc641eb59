/**
 * A congestion control with its declared defaults, but for some values; and one that is tried in a whole run. `draw` is
 * what chance gives, each time.
 */
import type {
  CongestionControl,
  CongestionControlDefinition,
} from "../../../src/engine/cc/congestion-control.ts";
import { scenarioFromUrl } from "../../../src/engine/index.ts";
import type { ParamValues } from "../../../src/engine/params/param.ts";
import { defaultsOf } from "../../../src/engine/scenario/places.ts";
import { Simulation } from "../../../src/engine/simulator.ts";
import type { RunResults } from "../../../src/engine/trace/snapshot.ts";

export function madeControl(
  definition: CongestionControlDefinition,
  values: ParamValues = {},
  draw = 0.5,
): CongestionControl {
  return definition.create({ ...defaultsOf(definition.params), ...values }, () => draw);
}

/** The figures of a scenario that is written as in a URL. */
export function resultsOf(url: string): RunResults {
  const { scenario, problems } = scenarioFromUrl(url);
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join(" "));
  const simulation = new Simulation(scenario);
  simulation.advance(Number.POSITIVE_INFINITY);
  return simulation.results();
}
