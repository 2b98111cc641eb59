/** Hand-ins are checked: pasted or from a file, every one run again in the pool, and a table of who met what. */

import { useId } from "react";
import { counted } from "../../experiments/counted.ts";
import { Button, Check } from "../shared/Button.tsx";
import { TextFile } from "../shared/TextFile.tsx";
import { CheckResult } from "./CheckResult.tsx";
import { type ClassEditor, type ClassState, type RulesDraft, useClass } from "./class-editor.ts";
import { Field, LinkField } from "./form-parts.tsx";

export function CheckTab() {
  const { editor, state } = useClass();
  return (
    <div className="class__check">
      <WhichTask editor={editor} state={state} />
      <HandIns editor={editor} state={state} />
      <CheckResult editor={editor} state={state} />
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
        value={state.otherText}
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

function teacherFileWords({ otherTask, teacherFile }: ClassState): string {
  if (teacherFile !== "") return "It is there: the task is whole.";
  return otherTask?.isPart === true
    ? "This task is in two files. The one that only you have is missing."
    : "Needed where the task is in two files.";
}

function checkedTaskWords(title: string | undefined, isWritten: boolean, isPart: boolean): string {
  if (isPart) return "This is what students get of the task.";
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
        <TextFile
          label="Open a file (.csv, .txt)"
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          onText={(text) => editor.writeHandIns(text)}
        />
      </p>
      <RosterPart editor={editor} state={state} />
      <CourseRules editor={editor} state={state} />
      {editor.checkedTask()?.code != null && (
        <p className="class__note">
          The students’ programs run when you press Check: in a closed interpreter, which sees the numbers of
          the run and nothing else. A run that takes longer than 20 s is ended. Each text can be read in the
          table.
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
    </section>
  );
}

/** Who is in the class: numbers and addresses name people, so that two of one name stay two. */
function RosterPart({ editor, state: { rules, roster, ruleFaults } }: PartProps) {
  const people = roster?.rows.filter(({ person }) => person !== null).length ?? 0;
  const words =
    roster === null
      ? "No roster: the list itself says who there is."
      : `${rules.roster}: ${counted(people, "person", "people")}, ${counted(roster.heads.length, "column")}.`;
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
            Without the roster
          </Button>
        )}
      </p>
      <p role="alert" className="class-field__fault">
        {ruleFaults.roster}
      </p>
    </>
  );
}

const LATE = [
  ["none", "costs nothing"],
  ["refuse", "costs all points"],
  ["share", "costs a share of the points a day"],
] as const;

const ATTEMPT_WORDS = [
  ["last", "the last one"],
  ["best", "the best one"],
  ["first", "the first one"],
] as const;

function CourseRules({ editor, state: { rules, ruleFaults } }: PartProps) {
  const set = (change: Partial<RulesDraft>) => editor.writeRules(change);
  const kind = rules.late === "none" || rules.late === "refuse" ? rules.late : "share";
  return (
    <div className="class-rules">
      <Field
        label="Deadline"
        hint="2026-11-30 23:59 +01:00"
        value={rules.deadline}
        fault={ruleFaults.deadline}
        onValue={(deadline) => set({ deadline })}
      />
      <Choice
        label="Being late"
        value={kind}
        options={LATE}
        onValue={(late) => set({ late: late === "share" ? "10 %" : late })}
      />
      {kind === "share" && (
        <Field
          label="A day costs"
          value={rules.late}
          fault={ruleFaults.late}
          onValue={(late) => set({ late })}
        />
      )}
      <Choice
        label="Of several hand-ins counts"
        value={rules.attempts}
        options={ATTEMPT_WORDS}
        onValue={(attempts) => set({ attempts })}
      />
      <Check checked={rules.strict} onCheck={(strict) => set({ strict })}>
        No points for what has a flag
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

export function Choice<T extends string>({ label, value, options, onValue }: ChoiceProps<T>) {
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
