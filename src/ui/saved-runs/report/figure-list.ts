/** Which figures a report can have, and which of them it has unless its author chooses otherwise. */

import { insides } from "../../bench/numbers/InsidePanel.tsx";
import type { RunView } from "../../bench/plots/chart-props.ts";
import { PIECES } from "../../state/pieces.ts";
import { probeLabel } from "./report-words.ts";

/** In the order of the page. */
const FIGURES = ["path", "cwnd", "delay", "throughput", "distribution", "fairness", "phase"];
/** Of a flow alone these say nothing. */
const OF_SEVERAL_FLOWS = ["fairness", "phase"];

export interface FigureChoice {
  readonly id: string;
  readonly label: string;
  /** Whether it is there unless it is left out. */
  readonly isUsual: boolean;
}

export interface ProbeFigure extends FigureChoice {
  /** As the charts of probes have it. */
  readonly source: "queue" | number;
  readonly probeId: string;
}

export function plotFigures(flows: number): FigureChoice[] {
  return FIGURES.filter((id) => id !== "phase" || flows > 1).map((id) => ({
    id,
    label: PIECES.find((piece) => piece.id === id)?.label ?? id,
    isUsual: flows > 1 || !OF_SEVERAL_FLOWS.includes(id),
  }));
}

/** What goes on inside the queue and the senders: of many flows the first few. */
const MOST_SOURCES = 5;

export function probeFigures(run: RunView): ProbeFigure[] {
  return insides(run)
    .slice(0, MOST_SOURCES)
    .flatMap(({ source, label, probes }) =>
      probes.map(({ probe }) => ({
        id: `inside.${source}.${probe.id}`,
        label: probeLabel(label, probe.label),
        isUsual: false,
        source,
        probeId: probe.id,
      })),
    );
}

export function isShown(
  { id, isUsual }: Pick<FigureChoice, "id" | "isUsual">,
  toggled: readonly string[],
): boolean {
  return toggled.includes(id) !== isUsual;
}
