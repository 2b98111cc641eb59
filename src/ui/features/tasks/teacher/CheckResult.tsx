/**
 * The result of a check: which hand-ins meet which conditions, what the teacher should look at, and the table as a file for
 * people, Moodle or Canvas.
 */

import { type ReactNode, useState, useSyncExternalStore } from "react";
import type { RunOrigin, Scenario } from "../../../../engine/index.ts";
import { counted } from "../../../../lib/counted.ts";
import { visibleText } from "../../../../lib/visible-text.ts";
import { answerWords, conditionWords, variantWords } from "../../../../teaching/check/check.ts";
import {
  type Checked,
  canvasTitleFault,
  type Platform,
  tableCsv,
} from "../../../../teaching/check/check-table.ts";
import {
  type CheckedEntry,
  NO_HAND_IN,
  remarksOf,
  resultOf,
  type TableLine,
  tableLines,
  tallyWords,
  type Unmarked,
  unmarkedWords,
} from "../../../../teaching/check/grading.ts";
import { nameOf } from "../../../../teaching/check/read-list.ts";
import { valueText } from "../../../../teaching/document/conditions.ts";
import { codeIn, programWords } from "../../../../teaching/task/program-answer.ts";
import type { Task } from "../../../../teaching/task/task.ts";
import { variantOf } from "../../../../teaching/task/variant.ts";
import { RunLink } from "../../../parts/guide/form-parts.tsx";
import { Button } from "../../../shared/Button.tsx";
import { RunProgress } from "../../../shared/runs/RunProgress.tsx";
import { Segments } from "../../../shared/Segments.tsx";
import { SymbolText } from "../../../shared/SymbolText.tsx";
import { saveFile } from "../../../shared/site-file.ts";
import { Sign } from "../TaskPanel.tsx";
import type { ClassEditor, ClassState } from "./class-editor.ts";
import { MarkAnswers } from "./MarkAnswers.tsx";

interface CheckResultProps {
  readonly editor: ClassEditor;
  readonly state: ClassState;
}

export function CheckResult({ editor, state: { checked } }: CheckResultProps) {
  const { status, failures } = useSyncExternalStore(editor.runs.store.subscribe, editor.runs.store.get);
  if (checked === null) return null;
  const outdated = editor.outdated();
  const isOver = status === "done" || status === "cancelled";
  return (
    <section className="class__table" aria-label="Results">
      {isOver ? (
        <p role="status" className="class__tally">
          {[
            status === "cancelled" ? "Cancelled." : "",
            tallyWords(checked.entries),
            failures.length === 0 ? "" : `${counted(failures.length, "run")} failed.`,
          ]
            .join(" ")
            .trim()}
        </p>
      ) : (
        <RunProgress runs={editor.runs} what="check" />
      )}
      <p role="alert" className="class-field__fault">
        {outdated}
      </p>
      <CheckedTable checked={checked} isRunning={!isOver} />
      {isOver && <SaveTable checked={checked} refusal={outdated} />}
      {checked.task.questions.length > 0 && (
        <MarkAnswers task={checked.task} list={checked.entries} marking={editor.marking} />
      )}
    </section>
  );
}

const FILES: readonly { readonly value: Platform; readonly label: string; readonly help: string }[] = [
  {
    value: "plain",
    label: "Everything",
    help: "All columns of this table, of the hand-ins and of the roster",
  },
  {
    value: "moodle",
    label: "Moodle",
    help: "Your list or roster with Grade and Feedback comments filled in",
  },
  { value: "canvas", label: "Canvas", help: "The grade book that you gave as the roster, with the scores" },
];

interface SaveTableProps {
  readonly checked: Checked;
  /** Reason why the table cannot be saved; null if it can. */
  readonly refusal: string | null;
}

