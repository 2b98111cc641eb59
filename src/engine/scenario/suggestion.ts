/** Values that an algorithm suggests for the path that it stands on. */

import { congestionControlById, queueDisciplineById, topologyById, trafficById } from "../algorithms.ts";
import type { Suggestion } from "../params/algorithm.ts";
import type { ParamValue } from "../params/param.ts";
import { fitJson } from "../params/value-text.ts";
import { withValue } from "./edit.ts";
import { settle } from "./limits.ts";
import { narrowestLink, pathSummary } from "./path-facts.ts";
import { type Place, paramAt, queueOfLink, valuesAt } from "./places.ts";
import { resolvePath, routeOf } from "./resolve-path.ts";
import type { Scenario } from "./scenario.ts";

/** The suggestion of the algorithm at a place, null where it has none. */
export function suggestionAt(scenario: Scenario, place: Place): Suggestion | null {
  switch (place.scope) {
    case "queue":
      return queueDisciplineById(scenario.queue.aqm).suggestion ?? null;
    case "link-queue":
      return queueDisciplineById(queueOfLink(scenario, place.link).aqm).suggestion ?? null;
    case "path":
      return topologyById(scenario.path.topology).suggestion ?? null;
    case "flow": {
      const { cc, traffic } = scenario.flows[place.flow];
      const isTcp = trafficById(traffic).transport === "tcp";
      return isTcp ? (congestionControlById(cc).suggestion ?? null) : null;
    }
    default:
      return null;
  }
}

/** Takes the values that the algorithm at a place suggests; the scenario as it was where it suggests none. */
export function applySuggestion(scenario: Scenario, place: Place): Scenario {
  const suggestion = suggestionAt(scenario, place);
  if (suggestion === null) return scenario;
  const values = suggestion.values(
    pathSummary(scenario, linkAbout(scenario, place)),
    valuesAt(scenario, place),
  );
  const lay = (next: Scenario, [id, value]: [string, ParamValue]) =>
    withValue(next, place, id, fitJson(paramAt(scenario, place, id), value).value);
  // All at once: a rule between two of them must not see only one of them new.
  return settle(Object.entries(values).reduce(lay, scenario));
}

/** The link that counts for a place: its own, the narrowest of a flow's route, or the path's first. */
function linkAbout(scenario: Scenario, place: Place): string {
  const topology = resolvePath(scenario.path);
  if (place.scope === "flow")
    return narrowestLink(topology, routeOf(topology, scenario.flows[place.flow])).id;
  return "link" in place ? place.link : topology.links[0].id;
}
