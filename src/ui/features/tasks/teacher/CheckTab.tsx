/** The tab that checks hand-ins: pasted or from files, each simulated again in the pool, with a table of the results. */

import { useId, useMemo, useState } from "react";
import { counted } from "../../../../lib/counted.ts";
import type { HandInFile } from "../../../../teaching/answer/hand-in-files.ts";
import {
  COLUMN_ROLES,
  type ColumnRole,
  type Columns,
  columnsWords,
  placesOf,
} from "../../../../teaching/tables/table-columns.ts";
import { Field, LinkField } from "../../../parts/guide/form-parts.tsx";
import { readChosenFiles } from "../../../parts/guide/hand-in-input.ts";
import { KeptBoundary, KeptNote } from "../../../parts/kept-on-device.tsx";
import { Button, Check } from "../../../shared/Button.tsx";
import { TextFile } from "../../../shared/TextFile.tsx";
import { CheckResult } from "./CheckResult.tsx";
import { CHECK_INPUTS, DATES, type RulesDraft } from "./check-inputs.ts";
import { type ClassEditor, type ClassState, useClass } from "./class-editor.ts";
import "./teacher.css";

export function CheckTab() {
  const { editor, state } = useClass();
  return (
    <div className="class__check">
      <KeptNote kept={CHECK_INPUTS} onTake={() => editor.takeKeptInputs()} />
      <KeptBoundary kept={CHECK_INPUTS} part="The check" value={state.inputs}>
        <WhichTask editor={editor} state={state} />
        <HandIns editor={editor} state={state} />
        <CheckResult editor={editor} state={state} />
      </KeptBoundary>
    </div>
  );
}

interface PartProps {
  readonly editor: ClassEditor;
  readonly state: ClassState;
}

function WhichTask({ editor, state }: PartProps) {
  const task = editor.checkedTask();
  const isPart = task === null && state.otherTask?.isPart === true;
  const words = checkedTaskWords(task?.title, state.otherTask === null, isPart);
  return (
    <section className="class-list" aria-label="Task">
      <h2>Task</h2>
      <p>{words}</p>
      <LinkField
        label="Link of the task (empty: the one under “Set a task”)"
        value={state.inputs.task.shown}
        onValue={(text) => editor.checkAgainst(text)}
        fileLabel="From a file (.md)"
        onFile={(text, name) => editor.checkAgainst(text, name)}
        problems={state.otherProblems}
      />
      {state.otherTask !== null && (
        <p className="class__row">
          <TextFile
            label="Teacher’s file (.md)"
            accept=".md,.txt,text/markdown"
            onText={(own) => editor.takeTeacherFile(own)}
          />
          <span className="class__note">{teacherFileWords(state)}</span>
        </p>
      )}
    </section>
  );
}

function teacherFileWords({ otherTask, inputs }: ClassState): string {
  if (inputs.task.teacherFile !== "") return "Teacher’s file loaded.";
  return otherTask?.isPart === true
    ? "This task has two files. The teacher’s file is missing."
    : "Needed if the task has two files.";
}

function checkedTaskWords(title: string | undefined, isWritten: boolean, isPart: boolean): string {
  if (isPart) return "This file is the students’ part of the task.";
  if (title === undefined)
    return isWritten ? "The task under “Set a task” is not finished." : "This task cannot be read.";
  return isWritten ? `“${title}”, from “Set a task”.` : `“${title}”.`;
}

