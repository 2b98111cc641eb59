/** What came of a try, as the page around an embedded task hears it. Its names stay. */
import { type Scenario, scenarioToUrl } from "../engine/index.ts";
import { scoreOf, type Verdict } from "./check.ts";
import type { Task } from "./task.ts";
import { taskDigest } from "./task-text.ts";

export interface TaskResult {
  readonly id: string;
  readonly digest: string;
  /** Empty where the student has not said it. */
  readonly name: string;
  readonly tries: number;
  /** Null: as many as one likes. */
  readonly triesLeft: number | null;
  readonly met: number;
  readonly of: number;
  readonly passed: boolean;
  /** Of 100. */
  readonly score: number;
  /** The student's run, as links say it. */
  readonly answer: string;
  /** As it is handed in; null while a name is missing. */
  readonly code: string | null;
}

export function taskResult(
  task: Task,
  by: { readonly name: string; readonly tries: number },
  answer: Scenario,
  verdict: Verdict,
  code: string | null,
): TaskResult {
  return {
    id: task.id,
    digest: taskDigest(task),
    ...by,
    triesLeft: task.tries === null ? null : Math.max(0, task.tries - by.tries),
    met: verdict.met,
    of: verdict.conditions.length,
    passed: verdict.passed,
    score: scoreOf(verdict),
    answer: scenarioToUrl(answer),
    code,
  };
}
