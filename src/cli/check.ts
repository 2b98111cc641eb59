/** `check`: runs the hand-ins of a task again and reports who met which conditions. */

import { textOfFile } from "../lib/file-text.ts";
import { oneLine } from "../lib/visible-text.ts";
import {
  filesLeftOut,
  filesOfZip,
  HEAD_BYTES,
  isOfficeFile,
  isZip,
  listOfFiles,
  MOST_FILE_BYTES,
  refusalOfFiles,
  startsAsText,
  TOO_MUCH_TEXT,
} from "../teaching/answer/hand-in-files.ts";
import { type HandInList, readHandInList } from "../teaching/answer/hand-in-list.ts";
import {
  type KeptResults,
  measuredNothing,
  measureRun,
  runWords,
  variantText,
} from "../teaching/check/check.ts";
import {
  type Checked,
  canvasTitleFault,
  PLATFORMS,
  type Platform,
  tableCsv,
  tableHead,
  tableRow,
} from "../teaching/check/check-table.ts";
import {
  ATTEMPTS,
  type CheckedEntry,
  type CourseRules,
  gradeList,
  NO_HAND_IN,
  NO_RULES,
  remarksOf,
  resultOf,
  tableLines,
  tallyWords,
  UNMARKED,
  unmarkedWords,
} from "../teaching/check/grading.ts";
import { FIGURES } from "../teaching/check/other-version.ts";
import {
  distinctRuns,
  givenPrograms,
  nameOf,
  type ReadEntry,
  readList,
} from "../teaching/check/read-list.ts";
import { readMarks, withOldMarks } from "../teaching/check/teacher-marks.ts";
import { conditionText } from "../teaching/document/conditions.ts";
import type { DocumentProblem } from "../teaching/document/document.ts";
import { readRoster } from "../teaching/roster/roster.ts";
import { LATE_RULES, readDeadline } from "../teaching/tables/submission-time.ts";
import {
  COLUMN_ROLES,
  type ColumnCorrections,
  columnsWords,
  NO_CORRECTIONS,
  readCorrections,
} from "../teaching/tables/table-columns.ts";
import { pointsOf } from "../teaching/task/points.ts";
import { replacedBy } from "../teaching/task/program-answer.ts";
import type { Task } from "../teaching/task/task.ts";
import { readTaskFrom, taskDigest, withTeacherFile } from "../teaching/task/task.ts";
import { variantOf } from "../teaching/task/variant.ts";
import { Pool, RunLimits } from "../workers/pool.ts";
import type { StartWorker } from "../workers/supervised-worker.ts";
import {
  type Arguments,
  type Command,
  EXIT,
  type Output,
  orUsageError,
  systemErrorText,
  UsageError,
} from "./command.ts";
import { Interruption, PATIENCE_MS } from "./experiments/compute.ts";
import { outputOption, readWorkers, WORKERS } from "./experiments/work.ts";
import {
  filesWithin,
  isFolder,
  prepareFile,
  readBytes,
  readStart,
  readText,
  writeWhole,
} from "./named-files.ts";
import { madeBy, projectBuild } from "./project.ts";
import { textTable } from "./text-tables.ts";