function HandIns({ editor, state }: PartProps) {
  const id = useId();
  const { handIns, files } = state.inputs;
  const noHandIns = handIns.trim() === "" && files.length === 0 ? "There are no hand-ins yet." : null;
  const why = editor.checkedTask() === null ? "Choose a task first." : noHandIns;
  return (
    <section className="class-list" aria-label="Hand-ins">
      <h2>Hand-ins</h2>
      <label htmlFor={id}>
        One link or code per line, or a table (CSV) with columns for the name and for the link or code
      </label>
      <textarea
        id={id}
        className="text-field class__words"
        rows={7}
        value={handIns}
        spellCheck={false}
        onChange={(event) => editor.writeHandIns(event.currentTarget.value)}
      />
      <p className="class__row">
        <HandInFiles
          label="Open a file (.csv, .txt), a zip or several files"
          onFiles={(files) => editor.takeFiles(files)}
        />
        <HandInFiles label="Open a folder" isFolder onFiles={(files) => editor.takeFiles(files)} />
        {files.length > 0 && (
          <>
            <span className="class__note">{counted(files.length, "file")}</span>
            <Button look="small" onClick={() => editor.replaceHandIns("")}>
              Remove the files
            </Button>
          </>
        )}
        {state.replaced !== null && (
          <Button look="small" onClick={() => editor.bringBack()}>
            Bring back the previous list
          </Button>
        )}
      </p>
      <FoundColumns editor={editor} state={state} />
      <RosterPart editor={editor} state={state} />
      <CourseRules editor={editor} state={state} />
      {editor.checkedTask()?.code != null && (
        <p className="class__note">
          Students’ programs run when you press Check. They run in a sandbox that can access only the numbers
          of the run, for at most 20 s each. You can read each program in the table.
        </p>
      )}
      <p className="class__row">
        <Button look="main" refusal={why} onClick={() => editor.check()}>
          Check
        </Button>
      </p>
      <p role="alert" className="class-field__fault">
        {state.listError}
      </p>
      <StoredInputs editor={editor} state={state} />
    </section>
  );
}

/** States which inputs survive a reload, and removes them from the device at the user's request. */
function StoredInputs({ editor, state: { inputs, notStored } }: PartProps) {
  const [isAsking, setAsking] = useState(false);
  if (CHECK_INPUTS.write(inputs) === "") return null;
  const words =
    notStored.length === 0
      ? "The task, the hand-ins, the roster and the settings stay on this device until you remove them."
      : `Too long to be stored on this device: ${notStored.join(" and ")}. Open the file again after a reload.`;
  const clear = () => {
    setAsking(false);
    editor.clearInputs();
  };
  return isAsking ? (
    <div role="alert" className="class__asked">
      <p>Remove the list, the roster and the settings? Marks stay.</p>
      <p className="class__row">
        <Button onClick={clear}>Remove</Button>
        <Button onClick={() => setAsking(false)}>Keep them</Button>
      </p>
    </div>
  ) : (
    <p className="class__row">
      <span className="class__note">{words}</span>
      <Button look="small" onClick={() => setAsking(true)}>
        Remove all
      </Button>
    </p>
  );
}

interface HandInFilesProps {
  readonly label: string;
  readonly isFolder?: boolean;
  onFiles(files: readonly HandInFile[]): void;
}

/** A field for files of this device, which are read in the page. */
function HandInFiles({ label, isFolder = false, onFiles }: HandInFilesProps) {
  const [error, setError] = useState("");
  const read = async (field: HTMLInputElement) => {
    const files = [...(field.files ?? [])];
    try {
      const read = await readChosenFiles(files);
      setError("");
      if (read.length > 0) onFiles(read);
    } catch (reason) {
      setError(reason instanceof Error ? reason.message : String(reason));
    }
    // Resetting the field allows the same files to be chosen again after they were corrected.
    field.value = "";
  };
  return (
    <label className="button text-file">
      <span>{label}</span>
      <input
        type="file"
        multiple
        {...(isFolder ? { webkitdirectory: "" } : { accept: ".csv,.txt,.tsv,.html,.htm,.zip,text/*" })}
        onChange={(event) => void read(event.currentTarget)}
      />
      {error !== "" && <span role="alert">{error}</span>}
    </label>
  );
}

const ROLE_LABELS: Readonly<Record<ColumnRole, string>> = {
  name: "Name",
  number: "Number or address",
  "hand-in": "Hand-in",
  time: "Time",
  grade: "Grade",
  maximum: "Highest grade",
  comments: "Comments",
  group: "Group",
};

/** The meaning of the list's columns as detected, for the teacher to correct. */
function FoundColumns({ editor, state }: PartProps) {
  const { handIns, files, columns } = state.inputs;
  const list = useMemo(() => {
    void [handIns, files, columns];
    try {
      return editor.list();
    } catch {
      return null;
    }
  }, [editor, handIns, files, columns]);
  if (list === null || list.heads === null || files.length > 0) return null;
  return (
    <ColumnChoices
      title="Columns"
      heads={list.heads}
      columns={list.columns}
      roles={COLUMN_ROLES}
      onCorrect={(role, column) => editor.correctColumn(role, column)}
    />
  );
}

interface ColumnChoicesProps {
  readonly title: string;
  readonly heads: readonly string[];
  readonly columns: Columns;
  readonly roles: readonly ColumnRole[];
  onCorrect(role: ColumnRole, column: string): void;
}

