/** At the end of a live run: that it is over, and the ways on, with what was asked for too late. */
import { useEffect, useMemo, useState } from "react";
import { disabledBecause } from "../../shared/because.ts";
import { IconButton } from "../../shared/IconButton.tsx";
import { SymbolText } from "../../shared/SymbolText.tsx";
import { hasEnded } from "../../state/live-edits.ts";
import { useRefusal } from "../../state/use-permission.ts";
import { useBench, useBenchState } from "../../state/use-store.ts";
import { type LiveEndWords, liveEndSpoken, liveEndWords } from "./live-end.ts";
import "./live-end.css";

export function LiveEnd() {
  const { announcer, live } = useBench();
  const words = useLiveEndWords();
  const spoken = words && liveEndSpoken(words);
  const keptLength = useRefusal("duration");
  const [dismissed, setDismissed] = useState<string | null>(null);
  useEffect(() => {
    if (spoken === null) setDismissed(null);
    else announcer.say(spoken);
  }, [announcer, spoken]);
  if (words === null || spoken === dismissed) return null;
  const { title, lines, limit } = words;
  return (
    <section className="notice live-end" aria-label="End of the live run">
      <div>
        <p className="notice__title">{title}</p>
        {lines.map((line) => (
          <p key={line}>
            <SymbolText text={line} />
          </p>
        ))}
        <span className="notice__acts">
          <button
            type="button"
            className="button"
            {...disabledBecause(keptLength ?? limit)}
            onClick={() => (keptLength ?? limit) === null && live.runOn()}
          >
            {words.runOn}
          </button>
          <button
            type="button"
            className="button"
            title="From 0 s, with the changes made so far at their times"
            onClick={() => live.again()}
          >
            {words.again}
          </button>
        </span>
      </div>
      <IconButton icon="close" className="quiet" label="Dismiss" onClick={() => setDismissed(spoken)} />
    </section>
  );
}

/** Of the controls at rest: while one is dragged, nothing of it is known to have come too late. */
function useLiveEndWords(): LiveEndWords | null {
  const { store } = useBench();
  const ended = useBenchState(hasEnded);
  const scenario = useBenchState((state) => state.scenario);
  const settings = useBenchState((state) => state.changing?.settings ?? state.settings);
  return useMemo(
    () => (ended ? liveEndWords({ ...store.get(), scenario, settings }) : null),
    [store, ended, scenario, settings],
  );
}
