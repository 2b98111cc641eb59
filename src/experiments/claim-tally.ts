/** How many claims hold: what the papers say, and further checks of ours, counted apart. */
import type { Claim, Paper } from "./experiment.ts";

/** Whose statement a claim is. */
export type Basis = "paper" | "ours";

export interface Count {
  readonly holding: number;
  readonly all: number;
}

export type Tally = Readonly<Record<Basis, Count>>;

const NONE: Count = { holding: 0, all: 0 };

/** No paper: what we asked ourselves, and controlled runs. */
export function isPaper({ id }: Pick<Paper, "id">): boolean {
  return id !== "beyond" && id !== "controls";
}

/** Of an experiment that no paper has everything is ours. */
export function basisOf({ basis }: Pick<Claim, "basis">, paper: Pick<Paper, "id">): Basis {
  return !isPaper(paper) || basis === "ours" ? "ours" : "paper";
}

export function tallyOf(claims: readonly Claim[], paper: Pick<Paper, "id">): Tally {
  const countOf = (basis: Basis): Count => {
    const own = claims.filter((claim) => basisOf(claim, paper) === basis);
    return { holding: own.filter(({ holds }) => holds).length, all: own.length };
  };
  return { paper: countOf("paper"), ours: countOf("ours") };
}

export function sumOfTallies(tallies: readonly Tally[]): Tally {
  const sumOf = (basis: Basis) => tallies.map((tally) => tally[basis]).reduce(sumOfCounts, NONE);
  return { paper: sumOf("paper"), ours: sumOf("ours") };
}

function sumOfCounts(a: Count, b: Count): Count {
  return { holding: a.holding + b.holding, all: a.all + b.all };
}
