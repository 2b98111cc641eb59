/** `lesson`: reads a lesson as the page does. Checks its statements with runs. */
import { type Interpreter, withInterpreter } from "../engine/custom-programs.ts";
import { type Scenario, type Snapshot, scenarioToUrl } from "../engine/index.ts";
import { runScenario } from "../engine/simulator.ts";
import { counted } from "../lib/counted.ts";
import { readLesson } from "../teaching/document/lesson.ts";
import { tryLesson } from "../teaching/document/lesson-trial.ts";
import { loadInterpreter } from "../workers/interpreter.ts";
import { RunLimits } from "../workers/pool.ts";
import { turnsByProgram } from "../workers/whole-runner.ts";
import { type Command, EXIT, UsageError } from "./command.ts";
import { readText } from "./named-files.ts";

export const lesson: Command = {
  name: "lesson",
  summary: "Read a custom lesson and check its claims, tasks and drawings with runs.",
  operands: "FILE",
  groups: [
    {
      title: "Lesson",
      options: [
        {
          name: "json",
          value: null,
          help: "Print one JSON object: every claim with its line number, and whether the claim is true.",
        },
      ],
    },
  ],
  notes: [
    'FILE is a Markdown file in the format of docs/lessons.md; "-" reads standard input.',
    "Exit status: 0 if all claims are true, 1 if at least one is not, 2 if FILE is not a valid lesson.",
  ],
  async run(args, output) {
    const [file, ...more] = args.operands;
    if (file === undefined) throw new UsageError("The lesson is missing. Usage: lesson FILE");
    if (more.length > 0) throw new UsageError(`lesson expects one file, got ${args.operands.length}.`);
    const { lesson: read, problems } = readLesson(readText(file), { pieces: null });
    if (read === null || problems.length > 0)
      throw new UsageError(
        ...problems.map(({ line, message }) => `${file}${line === 0 ? "" : `, line ${line}`}: ${message}`),
      );
    const tried = tryLesson(read, runOnce(await loadInterpreter()));
    const wrong = tried.filter(({ isTrue }) => !isTrue);
    if (args.has("json")) output.json({ schema: 1, lesson: read.id, claims: tried });
    else {
      for (const { line, text, ended } of wrong)
        output.out([`line ${line}: not true: ${text}`, ...ended].join(". "));
      output.out(
        `${counted(read.steps.length, "step")}, ${counted(tried.length, "claim")}: ${tried.length - wrong.length} true, ${wrong.length} not true.`,
      );
    }
    return wrong.length === 0 ? EXIT.done : EXIT.failed;
  },
};

/** Returns a function that runs each scenario once, because steps often share a run. It refuses further runs of a slow program. */
function runOnce(interpreter: Interpreter): (scenario: Scenario) => Snapshot {
  const known = new Map<string, Snapshot>();
  const limits = new RunLimits();
  return (scenario) => {
    const name = scenarioToUrl(scenario);
    const before = known.get(name);
    if (before !== undefined) return before;
    const limit = limits.of(scenario);
    if (limit?.isOver) throw new UsageError(limit.message);
    const snapshot = runScenario(withInterpreter(scenario, interpreter)).snapshot();
    const turns = turnsByProgram(scenario, snapshot.programs);
    for (const [i, { code, kind }] of (scenario.programs ?? []).entries())
      limits.budgetOf(code).add(turns[i], snapshot.results.packets, kind);
    known.set(name, snapshot);
    return snapshot;
  };
}