/** Returns the command. `start` starts a worker for the runs. */
export function checkOf(start: StartWorker): Command {
  return {
    name: "check",
    summary: "Run the hand-ins of a task and report which conditions each one meets.",
    operands: "FILE",
    groups: [
      {
        title: "Check",
        options: [
          {
            name: "task",
            value: "LINK|FILE",
            help: "The task: its link, the part of the link after task=, or its Markdown file.",
          },
          {
            name: "teacher",
            value: "FILE.md",
            help: "The teacher's file of a task that consists of two files: hidden paths, right answers, seed of the variants.",
          },
          outputOption("FILE", "Write the table to FILE as CSV."),
          {
            name: "with-code",
            value: null,
            help: "Add the source code of the students' programs to the CSV, in the column “program”.",
          },
          { name: "json", value: null, help: "Print one JSON object with all values of all runs." },
          WORKERS,
        ],
      },
      {
        title: "A class",
        options: [
          {
            name: "roster",
            value: "FILE.csv",
            help: "List of the students, with any columns, one of them a student number or an e-mail address. All columns are copied to the table.",
          },
          { name: "strict", value: null, help: "Give 0 points to hand-ins that have a flag." },
          {
            name: "for",
            value: PLATFORMS.join("|"),
            help: "Format the table for the grade import of Moodle or Canvas.",
          },
          {
            name: "deadline",
            value: "TIME",
            help: 'Deadline, such as "2026-11-30 23:59 +01:00". Times in FILE without a time zone are in the zone of the deadline.',
          },
          {
            name: "late",
            value: LATE_RULES.join("|"),
            help: "Penalty for late hand-ins: none (only a flag), or refuse (no points).",
          },
          {
            name: "marks",
            value: "FILE.csv",
            help: "Points for written answers, in the file that the page saves.",
          },
          {
            name: "columns",
            value: "ROLE=HEADING;…",
            help: `Assign columns that were not recognised, such as "grade=Note; maximum=Note maximale". Roles: ${COLUMN_ROLES.join(", ")}.`,
          },
          {
            name: "dates",
            value: Object.keys(DATES).join("|"),
            help: "Order of day and month in dates such as 3/5/2026 (default: detected from the dates in FILE).",
          },
          {
            name: "unmarked",
            value: UNMARKED.join("|"),
            help: "With --for: grade of hand-ins with unmarked answers. zero counts these answers as 0 points; empty leaves the grade empty.",
          },
          {
            name: "attempts",
            value: ATTEMPTS.join("|"),
            help: "Hand-in that counts if a student handed in more than once (default: last).",
          },
          {
            name: "figures",
            value: FIGURES.join("|"),
            help: "Results that count if a hand-in was made with another version and its run gives a different result now (default: today).",
          },
        ],
      },
    ],
    notes: [
      "FILE contains one link or code per line, or is a CSV table with a column of names or numbers and a column of",
      "links or codes, in any order and language. FILE can also be a folder or a zip file with one file for each hand-in.",
      '"-" reads standard input.',
      "Flags: another's name, another's variant, copy, too many tries, list and hand-in disagree, late, time unknown,",
      "not on the roster, name of several, less certain, another version, another digest. The last column explains each",
      "flag.",
      "Exit status: 0 if every hand-in meets all conditions and none has a flag, 1 if at least one does not or has a flag,",
      "2 on a usage error.",
    ],
    async run(args, output) {
      const task = readTaskOption(args);
      const file = args.text("output");
      if (file !== null) prepareFile(file, `-o ${file}`);
      const platform = oneOf("for", PLATFORMS, args) ?? "plain";
      const corrections = readColumns(args);
      const rules = readRules(args, task, corrections);
      const list = readHandIns(args, corrections);
      const unmarked = oneOf("unmarked", UNMARKED, args);
      const read = orUsageError("", () => readList(task, list, rules));
      const { marks, notes } = withOldMarks(rules.marks, read);
      for (const note of notes) output.note(`--marks: ${note}`);
      const checkedWith = (measured: ReadonlyMap<string, KeptResults>): Checked => {
        const entries = gradeList(task, read, (key) => measured.get(key), { ...rules, marks });
        return {
          task,
          list,
          roster: rules.roster,
          entries,
          withCode: args.has("with-code"),
          unmarked: unmarked ?? "zero",
        };
      };
      // The table is made once before the runs, so that requirements of the platform are checked at once.
      orUsageError(`--for ${platform}`, () => tableCsv(checkedWith(new Map()), platform));
      const measured = await measure(task, read, start, readWorkers(args), output);
      if (measured === null) return EXIT.interrupted;
      const checked = checkedWith(measured);
      const waiting = platform === "plain" || unmarked !== null ? "" : unmarkedWords(checked.entries);
      if (waiting !== "")
        throw new UsageError(
          `--for ${platform}: ${waiting} Use --marks FILE.csv to mark them, --unmarked zero to count them as 0 points, or --unmarked empty to leave these hand-ins without a grade.`,
        );
      const fault = platform === "canvas" ? canvasTitleFault(task.title) : null;
      if (fault !== null) output.note(fault);
      show(checked, platform, args, output);
      const isFine = ({ passed, flags }: CheckedEntry) => passed && flags.length === 0;
      return checked.entries.every(isFine) ? EXIT.done : EXIT.failed;
    },
  };
}

