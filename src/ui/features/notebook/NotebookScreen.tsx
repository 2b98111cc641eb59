/** The notebook: runs kept from the bench, compared in small plots and in a table. */
import { useEffect, useId, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { counted } from "../../../lib/counted.ts";
import { runStamp } from "../../bench/pictures/shown-plots.ts";
import { useBench, useBenchState } from "../../core/use-store.ts";
import { KeptBoundary, KeptNote } from "../../parts/kept-on-device.tsx";
import { HeldRuns, NoPlotsYet } from "../../parts/runs/HeldRuns.tsx";
import { keptScenario, NOTEBOOK } from "../../parts/runs/keep.ts";
import {
  BOOK_FILE,
  bookToFile,
  bookToFragment,
  LONGEST_NAME,
  moved,
  renamed,
  type Scales,
  scalesNamed,
} from "../../parts/runs/notebook.ts";
import {
  type NotebookState,
  type NotebookStore,
  notebookOf,
  type ShownRun,
  shownRuns,
} from "../../parts/runs/notebook-store.ts";
import { type NotebookRun, notebookCsv } from "../../parts/runs/notebook-table.ts";
import { RunsTable } from "../../parts/runs/RunsTable.tsx";
import { SmallPlots } from "../../parts/runs/SmallPlots.tsx";
import { type NotebookScales, notebookScales, ownWords } from "../../parts/runs/small-plots.ts";
import { Button, IconButton } from "../../shared/Button.tsx";
import { CopyButton } from "../../shared/CopyButton.tsx";
import { Icon } from "../../shared/Icon.tsx";
import { ProblemList } from "../../shared/ProblemList.tsx";
import { qrPath } from "../../shared/QrCode.tsx";
import { saveFile } from "../../shared/site-file.ts";
import { TextFile } from "../../shared/TextFile.tsx";
import { dateWords, printPage } from "./ReportSection.tsx";
import "./notebook.css";

export function NotebookScreen() {
  const bench = useBench();
  const notebook = notebookOf(bench);
  const text = useBenchState((state) => state.screen.text);
  const state = useSyncExternalStore(notebook.store.subscribe, notebook.store.get);
  useEffect(() => notebook.open(text), [notebook, text]);
  // Follows changes by a different tab, so that this tab's changes are made to the latest notebook.
  useEffect(
    () => (text === "" ? bench.device.onChange(NOTEBOOK, () => notebook.open("")) : undefined),
    [bench, notebook, text],
  );
  useEffect(() => {
    notebook.compute();
    return () => notebook.leave();
  }, [notebook]);
  const { book, computed, held, fileProblems } = state;
  const runs = useMemo(() => shownRuns({ book, computed, held }), [book, computed, held]);
  return (
    <main className="notebook">
      <header className="notebook__head">
        <h2>Notebook</h2>
        <p>
          Runs that you kept, side by side. Each is computed here from its link.
          {!state.ofLink && <span> Kept runs are stored on this device.</span>}
        </p>
      </header>
      {!state.ofLink && <KeptNote kept={NOTEBOOK} />}
      {state.problem !== null && <p role="alert">{state.problem}</p>}
      {fileProblems.length > 0 && (
        <div className="notice notice--error" role="alert">
          <div>
            <p className="notice__title">The file cannot be opened:</p>
            <ProblemList problems={fileProblems} />
          </div>
        </div>
      )}
      {state.ofLink && runs.length > 0 && (
        <p className="notebook__acts">
          This notebook was opened from a link or a file. Your changes are stored in its link.
          <Button onClick={() => notebook.adopt()}>Add its runs to my notebook</Button>
        </p>
      )}
      <Deleted notebook={notebook} before={state.before} />
      <HeldRuns held={state.held} onCompute={() => notebook.compute(true)} />
      {runs.length > 0 ? (
        <KeptBoundary kept={state.ofLink ? null : NOTEBOOK} part="The runs" value={state}>
          <Runs notebook={notebook} state={state} runs={runs} />
        </KeptBoundary>
      ) : (
        <>
          <p className="notebook__empty">
            No runs yet. In the simulator press K, or “Keep in the notebook” under “Compare”.
          </p>
          <p className="notebook__acts">
            <OpenFile notebook={notebook} />
          </p>
        </>
      )}
    </main>
  );
}

interface OfNotebook {
  readonly notebook: NotebookStore;
}

function OpenFile({ notebook }: OfNotebook) {
  return (
    <TextFile label="Open a file" accept={BOOK_FILE.accept} onText={(text) => notebook.openFile(text)} />
  );
}

/** The message after a deletion. Its "Undo" button gets the focus. */
function Deleted({ notebook, before }: OfNotebook & Pick<NotebookState, "before">) {
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (before !== null) undo.current?.focus();
  }, [before]);
  return (
    <p className="notebook__acts" role="status">
      {before !== null && (
        <>
          <span>{`“${before.name}” was deleted.`}</span>
          <Button ref={undo} onClick={() => notebook.undo()}>
            <Icon name="undo" />
            Undo
          </Button>
        </>
      )}
    </p>
  );
}

const SCALE_WORDS: Readonly<Record<Scales, string>> = {
  auto: "shared, unless a run would be flattened",
  shared: "the same for all runs",
  own: "separate for each run",
};

interface RunsProps extends OfNotebook {
  readonly state: NotebookState;
  readonly runs: readonly ShownRun[];
}

