/** The papers with their figures, in order, and the text that says which is shown. */
import { nearestNames } from "../../engine/index.ts";
import type { Experiment, Paper, Size } from "../../experiments/experiment.ts";

export interface Shelf {
  readonly paper: Paper;
  readonly experiments: readonly Experiment[];
}

/** Papers in the order in which their first figure comes. */
export function shelvesOf(experiments: readonly Experiment[]): Shelf[] {
  const ids = [...new Set(experiments.map(({ paper }) => paper.id))];
  return ids.map((id) => {
    const own = experiments.filter(({ paper }) => paper.id === id);
    return { paper: own[0].paper, experiments: own };
  });
}

/** "Figure 4", or what it is called where it is of no paper. */
export function placeWords({ where, paper }: Experiment): string {
  return where === "" ? paper.label : where;
}

export interface PapersView {
  /** Null: the overview. */
  readonly experiment: Experiment | null;
  /** What was asked for in vain, with the nearest names there are. */
  readonly unknown: { readonly id: string; readonly near: readonly string[] } | null;
}

/** From the screen's part of the fragment: "figure=abe-4". */
export function papersView(text: string, experiments: readonly Experiment[]): PapersView {
  const id = new URLSearchParams(text).get("figure");
  if (id === null || id === "") return { experiment: null, unknown: null };
  const experiment = experiments.find((one) => one.id === id) ?? null;
  if (experiment !== null) return { experiment, unknown: null };
  return {
    experiment: null,
    unknown: {
      id,
      near: nearestNames(
        id,
        experiments.map((one) => one.id),
      ),
    },
  };
}

export function papersText(id: string | null): string {
  return id === null ? "" : `figure=${id}`;
}

interface Neighbours {
  readonly before: Experiment | null;
  readonly after: Experiment | null;
}

export function neighboursOf(experiment: Experiment, experiments: readonly Experiment[]): Neighbours {
  const at = experiments.indexOf(experiment);
  return { before: experiments[at - 1] ?? null, after: experiments[at + 1] ?? null };
}

/** "RFC 8511, figure 2": without a place the paper alone. */
export function paperPlace({ paper, where }: Pick<Experiment, "paper" | "where">): string {
  return [paper.label, where].filter((part) => part !== "").join(", ");
}

export function sizeName(size: Size): string {
  return `${size} size`;
}
