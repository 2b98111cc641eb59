/** What algorithms suggest for the path they stand on: offered as a button, taken as one edit that can be undone. */
import {
  applySuggestion,
  declaredParams,
  getParam,
  type Place,
  type Scenario,
  type Suggestion,
  scenarioToUrl,
  suggestionAt,
} from "../../engine/index.ts";
import { flowPlaces } from "./live-changes.ts";
import type { RailPlace } from "./rail.ts";

/** Of all flows: that of the first one whose sender has one. */
export function offeredAt(scenario: Scenario, place: RailPlace): Suggestion | null {
  if (place.scope !== "flows") return suggestionAt(scenario, place);
  const suggestions = flowPlaces(scenario).map((flow) => suggestionAt(scenario, flow));
  return suggestions.find((suggestion) => suggestion !== null) ?? null;
}

/** The same scenario where its values are as suggested already. */
export function taken(scenario: Scenario, place: RailPlace): Scenario {
  const places = place.scope === "flows" ? flowPlaces(scenario) : [place];
  const next = places.reduce(applySuggestion, scenario);
  return scenarioToUrl(next) === scenarioToUrl(scenario) ? scenario : next;
}

/** All values at a place as one text: the same while nothing there is set anew. */
export function valuesAt(scenario: Scenario, place: RailPlace): string {
  const places = place.scope === "flows" ? flowPlaces(scenario) : [place];
  const values = (one: Place) => declaredParams(scenario, one).map(({ id }) => getParam(scenario, one, id));
  return JSON.stringify(places.map(values));
}