function oneOf<T extends string>(name: string, all: readonly T[], args: Arguments): T | null {
  const given = args.text(name);
  const found = all.find((one) => one === given);
  if (given === null || found !== undefined) return found ?? null;
  throw new UsageError(`--${name} must be one of ${all.join(", ")}; got "${given}".`);
}

function readColumns(args: Arguments): ColumnCorrections {
  const given = args.text("columns");
  return given === null ? NO_CORRECTIONS : orUsageError("--columns", () => readCorrections(given));
}

/** Options for date formats, with the meaning "the day comes first". */
const DATES = { "day-first": true, "month-first": false } as const;

function readRules(args: Arguments, task: Task, corrections: ColumnCorrections): CourseRules {
  const read = <T>(name: string, reader: (text: string) => T): T | null => {
    const given = args.text(name);
    return given === null ? null : orUsageError(`--${name}`, () => reader(given));
  };
  const late = oneOf("late", LATE_RULES, args);
  const deadline = read("deadline", readDeadline);
  const dates = oneOf("dates", Object.keys(DATES) as (keyof typeof DATES)[], args);
  if (late !== null && late !== "none" && deadline === null)
    throw new UsageError("--late requires --deadline: without a deadline no hand-in is late.");
  return {
    roster: read("roster", (file) => readRoster(readText(file, `--roster ${file}`), corrections)),
    deadline,
    dayFirst: dates === null ? null : DATES[dates],
    late: late ?? NO_RULES.late,
    attempts: oneOf("attempts", ATTEMPTS, args) ?? NO_RULES.attempts,
    strict: args.has("strict"),
    figures: oneOf("figures", FIGURES, args) ?? NO_RULES.figures,
    version: projectBuild(),
    marks: read("marks", (file) => readMarks(task, readText(file, `--marks ${file}`))) ?? NO_RULES.marks,
  };
}

function readTaskOption(args: Arguments): Task {
  const given = args.text("task");
  if (given === null) throw new UsageError("--task is missing: give the task's link or file.");
  const isFile = !/^z\.|#/.test(given);
  const { task, problems } = readTaskFrom(isFile ? readText(given, `--task ${given}`) : given);
  if (task === null) throw taskError("--task", problems);
  const file = args.text("teacher");
  if (file === null) {
    if (!task.isPart) return task;
    throw new UsageError(
      "--teacher is missing: this task consists of two files, and --task names the students' file.",
    );
  }
  const whole = withTeacherFile(task, readText(file, `--teacher ${file}`));
  if (whole.task === null) throw taskError("--teacher", whole.problems);
  return whole.task;
}

function taskError(flag: string, problems: readonly DocumentProblem[]): UsageError {
  return new UsageError(
    ...problems.map(({ line, message }) => `${flag}: ${line === 0 ? "" : `line ${line}: `}${message}`),
  );
}

function readHandIns(args: Arguments, corrections: ColumnCorrections): HandInList {
  const [file, ...more] = args.operands;
  if (file === undefined)
    throw new UsageError("The file with the hand-ins is missing. Usage: check FILE --task LINK");
  if (more.length > 0) throw new UsageError(`check expects one file, got ${args.operands.length}.`);
  const list = isFolder(file) ? listOfFolder(file) : listOfFile(file, corrections);
  if (list.entries.length === 0) throw new UsageError(`${file} contains no hand-in.`);
  return list;
}