function Runs({ notebook, state: { book, ofLink }, runs }: RunsProps) {
  const complete = useMemo(() => runs.flatMap(({ run }) => run ?? []), [runs]);
  const scales = useMemo(() => notebookScales(complete, book.scales), [complete, book.scales]);
  const link = `${location.href.split("#")[0]}#screen=notebook&${bookToFragment(book)}`;
  const isWhole = complete.length === runs.length;
  const [printed, setPrinted] = useState(true);
  const count = counted(runs.length, "run");
  const saveTable = () =>
    saveFile(
      "sawtooth-notebook.csv",
      "text/csv",
      notebookCsv(complete, book.base, ["Sawtooth: notebook", link]),
    );
  return (
    <>
      <p className="notebook__acts">
        <CopyButton text={link} label="Copy link" />
        <Button disabled={!isWhole} onClick={saveTable}>
          Save table (CSV)
        </Button>
        <Button disabled={!isWhole} onClick={() => void printPage().then(setPrinted)}>
          Print or save as PDF
        </Button>
        <Button onClick={() => saveFile(BOOK_FILE.name, "text/plain", bookToFile(book))}>
          Save as a file
        </Button>
        <OpenFile notebook={notebook} />
        {!printed && <span role="alert">The browser does not allow this page to print.</span>}
        <span role="status">{isWhole ? count : `${complete.length} of ${count} computed`}</span>
      </p>
      <p className="notebook__acts">
        <label>
          Scales{" "}
          <select
            className="menu"
            value={book.scales}
            onChange={(event) => notebook.write({ ...book, scales: scalesNamed(event.currentTarget.value) })}
          >
            {Object.entries(SCALE_WORDS).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        </label>
        <span className="control__note">
          <span>{ownWords(scales, book.scales)}</span> They fit the time after the warm-up; a higher peak at
          the start leaves the plot at its top.
        </span>
      </p>
      <ol className="notebook__list">
        {runs.map((shown, at) => (
          <KeptRun
            key={shown.link}
            notebook={notebook}
            shown={shown}
            at={at}
            scales={scales}
            mayRemove={!ofLink || runs.length > 1}
          />
        ))}
      </ol>
      <RunsTable runs={runs} base={book.base} onBase={(base) => notebook.write({ ...book, base })} />
      <OnPaper link={link} runs={complete} />
    </>
  );
}

/** Instructions below a printed notebook on how to repeat the runs. Visible on paper only. */
function OnPaper({ link, runs }: { readonly link: string; readonly runs: readonly NotebookRun[] }) {
  const code = qrPath(link);
  return (
    <section className="notebook__origin">
      <h3>Repeat these runs</h3>
      <p>
        {`${dateWords(new Date())}. The link opens these runs as a notebook, with identical results on every computer.`}
      </p>
      <p className="report__link" translate="no">
        {link}
      </p>
      <ul>
        {runs.map(({ name, scenario, snapshot }) => (
          <li key={snapshot.digest + name} translate="no">{`${name}: ${runStamp(scenario, snapshot)}`}</li>
        ))}
      </ul>
      {code !== null && (
        <svg viewBox={`0 0 ${code.size} ${code.size}`} role="img" aria-label="QR code of the link">
          <path fill="#000" d={code.path} />
        </svg>
      )}
    </section>
  );
}

interface KeptRunProps extends OfNotebook {
  readonly shown: ShownRun;
  readonly at: number;
  readonly scales: NotebookScales;
  readonly mayRemove: boolean;
}

/** A kept run: its name, its position in the order, and its small plots. */
function KeptRun({ notebook, shown, at, scales, mayRemove }: KeptRunProps) {
  const bench = useBench();
  const nameId = useId();
  const { name, link, run, isHeld, problems } = shown;
  const { book } = notebook.store.get();
  const acts = [
    {
      label: "Open in the simulator",
      disabled: false,
      act() {
        const { scenario, watch } = keptScenario(link);
        bench.openRun(scenario);
        bench.watchLink(watch);
      },
    },
    { label: "Up", disabled: at === 0, act: () => notebook.write(moved(book, at, -1)) },
    {
      label: "Down",
      disabled: at === book.runs.length - 1,
      act: () => notebook.write(moved(book, at, 1)),
    },
  ];
  return (
    <li className="kept">
      <div className="kept__head">
        <label htmlFor={nameId} className="unseen">
          {`Name of run ${at + 1}`}
        </label>
        <input
          id={nameId}
          className="text-field kept__name"
          value={name}
          maxLength={LONGEST_NAME}
          autoComplete="off"
          onChange={(event) => notebook.write(renamed(book, at, event.currentTarget.value))}
        />
        {acts.map(({ label, disabled, act }) => (
          <Button key={label} aria-label={`${label}: ${name}`} disabled={disabled} onClick={act}>
            {label}
          </Button>
        ))}
        <IconButton
          icon="remove"
          label={`Delete: ${name}`}
          title="Delete"
          disabled={!mayRemove}
          onClick={() => notebook.remove(at)}
        />
      </div>
      {problems.map((problem) => (
        <p key={problem} className="control__note" role="alert">
          {problem}
        </p>
      ))}
      {run !== null ? (
        <SmallPlots run={run} scales={scales} />
      ) : (
        <NoPlotsYet isHeld={isHeld} problems={problems} />
      )}
    </li>
  );
}
