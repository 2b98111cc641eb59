/** What the algorithm at a place suggests for this path, taken at a press; says what it changed. */

import { useState } from "react";
import {
  applySuggestion,
  declaredParams,
  getParam,
  type Place,
  type Scenario,
  type Suggestion,
  scenarioToUrl,
  suggestionAt,
} from "../../../engine/index.ts";
import { Button } from "../../shared/Button.tsx";
import { SymbolText } from "../../shared/SymbolText.tsx";
import { flowPlaces } from "../../state/live-changes.ts";
import type { RailPlace } from "../../state/rail.ts";
import { useBench, useSettings } from "../../state/use-store.ts";
import { settingDifferences } from "../setting-differences.ts";

export function SuggestionButton({ place }: { readonly place: RailPlace }) {
  const { store, edits, announcer } = useBench();
  const offered = useSettings((settings) => offeredAt(settings, place));
  const [done, setDone] = useState<{ values: string; said: string } | null>(null);
  // What was said holds until something else is set here.
  const holds = useSettings((settings) => done !== null && valuesAt(settings, place) === done.values);
  if (offered === null) return null;
  const take = () => {
    const { settings } = store.get();
    const next = taken(settings, place);
    if (next !== settings) {
      edits.edit(next);
      // Who leads keeps something of it as it is, and has said so.
      if (store.get().settings === settings) return;
    }
    const said = takenSentence(settings, next);
    announcer.say(said.replaceAll("_", " "));
    setDone({ values: valuesAt(next, place), said });
  };
  return (
    <div className="suggestion">
      <Button look="small" title={offered.help} onClick={take}>
        {capitalised(offered.label)}
      </Button>
      {holds && done !== null && (
        <p className="control__note">
          <SymbolText text={done.said} />
        </p>
      )}
    </div>
  );
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What algorithms suggest for the path they stand on: offered as a button, taken as one edit that can be undone. */

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
function valuesAt(scenario: Scenario, place: RailPlace): string {
  const places = place.scope === "flows" ? flowPlaces(scenario) : [place];
  const values = (one: Place) => declaredParams(scenario, one).map(({ id }) => getParam(scenario, one, id));
  return JSON.stringify(places.map(values));
}

/** What taking an algorithm's suggestion has changed. */

/** "a 0.00002 instead of 0.00001, b …", or that nothing had to change. */
export function takenSentence(before: Scenario, after: Scenario): string {
  const changed = settingDifferences(before, after).map(({ label, now, before: was }) =>
    `${label} ${now} instead of ${was}`.trim(),
  );
  return changed.length === 0 ? "These values fit the path already." : `${changed.join(", ")}.`;
}
