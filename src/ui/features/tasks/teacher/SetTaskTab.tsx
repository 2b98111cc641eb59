/**
 * The tab in which a task is written: the bench's run, what may be changed, the conditions and the texts, and the
 * resulting URL.
 */

import { useMemo, useState } from "react";
import { scenarioToUrl } from "../../../../engine/index.ts";
import { counted } from "../../../../lib/counted.ts";
import { csvRow } from "../../../../lib/csv.ts";
import { countedWords, countsWords } from "../../../../teaching/check/check.ts";
import { canvasTitleFault } from "../../../../teaching/check/check-table.ts";
import { readRoster } from "../../../../teaching/roster/roster.ts";
import { pointsWords } from "../../../../teaching/task/points.ts";
import { askedWords } from "../../../../teaching/task/questions.ts";
import { scormName, scormPackage } from "../../../../teaching/task/scorm.ts";
import {
  isByLink,
  packTask,
  partOfStudent,
  studentsPart,
  type Task,
  teacherFile,
  writeTask,
} from "../../../../teaching/task/task.ts";
import { useBenchState } from "../../../core/use-store.ts";
import { useChallenges, useLabs } from "../../../parts/guide/Challenges.tsx";
import { FaultList, Field, MadeLink, OpenDocument, RunLink } from "../../../parts/guide/form-parts.tsx";
import { KeptBoundary, KeptNote } from "../../../parts/kept-on-device.tsx";
import { MarkdownText } from "../../../parts/markdown/Markdown.tsx";
import { scenarioWords } from "../../../parts/words/setting-differences.ts";
import { Button } from "../../../shared/Button.tsx";
import { QrWithScreen } from "../../../shared/QrCode.tsx";
import { SymbolLines, SymbolText } from "../../../shared/SymbolText.tsx";
import { megabytes, saveFile, useOneFile } from "../../../shared/site-file.ts";
import { TextFile } from "../../../shared/TextFile.tsx";
import { changeWords } from "../TaskPanel.tsx";
import { type ClassEditor, type ClassState, TASK_DRAFT, useClass } from "./class-editor.ts";
import { TaskForm } from "./TaskForm.tsx";
import { TryVariants } from "./TryVariants.tsx";
import type { TaskDraft } from "./task-fields.ts";
import "./teacher.css";

export function SetTaskTab() {
  const { editor, state } = useClass();
  const { draft, faults } = state;
  return (
    <div className="class__pair">
      <div className="class__form">
        <OpenDocument what="task" problems={state.openProblems} onOpen={(text) => editor.openTask(text)} />
        <NewTask editor={editor} state={state} />
        <KeptNote kept={TASK_DRAFT} onTake={() => editor.takeKept()} />
        <Base editor={editor} state={state} />
        <TaskForm draft={draft} faults={faults} onDraft={(next) => editor.write(next)} />
      </div>
      <section className="class__result" aria-label="The task">
        <h2>The task</h2>
        <KeptBoundary kept={TASK_DRAFT} part="The task" value={state.file}>
          {state.task === null ? (
            <FaultList lines={[...faults.values()]}>
              <p>{faultsTitle(faults.size)}</p>
            </FaultList>
          ) : (
            <Finished task={state.task} />
          )}
        </KeptBoundary>
      </section>
    </div>
  );
}

/** Starts an empty task or one from a challenge. The previous draft can be restored, so that one click cannot lose it. */
function NewTask({ editor, state }: { readonly editor: ClassEditor; readonly state: ClassState }) {
  const [before, setBefore] = useState<TaskDraft | null>(null);
  const begin = (open: () => void) => {
    setBefore(state.draft);
    open();
  };
  return (
    <div className="class__row class__open">
      <Button onClick={() => begin(() => editor.newTask())}>New task</Button>
      <StartFrom
        what="a challenge"
        list={useChallenges()}
        onStart={({ text, teacherText }) =>
          begin(() => {
            editor.openTask(text);
            editor.openTask(teacherText);
          })
        }
      />
      <StartFrom
        what="a lab"
        list={useLabs()}
        onStart={({ taskText }) => begin(() => editor.openTask(taskText))}
      />
      {before !== null && (
        <Button
          look="small"
          onClick={() => {
            editor.write(before);
            setBefore(null);
          }}
        >
          {`Back to “${before.title}”`}
        </Button>
      )}
    </div>
  );
}