function SaveTable({ checked, refusal }: SaveTableProps) {
  const [platform, setPlatform] = useState<Platform>("plain");
  const [fault, setFault] = useState("");
  const choose = (next: Platform) => {
    setPlatform(next);
    setFault("");
  };
  const [isAsking, setAsking] = useState(false);
  const waiting = platform === "plain" ? "" : unmarkedWords(checked.entries);
  const ask = () => {
    setAsking(waiting !== "");
    if (waiting === "") save("zero");
  };
  const save = (unmarked: Unmarked) => {
    setAsking(false);
    const name = platform === "plain" ? "checked" : platform;
    try {
      saveFile(`${checked.task.id}-${name}.csv`, "text/csv", tableCsv({ ...checked, unmarked }, platform));
      setFault("");
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <>
      <p className="class__row">
        <Segments aria-label="Table for" options={FILES} value={platform} onChoose={choose} />
        <Button refusal={refusal} onClick={ask}>
          Save the table (CSV)
        </Button>
      </p>
      {isAsking && waiting !== "" && refusal === null && (
        <div role="alert" className="class__asked">
          <p>{`${waiting} What should the table contain?`}</p>
          <p className="class__row">
            <Button onClick={() => save("empty")}>No grade for these hand-ins</Button>
            <Button onClick={() => save("zero")}>0 points for these answers</Button>
            <Button onClick={() => setAsking(false)}>Mark them first</Button>
          </p>
        </div>
      )}
      {platform === "canvas" && <p className="class-field__fault">{canvasTitleFault(checked.task.title)}</p>}
      <p className="class__note">{FILES.find(({ value }) => value === platform)?.help}</p>
      <p role="alert" className="class-field__fault">
        {fault}
      </p>
    </>
  );
}

interface Filter {
  readonly value: string;
  readonly words: string;
  takes(line: TableLine): boolean;
}

const ofResult = (result: string) => (line: TableLine) =>
  line.entry !== null && resultOf(line.entry) === result;

const FILTERS: readonly Filter[] = [
  { value: "all", words: "All", takes: () => true },
  { value: "flags", words: "With a flag", takes: ({ entry }) => (entry?.flags.length ?? 0) > 0 },
  { value: "met", words: "Met", takes: ofResult("met") },
  { value: "not met", words: "Not met", takes: ofResult("not met") },
  { value: "not counted", words: "Not counted", takes: ofResult("not counted") },
  { value: "none", words: "No hand-in", takes: ({ entry }) => entry === null },
];

/** Makes an element focusable, so that the arrow keys can scroll it. */
const SCROLLED_BY_KEYS = { tabIndex: 0 };

interface CheckedTableProps {
  readonly checked: Checked;
  readonly isRunning: boolean;
}

/** One line per hand-in: the result of each condition, remarks for the teacher, and a link to the bench. */
function CheckedTable({ checked, isRunning }: CheckedTableProps) {
  const [chosen, setChosen] = useState("all");
  const lines = tableLines(checked.roster, checked.entries);
  // A filter without matches is not offered, unless it is the active one.
  const offered = FILTERS.map((one) => ({ ...one, count: lines.filter(one.takes).length })).filter(
    ({ value, count }) => count > 0 || value === "all" || value === chosen,
  );
  const filter = offered.find(({ value }) => value === chosen) ?? offered[0];
  const columns = columnsOf(checked.task, isRunning);
  return (
    <>
      <Segments
        aria-label="Which hand-ins are shown"
        options={offered.map(({ value, words, count }) => ({ value, label: `${words} ${count}` }))}
        value={filter.value}
        onChoose={setChosen}
      />
      <section className="class__scroll" aria-label="Table of results" {...SCROLLED_BY_KEYS}>
        <table>
          <thead>
            <tr>
              {columns.map(({ title }) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.filter(filter.takes).map((line) => (
              <tr
                key={line.entry === null ? `person ${line.person?.line}` : line.entry.entry.line}
                className={line.entry?.counts === false ? "class__earlier" : undefined}
              >
                {columns.map(({ title, isName, cell }) =>
                  isName === true ? (
                    <th key={title} scope="row">
                      {cell(line)}
                    </th>
                  ) : (
                    <td key={title}>{cell(line)}</td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

interface Column {
  readonly title: string;
  readonly isName?: true;
  cell(line: TableLine): ReactNode;
}

function columnsOf(task: Task, isRunning: boolean): Column[] {
  const column = (title: string, cell: (one: CheckedEntry) => ReactNode): Column => ({
    title,
    cell: ({ entry }) => entry && cell(entry),
  });
  const variant: Column[] =
    task.vary.length === 0
      ? []
      : [
          column("Variant", (one) => (
            <SymbolText text={one.answer === null ? "" : variantWords(variantOf(task, one.name))} />
          )),
        ];
  return [
    column("Line", ({ entry }) => entry.line),
    { title: "Name", isName: true, cell: Whose },
    { title: "Result", cell: ({ entry }) => (entry === null ? NO_HAND_IN : resultCell(entry)) },
    column("Score", ({ score }) => score),
    column("Flags", ({ flags }) => (
      <span className="class__flags">
        {flags.map((flag) => (
          <span key={flag} className="class__flag">
            {flag}
          </span>
        ))}
      </span>
    )),
    ...task.counts.map((condition, i) => column(conditionWords(condition), (one) => conditionCell(one, i))),
    column("Try", ({ tries }) => tries ?? "–"),
    ...variant,
    column("Answer", (one) => <AnswerCell {...one} />),
    column("Remarks", (one) => <SymbolText text={visibleText(remarksOf(one, isRunning).join(" "))} />),
    column(
      "Bench",
      (one) =>
        one.answer !== null && <Open answer={one.answer} origin={one.record?.origin} who={whoOf(one)} />,
    ),
  ];
}

/** The changed settings of an answer. A program is shown as text and not run. */
function AnswerCell({ answer, settings, ...one }: CheckedEntry) {
  const code = codeIn(settings);
  const words = answer === null ? "" : answerWords(settings, answer);
  if (code === null) return <SymbolText text={words} />;
  const shown = visibleText(code);
  return (
    <details className="class__code">
      <summary>{visibleText(words === "" ? programWords(code) : words)}</summary>
      <textarea
        readOnly
        spellCheck={false}
        translate="no"
        aria-label={`Program of ${whoOf({ answer, settings, ...one })}`}
        rows={Math.min(24, shown.split("\n").length + 1)}
        value={shown}
      />
    </details>
  );
}

/** The student of a hand-in. Invisible characters are written out, so that no name can imitate a different name. */
function Whose({ entry, person }: TableLine): ReactNode {
  const id = person?.ids[0];
  const name = visibleText(person?.name ?? (entry === null ? "" : whoOf(entry)));
  return (
    <>
      <span>{name}</span>
      {id !== undefined && id !== name && <span className="class__id">{visibleText(id)}</span>}
    </>
  );
}

function whoOf(one: CheckedEntry): string {
  return nameOf(one) || "no name";
}

function resultCell(one: CheckedEntry): ReactNode {
  if (one.problems.length === 0 && one.verdict === null) return "…";
  const result = resultOf(one);
  return result === "not counted" ? result : <Sign met={result === "met"} />;
}

function conditionCell({ verdict }: CheckedEntry, index: number): ReactNode {
  if (verdict === null) return null;
  const { condition, runs, worst, met } = verdict.conditions[index];
  return (
    <>
      <span className="class__value">{valueText(condition, worst)}</span> <Sign met={met} />
      {runs.length > 1 && (
        <span className="class__id class__value">{`on ${runs.filter((run) => run.met).length} of ${runs.length} runs`}</span>
      )}
    </>
  );
}

interface OpenProps {
  readonly answer: Scenario;
  readonly origin: RunOrigin | undefined;
  readonly who: string;
}

function Open({ answer, origin, who }: OpenProps) {
  return (
    <RunLink scenario={answer} origin={origin} aria-label={`Open the answer of ${who} on the bench`}>
      Open
    </RunLink>
  );
}
