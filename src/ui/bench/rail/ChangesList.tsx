/** The changes in mid-run that are part of the scenario; in a whole run each can be taken out again. */
import { useMemo } from "react";
import { IconButton } from "../../shared/IconButton.tsx";
import { useOneStop } from "../../shared/one-stop.ts";
import { SymbolText } from "../../shared/SymbolText.tsx";
import { removeChangeLabel } from "../../state/control-words.ts";
import { refusalFor } from "../../state/permission.ts";
import { useBench, useBenchState } from "../../state/use-store.ts";
import { changesInWords } from "../change-words.ts";

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