function listOfFile(file: string, corrections: ColumnCorrections): HandInList {
  return orUsageError(file, () => {
    const bytes = readBytes(file);
    const files = isZip(bytes) ? filesOfZip(bytes) : [];
    return files.length > 0 && !isOfficeFile(files)
      ? listOfFiles(files)
      : readHandInList(textOfFile(bytes), corrections);
  });
}

/** Number of levels of subfolders in which hand-ins are looked for. */
const MOST_LEVELS = 30;

function listOfFolder(folder: string): HandInList {
  const inside = filesWithin(folder, /./, MOST_LEVELS);
  const refusal = refusalOfFiles(inside.length);
  if (refusal !== null) throw new UsageError(`${folder}: ${refusal}`);
  const files = inside.map((file) => {
    const path = file.folder === "" ? file.name : `${file.folder}/${file.name}`;
    const isLong = file.bytes > MOST_FILE_BYTES;
    const start = file.fault ?? (isLong ? NO_BYTES : orReason(() => readStart(file.path, HEAD_BYTES)));
    const isFound = typeof start !== "string" && start.length > 0 && startsAsText(start);
    return { path, file, size: isFound ? file.bytes : 0, fault: typeof start === "string" ? start : null };
  });
  const left = filesLeftOut(files);
  // Each file is reduced to its hand-in before the next one is read.
  function* contents() {
    for (const one of files) {
      const { path, file, size, fault } = one;
      const bytes =
        fault ??
        (left.has(one) ? TOO_MUCH_TEXT : size === 0 ? NO_BYTES : orReason(() => readBytes(file.path)));
      yield typeof bytes === "string" ? { path, bytes: NO_BYTES, fault: bytes } : { path, bytes };
    }
  }
  return orUsageError(folder, () => listOfFiles(contents()));
}

const NO_BYTES = new Uint8Array();

/** Returns bytes, or the reason why they cannot be read. */
function orReason(read: () => Uint8Array): Uint8Array | string {
  try {
    return read();
  } catch (error) {
    return systemErrorText(error) ?? String(error);
  }
}

/** Runs all scenarios. Returns their results by key; null if the user has interrupted this. */
async function measure(
  task: Task,
  list: readonly ReadEntry[],
  start: StartWorker,
  workers: number,
  output: Output,
): Promise<Map<string, KeptResults> | null> {
  const limits = new RunLimits();
  const given = givenPrograms(task);
  const jobs = distinctRuns(list).map((run) => ({
    ...run,
    limit: limits.ofHandIns(run.scenario, run.handIns, given, run.shares),
  }));
  const limitOf = new Map(jobs.map(({ key, limit }) => [key, limit]));
  const pool = new Pool({
    start,
    size: Math.max(1, Math.min(workers, jobs.length)),
    patienceMs: PATIENCE_MS,
  });
  const interruption = new Interruption();
  const measured = new Map<string, KeptResults>();
  try {
    const progress = (done: number, total: number) => output.progress(`${done} of ${total} runs`);
    const { outcomes, cancelled } = await pool.run(jobs, "results", { progress }, interruption.signal);
    for (const [key, outcome] of outcomes) {
      const limit = limitOf.get(key);
      const one = outcome.ok ? measureRun(task, outcome.value) : null;
      // No run of a program counts if the program takes too long. Otherwise the result would depend on the order of the runs.
      if (limit?.isOver === true && (one?.ended ?? null) === null)
        measured.set(key, measuredNothing(task, limit.message));
      else if (one !== null) measured.set(key, one);
      else if (!outcome.ok && outcome.atLimit !== undefined)
        measured.set(key, measuredNothing(task, outcome.message));
      else if (!outcome.ok) output.note(`A run failed. ${outcome.message} (#${key})`);
    }
    return cancelled ? null : measured;
  } finally {
    pool.dispose();
    interruption.end();
    output.progress("");
  }
}

