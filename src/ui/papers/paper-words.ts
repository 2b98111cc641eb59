/** What the screen of the papers says around its figures and their runs. */
import { counted, ofNumber } from "../../experiments/counted.ts";
import type { Experiment, Size, StoredOutcome } from "../../experiments/experiment.ts";
import { largeNumber, partOfRuns, timeWords } from "../shared/time-words.ts";

/** "RFC 8511, figure 2": without a place the paper alone. */
export function paperPlace({ paper, where }: Pick<Experiment, "paper" | "where">): string {
  return [paper.label, where].filter((part) => part !== "").join(", ");
}

/** Of one figure among its neighbours. */
export function neighbourName({
  paper,
  where,
  title,
}: Pick<Experiment, "paper" | "where" | "title">): string {
  return where === "" ? title : `${paper.label}, ${where}`;
}

/** Of the papers' claims; `missing`: figures without results. */
export function sumWords({ holding, all }: { holding: number; all: number }, missing: number): string {
  const share = ((100 * holding) / all).toFixed(0);
  const held = `${holding} of the papers’ ${counted(all, "claim")} ${ofNumber(all, "holds", "hold")} (${share}\u00a0%).`;
  const blind =
    "It is no blind test: some settings and readings were chosen with results in sight, as each figure’s notes say.";
  if (missing === 0) return `${held} ${blind}`;
  const [have, are] = [ofNumber(missing, "has", "have"), ofNumber(missing, "is", "are")];
  return `${held} ${blind} ${counted(missing, "figure")} ${have} no results here and ${are} not counted.`;
}

export function noFigure(id: string, hasNear: boolean): string {
  const none = `There is no figure “${id}” here.`;
  return hasNear ? `${none} Was one of these meant? ` : none;
}

/** `reason`: a sentence. */
export function notHere(reason: string, canBeComputed: boolean): string {
  const missing = `The published results are not here: ${reason}`;
  return canBeComputed ? `${missing} They can be computed here.` : missing;
}

export function sizeName(size: Size): string {
  return `${size} size`;
}

export function publishedWords({ size, jobs }: Pick<StoredOutcome, "size" | "jobs">): string {
  return jobs === 0
    ? "Closed forms: there are no runs to repeat"
    : `Published results: ${sizeName(size)}, ${counted(jobs, "run")}`;
}

export function ranWords(total: number, tookS: number): string {
  return `Run here: ${counted(total, "run")} in ${timeWords(tookS)}.`;
}

/** `same`: null where there is nothing to compare with. The digest stands where the text is cut. */
export function digestWords(same: boolean | null): readonly [before: string, after: string] {
  if (same === null) return ["Digest ", ""];
  return ["Digest ", same ? ", the same as published: the same bits." : ", another than published."];
}

export function allDone(total: number): string {
  return total === 1 ? "The one run is done." : `All ${counted(total, "run")} are done.`;
}

/** Where published results come from; their digest follows. */
export function originWords({ jobs, packets, version, size }: StoredOutcome): string {
  const runs =
    jobs === 0
      ? "No runs, closed forms"
      : `${counted(jobs, "run")}, ${largeNumber(packets)} ${ofNumber(packets, "packet")}`;
  return `${runs}, by version ${version}, ${sizeName(size)}. Digest of all runs: `;
}

/** A line for a file that is taken away. `by`: whose results they are. */
export function stampWords(
  experiment: Pick<Experiment, "paper" | "where" | "id">,
  size: Size,
  by: string,
): string {
  return `Sawtooth: ${paperPlace(experiment)} (${experiment.id}), ${sizeName(size)}, ${by}`;
}

export function byVersion({ version, digest }: Pick<StoredOutcome, "version" | "digest">): string {
  return `version ${version}, digest ${digest}`;
}

/** Null: of all runs. */
export function byBrowser(part: { readonly done: number; readonly total: number } | null): string {
  const computed = "computed in the browser";
  return part === null ? computed : `${computed}, ${partOfRuns(part.done, part.total)}`;
}

export function notPart(file: string, status: number): string {
  return `${file} is not part of this page (${status}).`;
}

export function notFetched(file: string): string {
  return `${file} could not be fetched; the page seems to be offline.`;
}

export function unreadable(file: string): string {
  return `${file} holds no results that this page can read.`;
}