interface StartFromProps<Stored> {
  readonly what: string;
  /** The tasks; null while they load; a sentence if they cannot be loaded. */
  readonly list: readonly Stored[] | string | null;
  readonly onStart: (stored: Stored) => void;
}

/** A menu of built-in tasks. The chosen one is opened. */
function StartFrom<Stored extends { readonly task: Task }>({ what, list, onStart }: StartFromProps<Stored>) {
  if (list === null) return null;
  if (typeof list === "string") return <p role="alert">{list}</p>;
  return (
    <select
      className="menu"
      aria-label={`Start from ${what}`}
      value=""
      onChange={({ currentTarget }) => {
        const found = list.find(({ task }) => task.id === currentTarget.value);
        if (found !== undefined) onStart(found);
      }}
    >
      <option value="">{`Start from ${what} …`}</option>
      {list.map(({ task }) => (
        <option key={task.id} value={task.id}>
          {task.title}
        </option>
      ))}
    </select>
  );
}

function Base({ editor, state }: { readonly editor: ClassEditor; readonly state: ClassState }) {
  const { base } = state.draft;
  const onBench = useBenchState((own) => own.scenario);
  const isOther = useMemo(() => scenarioToUrl(onBench) !== scenarioToUrl(base), [onBench, base]);
  return (
    <section className="class-list" aria-label="Scenario">
      <h2>Scenario</h2>
      <p>
        <SymbolText text={scenarioWords(base)} />
      </p>
      <p className="class__row">
        <RunLink scenario={base}>Change it in the simulator</RunLink>
        {isOther && (
          <Button look="small" onClick={() => editor.takeScenario(onBench)}>
            Use the current run
          </Button>
        )}
      </p>
      {state.faults.has("scenario") && <p className="class-field__fault">{state.faults.get("scenario")}</p>}
    </section>
  );
}

function faultsTitle(count: number): string {
  const things = count === 1 ? "one problem" : counted(count, "problem");
  return `Correct ${things} to get a link:`;
}

function Finished({ task }: { readonly task: Task }) {
  const packed = useMemo(() => packTask(task), [task]);
  const address = location.href.split("#")[0];
  const link = `${address}#task=${packed}`;
  const [student, setStudent] = useState("");
  // A task with a secret seed has no variant unless a student is given.
  const own = useMemo(() => {
    if (!isByLink(task)) return `task=${packed}`;
    const id = student.trim() || "0";
    return `student=${encodeURIComponent(id)}&task=${packTask(partOfStudent(task, id))}`;
  }, [task, packed, student]);
  const canvas = canvasTitleFault(task.title);
  return (
    <>
      <div className="class__preview">
        <h3 lang={task.lang}>{task.title}</h3>
        <MarkdownText text={task.words} lang={task.lang} />
        <h4>You may change</h4>
        <SymbolLines lines={changeWords(task)} />
        <h4>What counts</h4>
        <SymbolLines lines={countsWords(task)} />
        <p className="class__note">{countedWords(task)}</p>
        {task.questions.length > 0 && (
          <>
            <h4>Questions</h4>
            <ol>
              {task.questions.map((question) => (
                <li key={question.id}>
                  <MarkdownText text={question.prompt} lang={task.lang} />
                  <p className="class__note">
                    {question.points === 0
                      ? askedWords(question)
                      : `${askedWords(question)}; ${pointsWords(question.points)}`}
                  </p>
                </li>
              ))}
            </ol>
          </>
        )}
      </div>
      <MadeLink
        what={task.secret === null ? "task" : "students’ part"}
        link={link}
        id={task.id}
        file={() => writeTask(studentsPart(task))}
      >
        <a className="button" href={`#${own}`}>
          Work on it yourself
        </a>
      </MadeLink>
      {canvas !== null && <p className="class-field__fault">{canvas}</p>}
      <Secrets task={task} />
      <TryVariants task={task} />
      {!isByLink(task) && <ScormButtons task={task} />}
      <details className="class__open">
        <summary>QR code</summary>
        {isByLink(task) && (
          <Field label="Student number" short hint="0" value={student} onValue={setStudent} />
        )}
        <QrWithScreen text={`${address}#${own}`} label={task.title} />
      </details>
    </>
  );
}