function show(checked: Checked, platform: Platform, args: Arguments, output: Output): void {
  const file = args.text("output");
  const words = tallyWords(checked.entries);
  const table = () => output.out(`${terminalTable(checked)}\n${words}`);
  if (args.has("json")) output.json(checkJson(checked));
  else if (file === null && platform !== "plain")
    output.out(tableCsv(checked, platform).replaceAll("\r\n", "\n").trimEnd());
  else if (file === null) table();
  if (file !== null)
    try {
      writeWhole(file, tableCsv(checked, platform));
    } catch (error) {
      // If the table cannot be written to the file, it is printed, because the runs took long.
      if (!args.has("json")) table();
      throw error;
    }
  if (file !== null || args.has("json") || platform !== "plain") output.note(words);
}

/** Maximum number of characters in a cell of the table in the terminal. */
const MOST_IN_CELL = 80;

/** Returns a cell cut to the maximum. Files and JSON have the whole text. */
function shownCell(cell: string): string {
  return cell.length > MOST_IN_CELL
    ? `${cell.slice(0, MOST_IN_CELL - 1).replace(/[\uD800-\uDBFF]$/, "")}…`
    : cell;
}

/** Remarks are sentences, so they are printed below the table. */
function terminalTable(checked: Checked): string {
  const { task, list, roster, entries } = checked;
  const head = tableHead(task);
  const lines = tableLines(roster, entries).map(({ entry, person }) =>
    entry === null
      ? [person?.name ?? "", "", NO_HAND_IN, ...head.slice(3).map(() => "")]
      : tableRow(task, entry),
  );
  const rows = [head, ...lines].map((row) => row.slice(0, -1).map(shownCell));
  const remarks = entries.flatMap((one) =>
    remarksOf(one).map((text) => `Line ${one.entry.line}, ${oneLine(nameOf(one) || "no name")}: ${text}`),
  );
  const columns =
    list.heads === null || list.heads.length < 2
      ? []
      : [`Columns: ${columnsWords(list.columns, list.heads)}.`];
  return [textTable(rows), "", ...columns, ...remarks].join("\n");
}

/** Returns the result as JSON. The names of its fields must not change. */
function checkJson({ task, roster, entries }: Checked) {
  return {
    schema: 1,
    ...madeBy(),
    task: {
      id: task.id,
      digest: taskDigest(task),
      title: task.title,
      conditions: task.counts.map(conditionText),
      points: pointsOf([...task.counts, ...task.questions]),
    },
    handIns: entries.map((one) => ({
      line: one.entry.line,
      name: one.entry.name || one.name,
      person: one.person === null ? null : { line: one.person.line, id: one.person.ids[0] ?? null },
      result: resultOf(one),
      score: one.score ?? 0,
      flags: one.flags,
      counts: one.counts,
      items: one.items,
      sent: one.sentMs === null ? null : new Date(one.sentMs).toISOString(),
      tries: one.tries,
      variant: variantText(variantOf(task, one.name)),
      answer: Object.fromEntries(
        one.settings.map(({ key, text }) => [replacedBy(key) === null ? key : "code", text]),
      ),
      problems: one.problems,
      remarks: one.notes,
      made: one.record === null ? null : { ...one.record.origin, figures: one.record.runs },
      digest: one.verdict?.digest ?? null,
      conditions: (one.verdict?.conditions ?? []).map(({ condition, met, runs }) => ({
        condition: conditionText(condition),
        met,
        runs: runs.map(({ run, value, met: here }) => ({
          run: runWords(run, task),
          url: `#${run.key}`,
          value,
          met: here,
        })),
      })),
    })),
    missing: missingPeople({ roster, entries }),
  };
}

/** Returns the people of the roster who have not handed in anything. */
function missingPeople({
  roster,
  entries,
}: Pick<Checked, "roster" | "entries">): { line: number; id: string | null }[] {
  return tableLines(roster, entries).flatMap(({ entry, person }) =>
    entry === null && person !== null ? [{ line: person.line, id: person.ids[0] ?? null }] : [],
  );
}
