/** A button that applies the algorithm's suggestion for this path and reports the changes. */

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
import { flowPlaces } from "../../core/live-changes.ts";
import type { RailPlace } from "../../core/rail.ts";
import { useBench, useSettings } from "../../core/use-store.ts";
import { settingDifferences } from "../../parts/words/setting-differences.ts";
import { Button } from "../../shared/Button.tsx";
import { SymbolText } from "../../shared/SymbolText.tsx";

export function SuggestionButton({ place }: { readonly place: RailPlace }) {
  const { store, edits, announcer } = useBench();
  const offered = useSettings((settings) => offeredAt(settings, place));
  const [done, setDone] = useState<{ values: string; message: string } | null>(null);
  // The report stays until the user sets a different value at this place.
  const holds = useSettings((settings) => done !== null && valuesAt(settings, place) === done.values);
  if (offered === null) return null;
  const take = () => {
    const { settings } = store.get();
    const next = taken(settings, place);
    if (next !== settings) {
      edits.edit(next);
      // Nothing changed: the guide locks one of the values and has shown that already.
      if (store.get().settings === settings) return;
    }
    const message = takenSentence(settings, next);
    announcer.say(message.replaceAll("_", " "));
    setDone({ values: valuesAt(next, place), message: message });
  };
  return (
    <div className="suggestion">
      <Button look="small" title={offered.help} onClick={take}>
        {capitalised(offered.label)}
      </Button>
      {holds && done !== null && (
        <p className="control__note">
          <SymbolText text={done.message} />
        </p>
      )}
    </div>
  );
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns the suggestion; for all flows, that of the first flow whose sender makes one. */
export function offeredAt(scenario: Scenario, place: RailPlace): Suggestion | null {
  if (place.scope !== "flows") return suggestionAt(scenario, place);
  const suggestions = flowPlaces(scenario).map((flow) => suggestionAt(scenario, flow));
  return suggestions.find((suggestion) => suggestion !== null) ?? null;
}

/** Returns the scenario with the suggestion applied; the same object if its values are already as suggested. */
export function taken(scenario: Scenario, place: RailPlace): Scenario {
  const places = place.scope === "flows" ? flowPlaces(scenario) : [place];
  const next = places.reduce(applySuggestion, scenario);
  return scenarioToUrl(next) === scenarioToUrl(scenario) ? scenario : next;
}

/** Returns all values at a place as one text, to detect changes. */
function valuesAt(scenario: Scenario, place: RailPlace): string {
  const places = place.scope === "flows" ? flowPlaces(scenario) : [place];
  const values = (one: Place) => declaredParams(scenario, one).map(({ id }) => getParam(scenario, one, id));
  return JSON.stringify(places.map(values));
}

/** Returns a sentence such as "a 0.00002 instead of 0.00001, b …", or a sentence that nothing had to change. */
export function takenSentence(before: Scenario, after: Scenario): string {
  const changed = settingDifferences(before, after).map(({ label, now, before: was }) =>
    `${label} ${now} instead of ${was}`.trim(),
  );
  return changed.length === 0 ? "These values already suit the path." : `${changed.join(", ")}.`;
}
