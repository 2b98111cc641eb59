/**
 * The panel at the end of a live run: it says that the run has ended, how to continue, and which changes came too
 * late.
 */

import { useEffect, useMemo, useState } from "react";
import { again, editAfterEnd, hasEnded, type LiveState, longer } from "../../core/live-edits.ts";
import { durationOf } from "../../core/store.ts";
import { useRefusal } from "../../core/use-permission.ts";
import { useBench, useBenchState } from "../../core/use-store.ts";
import { lowerFirst } from "../../parts/words/flow-differences.ts";
import { settingsSentence } from "../../parts/words/run-sentences.ts";
import { Button, IconButton } from "../../shared/Button.tsx";
import { SymbolText } from "../../shared/SymbolText.tsx";

/** The texts at the end of a live run: that it has ended, which changes came too late, and the two ways to continue. */
interface LiveEndWords {
  readonly title: string;
  /** Lines with symbols: "_" starts a subscript. */
  readonly lines: readonly string[];
  readonly runOn: string;
  readonly again: string;
  /** Reason why the run cannot be extended; null if it can be extended. */
  readonly limit: string | null;
}

/** Returns the texts; null if there is no live run that has ended. */
export function liveEndWords(state: LiveState): LiveEndWords | null {
  if (!hasEnded(state)) return null;
  const endS = durationOf(state.scenario);
  const held = editAfterEnd(state);
  const { scenario: next, mostS, fault } = longer(state);
  const limit = endS < mostS ? fault : `No run is longer than ${mostS} s.`;
  const cannot = next === state.scenario ? limit : null;
  const withThis = held === null ? "" : " with this";
  const further = cannot === null ? `Extend the run to ${durationOf(next)} s` : "Run on";
  return {
    title: `This live run has ended at ${endS} s.`,
    lines: [...(held === null ? [] : lateWords(state, held)), ...(limit === null ? [] : [limit])],
    runOn: `${further}${withThis}`,
    again: `Start again${withThis}`,
    limit: cannot,
  };
}

/** Returns the texts as one sentence for screen readers. */
export function liveEndSpoken({ title, lines, runOn, again: once }: LiveEndWords): string {
  return [title, ...lines, `${runOn}, or ${once.toLowerCase()}?`].join(" ").replaceAll("_", " ");
}

function lateWords(
  state: LiveState,
  { atEnd, asked }: NonNullable<ReturnType<typeof editAfterEnd>>,
): string[] {
  const what = lowerFirst(
    settingsSentence(atEnd, asked)
      .map(({ text }) => text)
      .join(""),
  );
  const lastsS = durationOf(again(state));
  const shorter =
    lastsS < durationOf(state.scenario)
      ? [`If the run is started again with this change, it will last ${lastsS} s.`]
      : [];
  return [`Too late for this run: ${what}.`, ...shorter];
}

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
          <Button refusal={keptLength ?? limit} onClick={() => live.runOn()}>
            {words.runOn}
          </Button>
          <Button
            title="From 0 s, with all changes made so far at their original times"
            onClick={() => live.again()}
          >
            {words.again}
          </Button>
        </span>
      </div>
      <IconButton icon="close" className="quiet" label="Dismiss" onClick={() => setDismissed(spoken)} />
    </section>
  );
}

/**
 * Returns the texts. During a drag the previous texts are returned, because only a finished change can have come too
 * late.
 */
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
