/** The changes in mid-run that are part of the scenario; in a whole run each can be taken out again. */
import { useMemo } from "react";
import { useBench, useBenchState } from "../hooks/use-store.ts";
import { SymbolText } from "../SymbolText.tsx";
import { refusalFor } from "../state/permission.ts";
import { changesInWords } from "../words/change-words.ts";
import { removeChangeLabel } from "../words/control-words.ts";
import { IconButton } from "./IconButton.tsx";
import { useOneStop } from "./one-stop.ts";

export function ChangesList() {
  const { edits, store } = useBench();
  const scenario = useBenchState((state) => state.scenario);
  const changes = useMemo(() => changesInWords(scenario), [scenario]);
  const live = useBenchState((state) => state.mode === "live");
  const kept = useBenchState((state) =>
    state.scenario.changes.map(({ id }) => (refusalFor(state, id) === null ? "" : "kept")).join(),
  ).split(",");
  const list = useOneStop("button", "column");
  if (changes.length === 0) return null;
  const remove = (index: number) => {
    const { scenario: now } = store.get();
    edits.edit({ ...now, changes: now.changes.filter((_, i) => i !== index) });
  };
  return (
    <div className="changes">
      <h3>Changes in mid-run</h3>
      <ol ref={list}>
        {changes.map(({ atS, text }, index) => (
          <li key={`${atS} ${text}`}>
            <span className="changes__time">{timeText(atS)}</span>
            <span>
              <SymbolText text={text} />
            </span>
            {!live && kept[index] === "" && (
              <IconButton
                icon="close"
                className="quiet"
                label={removeChangeLabel(timeText(atS))}
                onClick={() => remove(index)}
              />
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}

function timeText(seconds: number): string {
  return `${Number(seconds.toFixed(3))} s`;
}
