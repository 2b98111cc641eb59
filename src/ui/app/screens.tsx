/** The screens other than the bench, the dialogs and the guides, one per line. Each is loaded when it is first opened. */
import type { ComponentType } from "react";
import type { PlotOverlayProps } from "../bench/plots/TimePlot.tsx";
import type { Bench } from "../core/bench.ts";
import type { CodePlace as ShownCode } from "../core/code-place.ts";
import type { GuideKind, GuidePanelProps } from "../core/page-options.ts";
import { SCREENS, type ScreenId } from "../core/page-options.ts";
import type { DialogName } from "../core/store.ts";
import { useBenchState } from "../core/use-store.ts";
import type { Drop } from "../shared/drops.ts";
import { useTitle } from "../shared/hooks.ts";
import { fetched, LazyPlace, lazyPart } from "../shared/lazy.tsx";

type FurtherId = Exclude<ScreenId, "bench">;

const FURTHER_SCREENS: Record<FurtherId, ComponentType> = {
  lessons: lazyPart(async () => (await import("../features/lessons/LessonsScreen.tsx")).LessonsScreen),
  papers: lazyPart(async () => (await import("../features/papers/PapersScreen.tsx")).PapersScreen),
  sweep: lazyPart(async () => (await import("../features/sweep/SweepScreen.tsx")).SweepScreen),
  compare: lazyPart(async () => (await import("../features/compare/CompareScreen.tsx")).CompareScreen),
  notebook: lazyPart(async () => (await import("../features/notebook/NotebookScreen.tsx")).NotebookScreen),
  report: lazyPart(async () => (await import("./ReportTask.tsx")).ReportScreenWithTask),
  class: lazyPart(async () => (await import("../features/class/ClassScreen.tsx")).ClassScreen),
};

const DIALOGS: Record<DialogName, ComponentType> = {
  accessibility: lazyPart(
    async () => (await import("../features/help/AccessibilityStatement.tsx")).AccessibilityStatement,
  ),
  builder: lazyPart(async () => (await import("../features/embed/LinkBuilder.tsx")).LinkBuilder),
  card: lazyPart(async () => (await import("../features/help/AlgorithmCard.tsx")).AlgorithmCard),
  dropped: lazyPart(async () => (await import("./DroppedFile.tsx")).DroppedFile),
  flows: lazyPart(async () => (await import("../bench/numbers/FlowNumbersDialog.tsx")).FlowNumbersDialog),
  help: lazyPart(async () => (await import("../features/help/HelpDialog.tsx")).HelpDialog),
  licences: lazyPart(async () => (await import("../features/help/LicencesDialog.tsx")).LicencesDialog),
  notes: lazyPart(async () => (await import("../features/help/ModelNotes.tsx")).ModelNotes),
  picture: lazyPart(async () => (await import("../features/notebook/PaperPicture.tsx")).PaperPicture),
  plot: lazyPart(async () => (await import("../features/share/SharePlot.tsx")).SharePlot),
  presets: lazyPart(async () => (await import("../features/share/PresetsMenu.tsx")).PresetsMenu),
  program: lazyPart(async () => (await import("../features/custom-code/HeldProgram.tsx")).HeldProgram),
  right: lazyPart(async () => (await import("../features/help/HowRightDialog.tsx")).HowRightDialog),
  share: lazyPart(async () => (await import("../features/share/ShareDialog.tsx")).ShareDialog),
};

const GUIDE_PANELS: Record<GuideKind, ComponentType<GuidePanelProps>> = {
  lesson: lazyPart(async () => (await import("../features/lessons/LessonPanel.tsx")).LessonPanel),
  task: lazyPart(async () => (await import("../features/tasks/TaskPanel.tsx")).TaskPanel),
  talk: lazyPart(async () => (await import("../features/talks/TalkPanel.tsx")).TalkPanel),
};

/** Handles a file, a URL or a text that was dropped on the page. The code that reads it is loaded on first use. */
export async function takeDrop(bench: Bench, drop: Drop): Promise<void> {
  try {
    const { takeDrop: take } = await fetched("The file reader", import("./DroppedFile.tsx"));
    await take(bench, drop);
  } catch (error) {
    const title = error instanceof Error ? error.message : String(error);
    bench.notice({ id: "dropped", title, lines: [], link: null });
  }
}

/** The bench in projector mode. */
export const Projector = lazyPart(async () => (await import("../features/talks/Projector.tsx")).Projector);

/** The bench on paper. */
export const PrintedReport = lazyPart(async () => (await import("./ReportTask.tsx")).PrintedReportWithTask);

const Code = lazyPart<{ readonly place: ShownCode }>(
  async () => (await import("../features/custom-code/CodePanel.tsx")).CodePanel,
);

/** The program editor, which replaces the controls. */
export function CodePlace({ place }: { readonly place: ShownCode }) {
  return (
    <LazyPlace part="The code" fallback={<section className="rail" />}>
      <Code place={place} />
    </LazyPlace>
  );
}

const Prediction = lazyPart(
  async () => (await import("../features/lessons/PlotPrediction.tsx")).PlotPrediction,
);

/** The sheet over a plot on which a lesson asks for a curve. */
export function PlotPrediction(props: PlotOverlayProps) {
  return (
    <LazyPlace part="The prediction">
      <Prediction {...props} />
    </LazyPlace>
  );
}

/** A screen other than the bench. */
export function FurtherScreen({ id }: { readonly id: FurtherId }) {
  const label = SCREENS.find((screen) => screen.id === id)?.label ?? "";
  useTitle(`${label} · Sawtooth`);
  const Screen = FURTHER_SCREENS[id];
  const loading = (
    <p className="screen-loading" role="status">
      {`Loading ${label}…`}
    </p>
  );
  return (
    <LazyPlace key={id} part={`The screen “${label}”`} isScreen fallback={loading}>
      <Screen />
    </LazyPlace>
  );
}

export function OpenedDialog() {
  const name = useBenchState((state) => state.dialog);
  if (name === null) return null;
  const Opened = DIALOGS[name];
  return (
    <LazyPlace key={name} part="The dialog">
      <Opened />
    </LazyPlace>
  );
}

/** The active lesson, task or talk next to the bench. */
export function GuidePlace() {
  const guide = useBenchState((state) => state.guide);
  if (guide === null) return null;
  const Panel = GUIDE_PANELS[guide.kind];
  return (
    <LazyPlace part="The guide">
      <Panel guide={guide} />
    </LazyPlace>
  );
}
