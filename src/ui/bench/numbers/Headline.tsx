/** The sentence over the plots: what was changed and its effect. Before the first change, it says what to look at. */

import { memo, useMemo } from "react";
import type { Scenario } from "../../../engine/index.ts";
import { mainControl, type RailParam } from "../../core/rail.ts";
import type { RunView } from "../../core/run-view.ts";
import { durationOf } from "../../core/store.ts";
import { useRefusal } from "../../core/use-permission.ts";
import { useBench, useBenchState } from "../../core/use-store.ts";
import {
  differenceSentence,
  invitation,
  presentState,
  questionOf,
  type SentencePart,
  settingsSentence,
} from "../../parts/words/run-sentences.ts";
import { SymbolText } from "../../shared/SymbolText.tsx";

interface HeadlineProps {
  readonly run: RunView | null;
  readonly pinned: RunView | null;
}

export const Headline = memo(function Headline({ run, pinned }: HeadlineProps) {
  const { edits } = useBench();
  const mode = useBenchState((state) => state.mode);
  const pinnedScenario = useBenchState((state) => state.pinned?.scenario);
  const touched = useBenchState((state) => state.touched);
  const parts = useMemo(() => sentence(run, pinned, mode === "live"), [run, pinned, mode]);
  const main = useMemo(() => (run === null ? null : mainControl(run.scenario)), [run]);
  const kept = useRefusal(main?.param.id ?? "") !== null;
  const invited = touched || kept ? null : main;
  const below = useMemo(() => aside(run, pinnedScenario, invited), [run, pinnedScenario, invited]);
  return (
    <div className="headline">
      {/* Each sentence is a new element, because a page translator may have removed parts of the previous one. */}
      <p key={parts.map(({ text }) => text).join("")} className="headline__text">
        {keyed(parts).map(({ part, key }) => (
          <span key={key} className={`tone tone--${part.tone}`}>
            <SymbolText text={part.text} />
          </span>
        ))}
      </p>
      <p className="headline__aside">
        <span>
          <SymbolText text={below} />
        </span>
        {pinnedScenario !== undefined && (
          <button type="button" className="link" onClick={() => edits.unpin()}>
            unpin
          </button>
        )}
      </p>
    </div>
  );
});

function sentence(run: RunView | null, pinned: RunView | null, live: boolean): SentencePart[] {
  if (run === null) return [];
  if (pinned === null) return presentState(run);
  if (live && !run.snapshot.done) return liveSentence(run, pinned);
  const difference = differenceSentence(run, pinned);
  return difference.length > 0
    ? difference
    : [...presentState(run), { text: "; the same as the pinned run", tone: "plain" }];
}

/** Settings change during a live run, so the sentence names the pinned run's settings and compares the results so far. */
function liveSentence(run: RunView, pinned: RunView): SentencePart[] {
  const settings = settingsSentence(pinned.scenario, run.scenario);
  const state = presentState(run);
  return settings.length > 0 ? [...settings, { text: ". ", tone: "plain" }, ...state] : state;
}

function aside(run: RunView | null, pinned: Scenario | undefined, invited: RailParam | null): string {
  if (run === null) return "";
  if (pinned !== undefined) {
    const seed = pinned.run.seed === run.scenario.run.seed ? "same seed, " : "";
    return `${seed}${durationOf(run.scenario)} s`;
  }
  return questionOf(run.scenario) ?? (invited === null ? "" : invitation(invited));
}

/** Returns the parts with keys. Texts repeat (", ", ": "), so a key contains the position as well. */
function keyed(parts: readonly SentencePart[]) {
  return parts.map((part, place) => ({ part, key: `${place} ${part.tone}` }));
}
