/** `check`: hand-ins of a task, run again: who met what. */
import { oneLine } from "../experiments/visible-text.ts";
import { type Measured, measureRun, runWords, variantText } from "../teaching/check.ts";
import {
  type CheckedEntry,
  checkList,
  distinctRuns,
  type ReadEntry,
  readList,
  remarksOf,
  resultOf,
  scoreOfEntry,
  tableCsv,
  tableHead,
  tableRows,
  tallyWords,
} from "../teaching/check-list.ts";
import { conditionText } from "../teaching/conditions.ts";
import { readEntries } from "../teaching/hand-in-list.ts";
import type { Task } from "../teaching/task.ts";
import { readTaskFrom, taskDigest } from "../teaching/task.ts";
import { variantOf } from "../teaching/variant.ts";
import { Pool } from "../workers/pool.ts";
import type { StartWorker } from "../workers/supervised-worker.ts";
import { type Arguments, type Command, EXIT, type Output, orUsageError, UsageError } from "./command.ts";
import { Interruption, PATIENCE_MS } from "./experiments/compute.ts";
import { outputOption, readWorkers, WORKERS } from "./experiments/work.ts";
import { prepareFile, readText, writeOrSay, writeWhole } from "./files.ts";
import { projectVersion } from "./project.ts";
import { textTable } from "./tables.ts";

export function checkOf(start: StartWorker): Command {
  return {
    name: "check",
    summary: "Runs the hand-ins of a task again and says who met what.",
    operands: "FILE",
    groups: [
      {
        title: "Check",
        options: [
          {
            name: "task",
            value: "LINK|FILE",
            help: "The task: its link, what stands behind task= in it, or its Markdown file.",
          },
          outputOption("FILE", "Writes the table as CSV."),
          { name: "json", value: null, help: "One JSON object with every value of every run." },
          WORKERS,
        ],
      },
    ],
    notes: [
      "FILE has one link or code a line, or is a table (CSV) with a column of names or numbers and one of links or codes,",
      'found by their heads ("name", "number", "link", "code", …), in any order. "-" reads standard input.',
      "Exit status: 0 every hand-in met every condition, 1 at least one did not, 2 the request was wrong.",
    ],
    async run(args, output) {
      const task = readTaskOption(args);
      const file = args.text("output");
      if (file !== null) prepareFile(file, `-o ${file}`);
      const list = readHandIns(task, args);
      const measured = await measure(task, list, start, readWorkers(args), output);
      if (measured === null) return EXIT.interrupted;
      const checked = checkList(task, list, (key) => measured.get(key));
      show(task, checked, args, output);
      return checked.every(({ passed }) => passed) ? EXIT.done : EXIT.failed;
    },
  };
}

function readTaskOption(args: Arguments): Task {
  const given = args.text("task");
  if (given === null) throw new UsageError("--task is missing: the task's link or its file.");
  const isFile = !/^z\.|#/.test(given);
  const { task, problems } = readTaskFrom(isFile ? readText(given, `--task ${given}`) : given);
  if (task !== null) return task;
  throw new UsageError(
    ...problems.map(({ line, message }) => `--task: ${line === 0 ? "" : `line ${line}: `}${message}`),
  );
}

function readHandIns(task: Task, args: Arguments): ReadEntry[] {
  const [file, ...more] = args.operands;
  if (file === undefined)
    throw new UsageError("The file with the hand-ins is missing: check FILE --task LINK");
  if (more.length > 0) throw new UsageError(`check takes one file, got ${args.operands.length}.`);
  const text = readText(file);
  const list = readList(
    task,
    orUsageError(file, () => readEntries(text)),
  );
  if (list.length === 0) throw new UsageError(`${file}: there is no hand-in in it.`);
  return list;
}

/** By the key of the run; null where it was interrupted. */
async function measure(
  task: Task,
  list: readonly ReadEntry[],
  start: StartWorker,
  workers: number,
  output: Output,
): Promise<Map<string, Measured> | null> {
  const jobs = distinctRuns(list);
  const pool = new Pool({
    start,
    size: Math.max(1, Math.min(workers, jobs.length)),
    patienceMs: PATIENCE_MS,
  });
  const interruption = new Interruption();
  const measured = new Map<string, Measured>();
  try {
    const progress = (done: number, total: number) => output.progress(`${done} of ${total} runs`);
    const { outcomes, cancelled } = await pool.run(jobs, "results", { progress }, interruption.signal);
    for (const [key, outcome] of outcomes) {
      if (outcome.ok) measured.set(key, measureRun(task, outcome.value.results));
      else output.note(`A run failed. ${outcome.message} (#${key})`);
    }
    return cancelled ? null : measured;
  } finally {
    pool.dispose();
    interruption.end();
    output.progress("");
  }
}

function show(task: Task, checked: readonly CheckedEntry[], args: Arguments, output: Output): void {
  const file = args.text("output");
  const words = tallyWords(checked);
  const table = () => output.out(`${terminalTable(task, checked)}\n${words}`);
  if (args.has("json")) output.json(checkJson(task, checked));
  else if (file === null) table();
  if (file !== null)
    writeOrSay(() => writeWhole(file, tableCsv(task, checked)), args.has("json") ? null : table);
  if (file !== null || args.has("json")) output.note(words);
}

/** Remarks are sentences: they stand below. */
function terminalTable(task: Task, checked: readonly CheckedEntry[]): string {
  const rows = [tableHead(task), ...tableRows(task, checked)].map((row) => row.slice(0, -1));
  const remarks = checked.flatMap((one) => {
    const { entry, name } = one;
    return remarksOf(one).map(
      (text) => `Line ${entry.line}, ${oneLine(entry.name || name || "no name")}: ${text}`,
    );
  });
  return [textTable(rows), "", ...remarks].join("\n");
}

/** Its names stay. */
function checkJson(task: Task, checked: readonly CheckedEntry[]) {
  return {
    schema: 1,
    version: projectVersion(),
    task: {
      id: task.id,
      digest: taskDigest(task),
      title: task.title,
      conditions: task.counts.map(conditionText),
    },
    handIns: checked.map((one) => ({
      line: one.entry.line,
      name: one.entry.name || one.name,
      result: resultOf(one),
      score: scoreOfEntry(one),
      tries: one.tries,
      variant: variantText(variantOf(task, one.name)),
      answer: Object.fromEntries(one.settings.map(({ key, text }) => [key, text])),
      problems: one.problems,
      remarks: one.notes,
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
  };
}
