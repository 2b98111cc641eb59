/** What the algorithm at a place suggests for this path, taken at a press; says what it changed. */
import "../../shared/lines.css";
import { useState } from "react";
import { SymbolText } from "../../shared/SymbolText.tsx";
import type { RailPlace } from "../../state/rail.ts";
import { offeredAt, taken, valuesAt } from "../../state/suggestions.ts";
import { useBench, useSettings } from "../../state/use-store.ts";
import { takenSentence } from "./taken-sentence.ts";

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
      <button type="button" className="button button--small" title={offered.help} onClick={take}>
        {capitalised(offered.label)}
      </button>
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
