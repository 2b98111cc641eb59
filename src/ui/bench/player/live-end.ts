/** What is said at the end of a live run: that it is over, what came too late, and the two ways on. */
import { again, hasEnded, heldBack, type LiveState, longer } from "../../state/live-edits.ts";
import { durationOf } from "../../state/store.ts";
import { settingsSentence } from "../numbers/difference.ts";
import { lowerFirst } from "../numbers/flow-differences.ts";

export interface LiveEndWords {
  readonly title: string;
  /** With symbols: "_" starts a subscript. */
  readonly lines: readonly string[];
  readonly runOn: string;
  readonly again: string;
  /** Why it cannot go on; null where it can. */
  readonly limit: string | null;
}

/** Null while no live run stands at its end. */
export function liveEndWords(state: LiveState): LiveEndWords | null {
  if (!hasEnded(state)) return null;
  const endS = durationOf(state.scenario);
  const held = heldBack(state);
  const { scenario: next, mostS, fault } = longer(state);
  const limit = endS < mostS ? fault : `No run is longer than ${mostS} s.`;
  const cannot = next === state.scenario ? limit : null;
  const withThis = held === null ? "" : " with this";
  const further = cannot === null ? `Run on to ${durationOf(next)} s` : "Run on";
  return {
    title: `This live run has ended at ${endS} s.`,
    lines: [...(held === null ? [] : lateWords(state, held)), ...(limit === null ? [] : [limit])],
    runOn: `${further}${withThis}`,
    again: `Start again${withThis}`,
    limit: cannot,
  };
}

/** The same for those who hear the page. */
export function liveEndSpoken({ title, lines, runOn, again: once }: LiveEndWords): string {
  return [title, ...lines, `${runOn}, or ${once.toLowerCase()}?`].join(" ").replaceAll("_", " ");
}

function lateWords(state: LiveState, { atEnd, asked }: NonNullable<ReturnType<typeof heldBack>>): string[] {
  const what = lowerFirst(
    settingsSentence(atEnd, asked)
      .map(({ text }) => text)
      .join(""),
  );
  const lastsS = durationOf(again(state));
  const shorter =
    lastsS < durationOf(state.scenario) ? [`Started again with this, it lasts ${lastsS} s.`] : [];
  return [`Too late for this run: ${what}.`, ...shorter];
}
