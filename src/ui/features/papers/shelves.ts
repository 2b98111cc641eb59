/** The papers with their figures in order, and the URL text that selects a figure. */
import { nearestNames } from "../../../engine/index.ts";
import type { Experiment, Paper, StudySize } from "../../../experiments/experiment.ts";

export interface Shelf {
  readonly paper: Paper;
  readonly experiments: readonly Experiment[];
}

/** Returns the papers in the order of their first figures. */
export function shelvesOf(experiments: readonly Experiment[]): Shelf[] {
  const ids = [...new Set(experiments.map(({ paper }) => paper.id))];
  return ids.map((id) => {
    const own = experiments.filter(({ paper }) => paper.id === id);
    return { paper: own[0].paper, experiments: own };
  });
}

/** Returns the place of a figure, such as "Figure 4", or the experiment's name if it belongs to no paper. */
export function placeWords({ where, paper }: Experiment): string {
  return where === "" ? paper.label : where;
}

export interface PapersView {
  /** The selected figure; null for the overview. */
  readonly experiment: Experiment | null;
  /** An unknown id, with the most similar names. */
  readonly unknown: { readonly id: string; readonly near: readonly string[] } | null;
}

/** Reads the screen's part of the fragment: "figure=abe-4". */
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

/** Returns the source as text: "RFC 8511, figure 2"; without a figure only the paper. */
export function paperPlace({ paper, where }: Pick<Experiment, "paper" | "where">): string {
  return [paper.label, where].filter((part) => part !== "").join(", ");
}

export function sizeName(size: StudySize): string {
  return `${size} size`;
}
