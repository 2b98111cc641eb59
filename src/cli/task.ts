/** `task`: tests a task before students get it, variant by variant. */
import { type KeptResults, measureRun } from "../teaching/check/check.ts";
import { type MeasureRuns, type TaskTrial, tryTask } from "../teaching/check/task-trial.ts";
import { readTaskFrom, type Task } from "../teaching/task/task.ts";
import { Pool } from "../workers/pool.ts";
import type { StartWorker } from "../workers/supervised-worker.ts";
import { type Command, EXIT, type Output, UsageError } from "./command.ts";
import { Interruption, PATIENCE_MS } from "./experiments/compute.ts";
import { readWorkers, WORKERS } from "./experiments/work.ts";
import { readText } from "./named-files.ts";
import { textTable } from "./text-tables.ts";

/** Returns the command. `start` starts a worker for the runs. */
export function taskOf(start: StartWorker): Command {
  return {
    name: "task",
    summary: "Check a custom task: whether each variant can be solved, and which conditions have no effect.",
    operands: "FILE",
    groups: [
      {
        title: "Task",
        options: [
          {
            name: "json",
            value: null,
            help: "Print one JSON object: every variant with its solution, and all findings.",
          },
          WORKERS,
        ],
      },
    ],
    notes: [
      'FILE is the task\'s Markdown file, its link, or the part of the link after task=; "-" reads standard input.',
      "Exit status: 0 if the task has no errors, 1 if it has, 2 if FILE is not a valid task.",
    ],
    async run(args, output) {
      const [given, ...more] = args.operands;
      if (given === undefined) throw new UsageError("The task is missing. Usage: task FILE");
      if (more.length > 0) throw new UsageError(`task expects one file, got ${args.operands.length}.`);
      const task = readGiven(given);
      const trial = await tried(task, start, readWorkers(args), output);
      if (trial === null) return EXIT.interrupted;
      if (args.has("json")) output.json({ schema: 1, task: task.id, ...trial });
      else output.out(trialText(trial));
      return trial.findings.some(({ isFault }) => isFault) ? EXIT.failed : EXIT.done;
    },
  };
}

function readGiven(given: string): Task {
  const isFile = !/^z\.|#/.test(given);
  const { task, problems } = readTaskFrom(isFile ? readText(given) : given);
  if (task !== null) return task;
  const where = isFile ? given : "The link";
  throw new UsageError(
    ...problems.map(({ line, message }) => `${where}${line === 0 ? "" : `, line ${line}`}: ${message}`),
  );
}

async function tried(
  task: Task,
  start: StartWorker,
  workers: number,
  output: Output,
): Promise<TaskTrial | null> {
  const pool = new Pool({ start, size: Math.max(1, workers), patienceMs: PATIENCE_MS });
  const interruption = new Interruption();
  const measure: MeasureRuns = async (runs) => {
    const { outcomes, cancelled } = await pool.run(runs, "results", {}, interruption.signal);
    if (cancelled) return null;
    return new Map(
      [...outcomes].flatMap(([key, outcome]): [string, KeptResults][] => {
        if (outcome.ok) return [[key, measureRun(task, outcome.value)]];
        output.note(`A run failed. ${outcome.message} (#${key})`);
        return [];
      }),
    );
  };
  try {
    return await tryTask(task, measure, ({ variant, variants, runs }) =>
      output.progress(`variant ${variant} of ${variants}, ${runs} runs so far`),
    );
  } finally {
    pool.dispose();
    interruption.end();
    output.progress("");
  }
}

function trialText({ variants, findings }: TaskTrial): string {
  const rows = variants.map(({ text, outcome }) => [text === "" ? "all students" : text, outcome]);
  return [
    textTable([["variant", "outcome"], ...rows]),
    "",
    ...findings.map(({ isFault, text }) => `${isFault ? "wrong: " : ""}${text}`),
  ].join("\n");
}