/** The teacher's part of the task as a file, or the remark that the URL contains everything. */
function Secrets({ task }: { readonly task: Task }) {
  if (task.secret === null) {
    const secrets = [
      ...(task.also.length > 0 ? ["hidden paths"] : []),
      ...(task.keys.length > 0 ? ["right answers"] : []),
      ...(task.hints.length > 0 ? ["hints"] : []),
      ...(task.vary.length > 0 ? ["the variant of every student"] : []),
    ];
    if (secrets.length === 0) return null;
    const words = `A link can be decoded by anyone who has it. It contains: ${secrets.join(", ")}. For graded work use “Two files”.`;
    return <p className="class__note">{words}</p>;
  }
  return (
    <section aria-label="Teacher’s file">
      <h3>Teacher’s file</h3>
      <p className="class__row">
        <Button
          look="main"
          onClick={() => saveFile(`${task.id}-teacher.md`, "text/markdown", teacherFile(task))}
        >
          Save the teacher’s file (.md)
        </Button>
      </p>
      <p className="class__note">
        The students’ link and file do not contain the teacher’s file. You need both files to check hand-ins.
      </p>
      {isByLink(task) && <StudentLinks task={task} />}
    </section>
  );
}

/** The seed is secret, so each student gets a URL with the student's variant: a table for mail merge. */
function StudentLinks({ task }: { readonly task: Task }) {
  const [message, setMessage] = useState("");
  const make = (text: string) => {
    try {
      const roster = readRoster(text);
      const address = location.href.split("#")[0];
      const rows = roster.rows.flatMap(({ cells, person }) => {
        if (person === null) return [];
        const student = `student=${encodeURIComponent(person.ids[0])}`;
        return [[...cells, `${address}#${student}&task=${packTask(partOfStudent(task, person.ids[0]))}`]];
      });
      const lines = [[...roster.heads, "link"], ...rows].map((row) => `${csvRow(row)}\r\n`);
      saveFile(`${task.id}-links.csv`, "text/csv", `\uFEFF${lines.join("")}`);
      setMessage(`${counted(rows.length, "link")} in ${task.id}-links.csv.`);
    } catch (error) {
      setMessage(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <>
      <p className="class__note">
        Each student needs a personal link, because variants depend on your seed. The link above says so. Open
        the roster to get the links as a table.
      </p>
      <p className="class__row">
        <TextFile
          label="Links for a roster (.csv)"
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          onText={make}
        />
      </p>
      <p className="class__note" role="status">
        {message}
      </p>
    </>
  );
}

/** The task as a package for a learning platform, with the simulator included. */
function ScormButtons({ task }: { readonly task: Task }) {
  const { bytes, failed, take } = useOneFile();
  if (bytes === null && failed === "") return null;
  const save = (page: string) => saveFile(scormName(task), "application/zip", scormPackage(task, page));
  return (
    <section aria-label="Package for a learning platform">
      <h3>For Moodle, Canvas and others (SCORM 1.2)</h3>
      <p className="class__row">
        <Button onClick={() => take(save)}>{`Package (.zip, ${megabytes(bytes ?? 0)} unpacked)`}</Button>
      </p>
      <p className="class__note">The package contains the simulator; no other server is needed.</p>
      <p className="class__note" role="status">
        {failed}
      </p>
    </section>
  );
}
