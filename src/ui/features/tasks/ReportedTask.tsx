/**
 * The section of a report about the task that its run answers: the conditions on this run and on all runs that count,
 * the answer, and the hand-in code.
 */
import { type PropsWithChildren, useEffect, useMemo, useSyncExternalStore } from "react";
import {
  answerWords,
  conditionWords,
  outcomeWords,
  variantWords,
  verdictWords,
} from "../../../teaching/check/check.ts";
import { judge, valueText } from "../../../teaching/document/conditions.ts";
import type { Task } from "../../../teaching/task/task.ts";
import { useBench, useBenchState } from "../../core/use-store.ts";
import { ReportedTaskContext, type TaskInReport } from "../../parts/guide/task-in-report.ts";
import { MarkdownText } from "../../parts/markdown/Markdown.tsx";
import { SymbolText } from "../../shared/SymbolText.tsx";
import { Table } from "../../shared/Table.tsx";
import { type TaskState, taskSessionOf } from "./task-session.ts";

/** Returns the open task; null if there is none or it cannot be read. */
function useTask(): (TaskState & { readonly task: Task }) | null {
  const bench = useBench();
  const guide = useBenchState((state) => state.guide);
  const session = useMemo(() => taskSessionOf(bench), [bench]);
  useEffect(() => {
    if (guide?.kind === "task") session.open(guide);
  }, [session, guide]);
  const state = useSyncExternalStore(session.store.subscribe, session.store.get);
  const { task } = state;
  return guide?.kind === "task" && task !== null ? { ...state, task } : null;
}

function useReportedTask(): TaskInReport | null {
  const state = useTask();
  return state && { title: state.task.title, student: state.name, Section: TaskSection };
}

/** Adds the open task to the reports inside. */
export function ReportedTask({ children }: PropsWithChildren) {
  return <ReportedTaskContext value={useReportedTask}>{children}</ReportedTaskContext>;
}

interface TaskSectionProps {
  /** Title of the report. A task with the same title does not repeat it. */
  readonly under: string;
}

function TaskSection({ under }: TaskSectionProps) {
  const state = useTask();
  return state && <OfTask state={state} under={under} />;
}

function OfTask({
  state,
  under,
}: TaskSectionProps & { readonly state: TaskState & { readonly task: Task } }) {
  const bench = useBench();
  const scenario = useBenchState((own) => own.scenario);
  const session = taskSessionOf(bench);
  const { task, variant, tries } = state;
  const { settings, refusals, verdict } = session.standing(scenario);
  const handIn = state.handedIn ? null : session.handIn(scenario);
  const given = variant === null ? "" : variantWords(variant);
  return (
    <section>
      <h2>Task</h2>
      {task.title !== under && (
        <h3 lang={task.lang}>
          <SymbolText text={task.title} />
        </h3>
      )}
      <MarkdownText text={task.words} lang={task.lang} />
      {given !== "" && <p>{`Your variant: ${given}.`}</p>}
      <p>
        <SymbolText text={`Your answer: ${answerWords(settings, scenario)}.`} />
        <span>{triedWords(tries)}</span> <span>{verdict !== null && outcomeWords(verdict)}</span>
      </p>
      {refusals.map((words) => (
        <p key={words}>
          <SymbolText text={words} />
        </p>
      ))}
      <Conditions task={task} verdicts={verdict?.conditions.map(verdictWords) ?? null} />
      {handIn !== null && (
        <>
          <p>Hand-in code of this answer:</p>
          <pre translate="no">{handIn.code}</pre>
        </>
      )}
    </section>
  );
}

interface ConditionsProps {
  readonly task: Task;
  /** Results of the conditions; null until the answer has been tried. */
  readonly verdicts: readonly string[] | null;
}

function Conditions({ task, verdicts }: ConditionsProps) {
  const results = useBenchState(({ run }) => (run.snapshot?.done ? run.snapshot.results : null));
  const onThisRun = (index: number) => {
    if (results === null) return "–";
    const condition = task.counts[index];
    const judged = judge(condition, results);
    return `${valueText(condition, judged)}, ${judged.met ? "met" : "not met"}`;
  };
  return (
    <Table
      head={["What counts", "On this run", "On all runs that count"]}
      rows={task.counts.map((condition, index) => ({
        key: conditionWords(condition),
        cells: [conditionWords(condition), onThisRun(index), verdicts?.[index] ?? "not tried"],
      }))}
    />
  );
}

function triedWords(tries: number): string {
  if (tries === 0) return "";
  return tries === 1 ? " Tried once." : ` Tried ${tries} times.`;
}
