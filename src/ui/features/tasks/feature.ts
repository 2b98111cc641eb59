/** Tasks: the student's panel, and the teacher's tabs that set tasks and check hand-ins. */
import type { Feature } from "../../bench/feature.ts";
import { lazyPart } from "../../shared/lazy.tsx";

export const tasks: Feature = {
  id: "tasks",
  guide: {
    kind: "task",
    keys: ["student"],
    onceKeys: ["hand-in", "last"],
    Panel: lazyPart(async () => (await import("./TaskPanel.tsx")).TaskPanel),
    AnswerButtons: lazyPart(async () => (await import("./Questions.tsx")).EvidenceButtons),
  },
  tabs: [
    {
      id: "",
      label: "Set a task",
      Panel: lazyPart(async () => (await import("./teacher/SetTaskTab.tsx")).SetTaskTab),
    },
    {
      id: "check",
      label: "Check hand-ins",
      Panel: lazyPart(async () => (await import("./teacher/CheckTab.tsx")).CheckTab),
    },
  ],
  places: {
    report: lazyPart(async () => (await import("./ReportedTask.tsx")).ReportedTask),
  },
  takeHandIns: async (bench, list) => (await import("./teacher/class-editor.ts")).takeHandIns(bench, list),
  reports: [
    { name: "task", isUsual: true },
    { name: "work", isUsual: false },
  ],
  stored: ["check-draft", "marks.", "student", "task-draft", "task."],
};
