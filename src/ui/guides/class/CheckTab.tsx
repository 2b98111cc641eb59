/** Hand-ins are checked: pasted or from a file, every one run again in the pool, and a table of who met what. */

import "../../shared/figures/figures.css";
import { useId, useMemo, useState, useSyncExternalStore } from "react";
import { scenarioToUrl } from "../../../engine/index.ts";
import { answerWords, conditionWords, verdictWords } from "../../../teaching/check.ts";
import { type CheckedEntry, resultOf, tableCsv, tallyWords } from "../../../teaching/check-list.ts";
import type { Task } from "../../../teaching/task.ts";
import { disabledBecause } from "../../shared/because.ts";
import { isPlainClick } from "../../shared/plain-click.ts";
import { problemText } from "../../shared/problem-words.ts";
import { RunProgress } from "../../shared/runs/RunProgress.tsx";
import { SymbolText } from "../../shared/SymbolText.tsx";
import { saveFile } from "../../shared/save-file.ts";
import { TextFile } from "../../shared/TextFile.tsx";
import { useBench } from "../../state/use-store.ts";
import { Sign } from "../task/TaskPanel.tsx";
import { type ClassDesk, type ClassState, classDeskOf } from "./class-store.ts";
import { checkedTaskWords, failedRunsWords, openLabel, whoWords, whyNoCheck } from "./class-words.ts";

export function CheckTab() {
  const bench = useBench();
  const desk = useMemo(() => classDeskOf(bench), [bench]);
  const state = useSyncExternalStore(desk.store.subscribe, desk.store.get);
  return (
    <div className="class__check">
      <WhichTask desk={desk} state={state} />
      <HandIns desk={desk} state={state} />
      <Result desk={desk} state={state} />
    </div>
  );
}

interface PartProps {
  readonly desk: ClassDesk;
  readonly state: ClassState;
}

function WhichTask({ desk, state }: PartProps) {
  const id = useId();
  const [text, setText] = useState("");
  const take = (next: string) => {
    setText(next);
    desk.checkAgainst(next);
  };
  return (
    <section className="class-list" aria-label="Task">
      <h2>Task</h2>
      <p>{checkedTaskWords(desk.checkedTask(), state.otherTask === null)}</p>
      <label htmlFor={id}>Link of the task (empty: the one under “Set a task”)</label>
      <span className="class__row">
        <input
          id={id}
          className="text-field"
          type="text"
          autoComplete="off"
          value={text}
          onChange={(event) => take(event.currentTarget.value)}
        />
        <TextFile label="From a file (.md)" accept=".md,.txt,text/markdown" onText={take} />
      </span>
      <ul role="alert" className="class-field__fault">
        {state.otherProblems.map((problem) => (
          <li key={problemText(problem)}>{problemText(problem)}</li>
        ))}
      </ul>
    </section>
  );
}

function HandIns({ desk, state }: PartProps) {
  const id = useId();
  const why = whyNoCheck(desk.checkedTask() !== null, state.handIns.trim() !== "");
  return (
    <section className="class-list" aria-label="Hand-ins">
      <h2>Hand-ins</h2>
      <label htmlFor={id}>
        One link or code a line, or a table (CSV) with columns for the name and the link or code
      </label>
      <textarea
        id={id}
        className="class__words"
        rows={7}
        value={state.handIns}
        spellCheck={false}
        onChange={(event) => desk.writeHandIns(event.currentTarget.value)}
      />
      <p className="class__row">
        <button
          type="button"
          className="button button--main"
          {...disabledBecause(why)}
          onClick={() => why === null && desk.check()}
        >
          Check
        </button>
        <TextFile
          label="Open a file (.csv, .txt)"
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          onText={(text) => desk.writeHandIns(text)}
        />
      </p>
      <p role="alert" className="class-field__fault">
        {state.listError}
      </p>
    </section>
  );
}

function Result({ desk, state: { checked } }: PartProps) {
  const { status, failures } = useSyncExternalStore(desk.runs.store.subscribe, desk.runs.store.get);
  if (checked === null) return null;
  const { task, list } = checked;
  const isOver = status === "done" || status === "cancelled";
  return (
    <section className="class__table" aria-label="Who met what">
      {isOver ? (
        <p role="status" className="class__tally">
          {status === "cancelled" && "Cancelled. "}
          {tallyWords(list)} {failedRunsWords(failures.length)}
        </p>
      ) : (
        <RunProgress runs={desk.runs} what="check" />
      )}
      <CheckedTable task={task} list={list} />
      {isOver && (
        <button
          type="button"
          className="button"
          onClick={() => saveFile(`${task.id}-checked.csv`, "text/csv", tableCsv(task, list))}
        >
          Save the table (CSV)
        </button>
      )}
    </section>
  );
}

/** A line for each hand-in: what came of every condition, what a teacher should know, and the way to the bench. */

interface CheckedTableProps {
  readonly task: Task;
  readonly list: readonly CheckedEntry[];
}

/** What has the focus is scrolled by the arrow keys. */
const SCROLLED_BY_KEYS = { tabIndex: 0 };

export function CheckedTable({ task, list }: CheckedTableProps) {
  return (
    <section className="class__scroll" aria-label="Table: who met what" {...SCROLLED_BY_KEYS}>
      <table>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Name</th>
            <th scope="col">Result</th>
            {task.counts.map(conditionWords).map((words) => (
              <th key={words} scope="col">
                {words}
              </th>
            ))}
            <th scope="col">Try</th>
            <th scope="col">Answer</th>
            <th scope="col">Remarks</th>
            <th scope="col">Bench</th>
          </tr>
        </thead>
        <tbody>
          {list.map((one) => (
            <Row key={one.entry.line} one={one} task={task} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ one, task }: { readonly one: CheckedEntry; readonly task: Task }) {
  const { entry, problems, notes, tries, verdict, settings, answer } = one;
  return (
    <tr>
      <td>{entry.line}</td>
      <th scope="row">{whoWords(one)}</th>
      <td>{problems.length > 0 || verdict !== null ? <Outcome one={one} /> : "…"}</td>
      {task.counts.map((condition, i) => (
        <td key={conditionWords(condition)}>
          {verdict !== null && (
            <>
              {verdictWords(verdict.conditions[i])} <Sign met={verdict.conditions[i].met} />
            </>
          )}
        </td>
      ))}
      <td>{tries ?? "–"}</td>
      <td>{answer !== null && <SymbolText text={answerWords(settings, answer)} />}</td>
      <td>
        <SymbolText text={[...problems, ...notes].join(" ")} />
      </td>
      <td>{answer !== null && <Open one={one} />}</td>
    </tr>
  );
}

function Outcome({ one }: { readonly one: CheckedEntry }) {
  const result = resultOf(one);
  return result === "not counted" ? "not counted" : <Sign met={result === "met"} />;
}

function Open({ one }: { readonly one: CheckedEntry }) {
  const bench = useBench();
  const { answer } = one;
  if (answer === null) return null;
  return (
    <a
      className="strip__link"
      href={`#${scenarioToUrl(answer)}`}
      aria-label={openLabel(whoWords(one))}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        bench.openRun(answer);
      }}
    >
      Open
    </a>
  );
}
