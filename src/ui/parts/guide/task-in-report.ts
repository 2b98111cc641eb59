/** The task in a report: what the notebook's report shows of the task that its run answers. */
import { type ComponentType, createContext } from "react";

/** The task that the run answers, provided by the feature of tasks. */
export interface TaskInReport {
  readonly title: string;
  /** The student's name; empty if any name may be entered. */
  readonly student: string;
  /** The section of the task. `under` is the title of the page; a task with the same title does not repeat it. */
  readonly Section: ComponentType<{ readonly under: string }>;
}

/**
 * A hook that the feature of tasks provides. Returns null if the run does not answer a task.
 */
export const ReportedTaskContext = createContext<() => TaskInReport | null>(() => null);
