/** One kept run: its name, its place in the order, and its small plots. */
import { useId } from "react";
import { IconButton } from "../../shared/IconButton.tsx";
import { useBench } from "../../state/use-store.ts";
import { type Book, LONGEST_NAME, moved, renamed } from "./book.ts";
import { keptScenario } from "./kept-scenario.ts";
import type { NotebookDesk } from "./notebook-desk.ts";
import { nameFieldLabel, ofRun } from "./notebook-words.ts";
import { SmallPlots } from "./SmallPlots.tsx";
import type { ShownRun } from "./shown-runs.ts";
import type { SmallScales } from "./small-plots.ts";

interface KeptRunRowProps {
  readonly shown: ShownRun;
  readonly at: number;
  readonly book: Book;
  /** Null: each run has its own. */
  readonly shared: SmallScales | null;
  readonly desk: NotebookDesk;
  readonly mayRemove: boolean;
}

export function KeptRunRow({ shown, at, book, shared, desk, mayRemove }: KeptRunRowProps) {
  const bench = useBench();
  const nameId = useId();
  const { name, link, run, problems } = shown;
  return (
    <li className="kept">
      <div className="kept__head">
        <label htmlFor={nameId} className="unseen">
          {nameFieldLabel(at + 1)}
        </label>
        <input
          id={nameId}
          className="text-field kept__name"
          value={name}
          maxLength={LONGEST_NAME}
          autoComplete="off"
          onChange={(event) => desk.write(renamed(book, at, event.currentTarget.value))}
        />
        <button
          type="button"
          className="button"
          aria-label={ofRun("Open on the bench", name)}
          onClick={() => {
            const { scenario, watch } = keptScenario(link);
            bench.openRun(scenario);
            bench.watchLink(watch);
          }}
        >
          Open on the bench
        </button>
        <button
          type="button"
          className="button"
          aria-label={ofRun("Up", name)}
          disabled={at === 0}
          onClick={() => desk.write(moved(book, at, -1))}
        >
          Up
        </button>
        <button
          type="button"
          className="button"
          aria-label={ofRun("Down", name)}
          disabled={at === book.runs.length - 1}
          onClick={() => desk.write(moved(book, at, 1))}
        >
          Down
        </button>
        <IconButton
          icon="remove"
          label={ofRun("Delete", name)}
          title="Delete"
          disabled={!mayRemove}
          onClick={() => desk.remove(at)}
        />
      </div>
      {problems.map((problem) => (
        <p key={problem} className="control__note" role="alert">
          {problem}
        </p>
      ))}
      {run !== null ? (
        <SmallPlots run={run} shared={shared} />
      ) : (
        problems.length === 0 && <p className="kept__waits">Computing…</p>
      )}
    </li>
  );
}
