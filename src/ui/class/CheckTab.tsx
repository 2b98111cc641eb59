/** Hand-ins are checked: pasted or from a file, every one run again in the pool, and a table of who met what. */

import { type ReactNode, useId, useState, useSyncExternalStore } from "react";
import type { Scenario } from "../../engine/index.ts";
import { counted } from "../../experiments/counted.ts";
import { answerWords, conditionWords, verdictWords } from "../../teaching/check.ts";
import { type CheckedEntry, resultOf, tableCsv, tallyWords } from "../../teaching/check-list.ts";
import type { Task } from "../../teaching/task.ts";
import { Sign } from "../guides/task/TaskPanel.tsx";
import { Button } from "../shared/Button.tsx";
import { RunProgress } from "../shared/runs/RunProgress.tsx";
import { SymbolText } from "../shared/SymbolText.tsx";
import { saveFile } from "../shared/site-file.ts";
import { TextFile } from "../shared/TextFile.tsx";
import { type ClassEditor, type ClassState, useClass } from "./class-editor.ts";
import { LinkField, RunLink } from "./form-parts.tsx";

export function CheckTab() {
  const { editor, state } = useClass();
  return (
    <div className="class__check">
      <WhichTask editor={editor} state={state} />
      <HandIns editor={editor} state={state} />
      <Result editor={editor} state={state} />
    </div>
  );
}

interface PartProps {
  readonly editor: ClassEditor;
  readonly state: ClassState;
}

function WhichTask({ editor, state }: PartProps) {
  const [text, setText] = useState("");
  const take = (next: string) => {
    setText(next);
    editor.checkAgainst(next);
  };
  return (
    <section className="class-list" aria-label="Task">
      <h2>Task</h2>
      <p>{checkedTaskWords(editor.checkedTask()?.title, state.otherTask === null)}</p>
      <LinkField
        label="Link of the task (empty: the one under “Set a task”)"
        value={text}
        onValue={take}
        fileLabel="From a file (.md)"
        onFile={take}
        problems={state.otherProblems}
      />
    </section>
  );
}

function checkedTaskWords(title: string | undefined, isWritten: boolean): string {
  if (title === undefined)
    return isWritten ? "The task under “Set a task” is not finished." : "This task cannot be read.";
  return isWritten ? `“${title}”, the one under “Set a task”.` : `“${title}”.`;
}

function HandIns({ editor, state }: PartProps) {
  const id = useId();
  const noHandIns = state.handIns.trim() === "" ? "There are no hand-ins yet." : null;
  const why = editor.checkedTask() === null ? "There is no task to check against." : noHandIns;
  return (
    <section className="class-list" aria-label="Hand-ins">
      <h2>Hand-ins</h2>
      <label htmlFor={id}>
        One link or code a line, or a table (CSV) with columns for the name and the link or code
      </label>
      <textarea
        id={id}
        className="text-field class__words"
        rows={7}
        value={state.handIns}
        spellCheck={false}
        onChange={(event) => editor.writeHandIns(event.currentTarget.value)}
      />
      <p className="class__row">
        <Button look="main" refusal={why} onClick={() => editor.check()}>
          Check
        </Button>
        <TextFile
          label="Open a file (.csv, .txt)"
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          onText={(text) => editor.writeHandIns(text)}
        />
      </p>
      <p role="alert" className="class-field__fault">
        {state.listError}
      </p>
    </section>
  );
}

function Result({ editor, state: { checked } }: PartProps) {
  const { status, failures } = useSyncExternalStore(editor.runs.store.subscribe, editor.runs.store.get);
  if (checked === null) return null;
  const { task, list } = checked;
  const isOver = status === "done" || status === "cancelled";
  return (
    <section className="class__table" aria-label="Who met what">
      {isOver ? (
        <p role="status" className="class__tally">
          {[
            status === "cancelled" ? "Cancelled." : "",
            tallyWords(list),
            failures.length === 0 ? "" : `${counted(failures.length, "run")} failed.`,
          ]
            .join(" ")
            .trim()}
        </p>
      ) : (
        <RunProgress runs={editor.runs} what="check" />
      )}
      <CheckedTable task={task} list={list} />
      {isOver && (
        <Button onClick={() => saveFile(`${task.id}-checked.csv`, "text/csv", tableCsv(task, list))}>
          Save the table (CSV)
        </Button>
      )}
    </section>
  );
}

/** What has the focus is scrolled by the arrow keys. */
const SCROLLED_BY_KEYS = { tabIndex: 0 };

/** A line for each hand-in: what came of every condition, what a teacher should know, and the way to the bench. */
function CheckedTable({ task, list }: { readonly task: Task; readonly list: readonly CheckedEntry[] }) {
  const columns = columnsOf(task);
  return (
    <section className="class__scroll" aria-label="Table: who met what" {...SCROLLED_BY_KEYS}>
      <table>
        <thead>
          <tr>
            {columns.map(([title]) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {list.map((one) => (
            <tr key={one.entry.line}>
              {columns.map(([title, cell]) =>
                title === NAME ? (
                  <th key={title} scope="row">
                    {cell(one)}
                  </th>
                ) : (
                  <td key={title}>{cell(one)}</td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type Column = readonly [title: string, cell: (one: CheckedEntry) => ReactNode];

const NAME = "Name";

function columnsOf(task: Task): Column[] {
  return [
    ["Line", ({ entry }) => entry.line],
    [NAME, whoOf],
    ["Result", resultCell],
    ...task.counts.map((condition, i): Column => [conditionWords(condition), (one) => conditionCell(one, i)]),
    ["Try", ({ tries }) => tries ?? "–"],
    [
      "Answer",
      ({ answer, settings }) => answer !== null && <SymbolText text={answerWords(settings, answer)} />,
    ],
    ["Remarks", ({ problems, notes }) => <SymbolText text={[...problems, ...notes].join(" ")} />],
    ["Bench", (one) => one.answer !== null && <Open answer={one.answer} who={whoOf(one)} />],
  ];
}

function whoOf({ entry, name }: CheckedEntry): string {
  return entry.name || name || "no name";
}

function resultCell(one: CheckedEntry): ReactNode {
  if (one.problems.length === 0 && one.verdict === null) return "…";
  const result = resultOf(one);
  return result === "not counted" ? result : <Sign met={result === "met"} />;
}

function conditionCell({ verdict }: CheckedEntry, index: number): ReactNode {
  if (verdict === null) return null;
  const of = verdict.conditions[index];
  return (
    <>
      <span>{verdictWords(of)}</span> <Sign met={of.met} />
    </>
  );
}

function Open({ answer, who }: { readonly answer: Scenario; readonly who: string }) {
  return (
    <RunLink scenario={answer} aria-label={`Open the answer of ${who} on the bench`}>
      Open
    </RunLink>
  );
}
