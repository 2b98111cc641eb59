/** What the first plots do not need: each part is a program of its own, fetched when it is drawn or in idle time. */
import type { ComponentType } from "react";
import { later, onDemand, type Part } from "../shared/on-demand.ts";
import type { Guide, GuideKind } from "../state/beside.ts";

export interface GuidePanelProps {
  readonly guide: Guide;
}

const part = <P extends object>(load: () => Promise<ComponentType<P>>) => onDemand(load);

export const Rail = part(async () => (await import("../bench/rail/ScenarioPanel.tsx")).ScenarioPanel);
export const LiveEnd = part(async () => (await import("../bench/player/LiveEnd.tsx")).LiveEnd);
export const Printed = part(
  async () => (await import("../saved-runs/report/PrintedReport.tsx")).PrintedReport,
);
export const Ways = part(async () => (await import("./KeyboardWays.tsx")).KeyboardWays);
export const Transport = part(async () => (await import("../bench/player/PlaybackBar.tsx")).PlaybackBar);
export const Sound = part(async () => (await import("../bench/sound/SoundMenu.tsx")).SoundMenu);
export const SentenceAbove = part(async () => (await import("../bench/numbers/Headline.tsx")).Headline);
export const Side = part(async () => (await import("../bench/numbers/SidePanel.tsx")).SidePanel);
export const PathAbove = part(async () => (await import("../bench/path/LivingPath.tsx")).LivingPath);
const why = () => import("../bench/explain/program.ts");
export const Answers = part(async () => (await why()).WhyDock);
export const PlotWhy = part(async () => (await why()).PlotWhy);
export const WhyHere = part(async () => (await why()).WhyHere);
export const SavePicture = part(async () => (await import("../bench/pictures/SavePicture.tsx")).SavePicture);
export const BetaHandle = part(async () => (await import("../bench/plots/BetaHandle.tsx")).BetaHandle);
const lines = () => import("../bench/plots/LineHandle.tsx");
export const LineHandle = part(async () => (await lines()).LineHandle);
export const Rule = part(async () => (await lines()).Rule);
export const RunErrorBox = onDemand(async () => (await import("../bench/RunErrorBox.tsx")).RunErrorBox);

export const FRAMING = later(() => import("./program.ts"));

export const DIALOGS = {
  accessibility: part(
    async () => (await import("../help/AccessibilityStatement.tsx")).AccessibilityStatement,
  ),
  builder: part(async () => (await import("../embed/LinkBuilder.tsx")).LinkBuilder),
  card: part(async () => (await import("../help/AlgorithmCard.tsx")).AlgorithmCard),
  flows: part(async () => (await import("../bench/numbers/FlowNumbersDialog.tsx")).FlowNumbersDialog),
  help: part(async () => (await import("../help/HelpDialog.tsx")).HelpDialog),
  licences: part(async () => (await import("../help/LicencesDialog.tsx")).LicencesDialog),
  notes: part(async () => (await import("../help/ModelNotes.tsx")).ModelNotes),
  presets: part(async () => (await import("../share/PresetsMenu.tsx")).PresetsMenu),
  right: part(async () => (await import("../help/HowRightDialog.tsx")).HowRightDialog),
  share: part(async () => (await import("../share/ShareDialog.tsx")).ShareDialog),
};

export const FURTHER_SCREENS = {
  lessons: part(async () => (await import("../guides/lessons/LessonsScreen.tsx")).LessonsScreen),
  papers: part(async () => (await import("../papers/PapersScreen.tsx")).PapersScreen),
  sweep: part(async () => (await import("../sweep/SweepScreen.tsx")).SweepScreen),
  notebook: part(async () => (await import("../saved-runs/notebook/NotebookScreen.tsx")).NotebookScreen),
  report: part(async () => (await import("../saved-runs/report/ReportScreen.tsx")).ReportScreen),
  class: part(async () => (await import("../guides/class/ClassScreen.tsx")).ClassScreen),
};

/** What stands on the bench while somebody leads through it: one for each kind of guide, where its program is written. */
export const GUIDE_PANELS: Partial<Record<GuideKind, Part<GuidePanelProps>>> = {
  lesson: part(async () => (await import("../guides/lessons/LessonPanel.tsx")).LessonPanel),
  task: part(async () => (await import("../guides/task/TaskPanel.tsx")).TaskPanel),
  talk: part(async () => (await import("../present/TalkPanel.tsx")).TalkPanel),
};

/** The bench as it is shown on a projector. */
export const Projector = part(async () => (await import("../present/Projector.tsx")).Projector);
export const CONTRAST = later(() => import("../present/contrast.ts"));

/** Where a lesson asks for a curve. */
export const PlotPrediction = part(async () => (await import("../guides/PlotPrediction.tsx")).PlotPrediction);

export const NewVersion = part(async () => (await import("./offline/NewVersion.tsx")).NewVersion);
export const KEEP_OFFLINE = later(() => import("./offline/browser-keeper.ts"));

export const KEYS = later(() => import("./keys.ts"));
export const THEORY = later(() => import("../bench/plots/drawn-theory.ts"));
export const FAIR_SHARES = later(() => import("../bench/plots/fair-share-lines.ts"));
export const CONSEQUENCE = later(() => import("../bench/numbers/consequence.ts"));
export const READ_FRAGMENT = later(() => import("../state/read-fragment.ts"));
export const PERMISSION = later(() => import("../state/permission.ts"));
export const LIVE = later(async () => (await import("../state/live-mode.ts")).LiveMode);
export const RUN_WORDS = later(() => import("../bench/run-words.ts"));
export const PLOT_WORDS = later(() => import("../bench/plots/plot-words.ts"));
export const CHOSEN_FLOWS = later(() => import("../state/chosen-flows.ts"));
export const CHANGE_LINES = later(() => import("../bench/plots/ChangeLines.tsx"));
export const WORDS_OF = later(async () => (await import("../shared/glossary/WordsOf.tsx")).WordsOf);
export const KERNEL_TRACE = later(() => import("../state/kernel-traces.ts"));
const TEXTS = later(async () => (await import("../guides/stored-texts.ts")).fetchStoredTexts());
const TRACES = later(() => import("../state/trace-listing.ts"));

/** In the order in which they are likely to be wanted. */
export const PARTS = [
  KEYS,
  PERMISSION,
  Rail,
  Side,
  SentenceAbove,
  PathAbove,
  Transport,
  Sound,
  Answers,
  PlotWhy,
  WhyHere,
  RunErrorBox,
  BetaHandle,
  LineHandle,
  SavePicture,
  Ways,
  Printed,
  READ_FRAGMENT,
  CONSEQUENCE,
  LIVE,
  LiveEnd,
  RUN_WORDS,
  PLOT_WORDS,
  CHOSEN_FLOWS,
  CHANGE_LINES,
  KERNEL_TRACE,
  WORDS_OF,
  THEORY,
  FAIR_SHARES,
  TRACES,
  FRAMING,
  ...Object.values(DIALOGS),
  Projector,
  CONTRAST,
  ...Object.values(GUIDE_PANELS),
  PlotPrediction,
  ...Object.values(FURTHER_SCREENS),
  TEXTS,
];
