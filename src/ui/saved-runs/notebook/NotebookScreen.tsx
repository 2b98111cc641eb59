/** The notebook: runs kept from the bench beside each other, in small plots and in one table. */
import "./notebook.css";
import { type ComponentProps, useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { ProblemList } from "../../guides/lessons/ProblemList.tsx";
import { CopyButton } from "../../shared/CopyButton.tsx";
import { Icon } from "../../shared/Icon.tsx";
import { saveFile } from "../../shared/save-file.ts";
import { TextFile } from "../../shared/TextFile.tsx";
import { useBench, useBenchState } from "../../state/use-store.ts";
import { areOwn, bookToFragment } from "./book.ts";
import { BOOK_FILE, bookToFile } from "./book-file.ts";
import { KeptRunRow } from "./KeptRunRow.tsx";
import { onOwnBook } from "./keep.ts";
import { NotebookTable } from "./NotebookTable.tsx";
import { deskOf, type NotebookDesk, type NotebookState } from "./notebook-desk.ts";
import { notebookCsv } from "./notebook-table.ts";
import { computedWords, deletedWords, notebookOpening, scalesWords } from "./notebook-words.ts";
import { type ShownRun, shownRuns } from "./shown-runs.ts";
import { scalesOf } from "./small-plots.ts";

export function NotebookScreen() {
  const bench = useBench();
  const desk = useMemo(() => deskOf(bench), [bench]);
  const text = useBenchState((state) => state.screen.text);
  const state = useSyncExternalStore(desk.store.subscribe, desk.store.get);
  useEffect(() => desk.open(text), [desk, text]);
  // Changes of this tab are made to the notebook as the other tab has left it.
  useEffect(() => (text === "" ? onOwnBook(() => desk.open("")) : undefined), [desk, text]);
  useEffect(() => {
    desk.compute();
    return () => desk.leave();
  }, [desk]);
  const { book, computed } = state;
  const runs = useMemo(() => shownRuns(book, computed), [book, computed]);
  return (
    <main className="notebook">
      <header className="notebook__head">
        <h2>Notebook</h2>
        <p>{notebookOpening(state.ofLink)}</p>
      </header>
      {state.problem !== null && <p role="alert">{state.problem}</p>}
      {state.fileProblems.length > 0 && <FileProblems problems={state.fileProblems} />}
      {state.ofLink && runs.length > 0 && <OfLink desk={desk} />}
      <Deleted desk={desk} state={state} />
      {runs.length === 0 ? <Nothing desk={desk} /> : <Runs desk={desk} state={state} runs={runs} />}
    </main>
  );
}

function Nothing({ desk }: { readonly desk: NotebookDesk }) {
  return (
    <>
      <p className="notebook__empty">
        No run is kept yet. On the bench press K, or “Keep in the notebook” under “Compare”.
      </p>
      <p className="notebook__acts">
        <OpenFile desk={desk} />
      </p>
    </>
  );
}

function OpenFile({ desk }: { readonly desk: NotebookDesk }) {
  return <TextFile label="Open a file" accept={BOOK_FILE.accept} onText={(text) => desk.openFile(text)} />;
}

function FileProblems({ problems }: Pick<ComponentProps<typeof ProblemList>, "problems">) {
  return (
    <div className="notice notice--error" role="alert">
      <div>
        <p className="notice__title">The file cannot be opened:</p>
        <ProblemList problems={problems} />
      </div>
    </div>
  );
}

function OfLink({ desk }: { readonly desk: NotebookDesk }) {
  return (
    <p className="notebook__acts">
      This notebook came by a link or a file: what you change in it stays in its link.
      <button type="button" className="button" onClick={() => desk.adopt()}>
        Add its runs to my notebook
      </button>
    </p>
  );
}

/** Whoever has deleted by keyboard stands on the way back. */
function Deleted({
  desk,
  state: { before },
}: {
  readonly desk: NotebookDesk;
  readonly state: NotebookState;
}) {
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (before !== null) undo.current?.focus();
  }, [before]);
  return (
    <p className="notebook__acts" role="status">
      {before !== null && (
        <>
          {deletedWords(before.name)}
          <button type="button" className="button" ref={undo} onClick={() => desk.undo()}>
            <Icon name="undo" />
            Undo
          </button>
        </>
      )}
    </p>
  );
}

interface RunsProps {
  readonly desk: NotebookDesk;
  readonly state: NotebookState;
  readonly runs: readonly ShownRun[];
}

function Runs({ desk, state, runs }: RunsProps) {
  const { book, ofLink } = state;
  const complete = useMemo(() => runs.flatMap(({ run }) => (run === null ? [] : [run])), [runs]);
  const { ownScales } = book;
  const shared = useMemo(() => (ownScales ? null : scalesOf(complete)), [complete, ownScales]);
  const link = `${location.href.split("#")[0]}#screen=notebook&${bookToFragment(book)}`;
  const isWhole = complete.length === runs.length;
  const save = () =>
    saveFile(
      "sawtooth-notebook.csv",
      "text/csv",
      notebookCsv(complete, book.base, ["Sawtooth: notebook", link]),
    );
  return (
    <>
      <p className="notebook__acts">
        <CopyButton text={link} label="Copy link" />
        <button type="button" className="button" disabled={!isWhole} onClick={save}>
          Save table (CSV)
        </button>
        <button
          type="button"
          className="button"
          onClick={() => saveFile(BOOK_FILE.name, "text/plain", bookToFile(book))}
        >
          Save as a file
        </button>
        <OpenFile desk={desk} />
        <span role="status">{computedWords(complete.length, runs.length)}</span>
      </p>
      <p className="notebook__acts">
        <label>
          Scales{" "}
          <select
            className="menu"
            value={ownScales ? "own" : "shared"}
            onChange={(event) => desk.write({ ...book, ownScales: areOwn(event.currentTarget.value) })}
          >
            <option value="shared">the same for all runs</option>
            <option value="own">each run’s own</option>
          </select>
        </label>
        <span className="control__note">{scalesWords(ownScales)}</span>
      </p>
      <ol className="notebook__list">
        {runs.map((shown, at) => (
          <KeptRunRow
            key={shown.link}
            shown={shown}
            at={at}
            book={book}
            shared={shared}
            desk={desk}
            mayRemove={!ofLink || runs.length > 1}
          />
        ))}
      </ol>
      <NotebookTable runs={runs} base={book.base} onBase={(base) => desk.write({ ...book, base })} />
    </>
  );
}