function ColumnChoices({ title, heads, columns, roles, onCorrect }: ColumnChoicesProps) {
  const options = [
    ["none", "none"],
    ...heads.map((head, i) => [String(i + 1), head || `column ${i + 1}`]),
  ] as const;
  const places = placesOf(columns);
  return (
    <details className="class__open">
      <summary>{`${title}: ${columnsWords(columns, heads)}`}</summary>
      <div className="class-rules">
        {roles.map((role) => (
          <Choice
            key={role}
            label={ROLE_LABELS[role]}
            value={places[role] < 0 ? "none" : String(places[role] + 1)}
            options={options.map(([value, words]) => [value, words] as const)}
            onValue={(column) => onCorrect(role, column)}
          />
        ))}
      </div>
    </details>
  );
}

const ROSTER_ROLES = COLUMN_ROLES.filter((role) => role !== "hand-in" && role !== "time");

/** The list of students. Numbers and addresses identify people, so that two people with the same name stay separate. */
function RosterPart({ editor, state: { inputs, roster, ruleFaults } }: PartProps) {
  const people = roster?.rows.filter(({ person }) => person !== null).length ?? 0;
  const words =
    roster === null
      ? "No roster: only the hand-ins are listed."
      : `${inputs.roster?.name}: ${counted(people, "person", "people")}, ${counted(roster.heads.length, "column")}.`;
  return (
    <>
      <p className="class__row">
        <TextFile
          label="Roster (.csv)"
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          onText={(text, name) => editor.takeRoster(text, name)}
        />
        <span className="class__note">{words}</span>
        {roster !== null && (
          <Button look="small" onClick={() => editor.dropRoster()}>
            Remove the roster
          </Button>
        )}
      </p>
      <p role="alert" className="class-field__fault">
        {ruleFaults.roster}
      </p>
      {roster !== null && (
        <ColumnChoices
          title="Columns of the roster"
          heads={roster.heads}
          columns={roster.columns}
          roles={ROSTER_ROLES}
          onCorrect={(role, column) => editor.correctRoster(role, column)}
        />
      )}
    </>
  );
}

const LATE = [
  ["none", "are graded like the others"],
  ["refuse", "get no points"],
] as const;

const DATE_WORDS = {
  "detect from the list": "detect from the list",
  "day first": "day first: 3 May",
  "month first": "month first: 5 March",
} as const satisfies Record<RulesDraft["dates"], string>;

const ATTEMPT_WORDS = [
  ["last", "the last one"],
  ["best", "the best one"],
] as const;

const FIGURE_WORDS = [
  ["today", "grade by this version"],
  ["handed-in", "the figures handed in count"],
  ["better", "the better of both counts"],
] as const;

function CourseRules({ editor, state: { inputs, ruleFaults } }: PartProps) {
  const { rules } = inputs;
  const set = (change: Partial<RulesDraft>) => editor.writeRules(change);
  return (
    <div className="class-rules">
      <Field
        label="Deadline"
        hint="2026-11-30 23:59 +01:00"
        value={rules.deadline}
        fault={ruleFaults.deadline}
        onValue={(deadline) => set({ deadline })}
      />
      <Choice label="Late hand-ins" value={rules.late} options={LATE} onValue={(late) => set({ late })} />
      <Choice
        label="If there are several hand-ins, grade"
        value={rules.attempts}
        options={ATTEMPT_WORDS}
        onValue={(attempts) => set({ attempts })}
      />
      <Choice
        label="Dates like 3/5/2026"
        value={rules.dates}
        options={DATES.map((one) => [one, DATE_WORDS[one]] as const)}
        onValue={(dates) => set({ dates })}
      />
      <Choice
        label="Made by another version, with a different result now"
        value={rules.figures}
        options={FIGURE_WORDS}
        onValue={(figures) => set({ figures })}
      />
      <Check checked={rules.strict} onCheck={(strict) => set({ strict })}>
        No points for flagged hand-ins
      </Check>
    </div>
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly (readonly [value: T, words: string])[];
  onValue(value: T): void;
}

function Choice<T extends string>({ label, value, options, onValue }: ChoiceProps<T>) {
  const id = useId();
  return (
    <span className="class-field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="menu"
        value={value}
        onChange={(event) => {
          const next = options.find(([one]) => one === event.currentTarget.value);
          if (next !== undefined) onValue(next[0]);
        }}
      >
        {options.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </span>
  );
}
