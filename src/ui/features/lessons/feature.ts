/** Lessons: the list, the panel next to the bench, and the editor. */
import type { Feature } from "../../bench/feature.ts";
import { lazyPart } from "../../shared/lazy.tsx";

export const lessons: Feature = {
  id: "lessons",
  screens: [
    {
      id: "lessons",
      label: "Lessons",
      Screen: lazyPart(async () => (await import("./LessonsScreen.tsx")).LessonsScreen),
    },
  ],
  guide: {
    kind: "lesson",
    Panel: lazyPart(async () => (await import("./LessonPanel.tsx")).LessonPanel),
    PlotSheet: lazyPart(async () => (await import("./PlotPrediction.tsx")).PlotPrediction),
  },
  tabs: [
    {
      id: "lesson",
      label: "Lesson",
      Panel: lazyPart(async () => (await import("./LessonTab.tsx")).LessonTab),
    },
  ],
  stored: ["lesson.", "lesson-draft"],
};
