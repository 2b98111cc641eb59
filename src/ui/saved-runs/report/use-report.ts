/** What a report of the bench's run is made of: on the screen where it is written, and where the bench itself is printed. */
import { useMemo, useSyncExternalStore } from "react";
import type { RunView } from "../../bench/plots/chart-props.ts";
import { useBenchState } from "../../state/use-store.ts";
import { type FigureChoice, isShown, type ProbeFigure, plotFigures, probeFigures } from "./figure-list.ts";
import type { ShownFigure } from "./ReportFigures.tsx";
import { useTask } from "./ReportTask.tsx";
import type { ReportDesk, ReportState } from "./report-desk.ts";
import { suggestedTitle } from "./report-words.ts";
import type { Figures } from "./use-figures.ts";

/** Parts beside the figures. */
const PARTS: readonly FigureChoice[] = [
  { id: "task", label: "The task", isUsual: true },
  { id: "numbers", label: "Numbers", isUsual: true },
  { id: "theory", label: "What theory says", isUsual: false },
  { id: "settings", label: "Settings", isUsual: true },
];

export interface ReportMatter {
  readonly state: ReportState;
  readonly title: string;
  readonly name: string;
  /** The task's student; empty where anybody may write a name. */
  readonly student: string;
  readonly plots: readonly FigureChoice[];
  readonly inside: readonly ProbeFigure[];
  readonly parts: readonly FigureChoice[];
  /** The figures that are asked for. */
  readonly shown: readonly FigureChoice[];
  readonly has: (part: string) => boolean;
}

export function useReport(desk: ReportDesk, run: RunView): ReportMatter {
  const state = useSyncExternalStore(desk.store.subscribe, desk.store.get);
  const scenario = useBenchState((own) => own.scenario);
  const task = useTask();
  const { toggled } = state.draft;
  const plots = plotFigures(run.snapshot.results.flows.length);
  const inside = useMemo(() => probeFigures(run), [run]);
  const parts = PARTS.filter(({ id }) => id !== "task" || task !== null);
  const student = task?.name ?? "";
  return {
    state,
    title: state.draft.title.trim() || suggestedTitle(scenario, task?.task.title ?? null),
    name: student || state.name,
    student,
    plots,
    inside,
    parts,
    shown: [...plots, ...inside].filter((choice) => isShown(choice, toggled)),
    has: (id) => parts.some((part) => part.id === id && isShown(part, toggled)),
  };
}

/** The figures that are asked for, as far as they are there. */
export function drawnOf(byId: Figures["byId"], shown: readonly FigureChoice[]): ShownFigure[] {
  return shown.flatMap(({ id }) => {
    const figure = byId.get(id);
    return figure === undefined ? [] : [{ ...figure, id }];
  });
}
