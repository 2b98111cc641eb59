/** Counts claims and those that hold. Statements of the papers and further checks of this project are counted separately. */
import type { Claim, Paper } from "./experiment.ts";

/** Source of a claim: the paper, or this project. */
export type Basis = "paper" | "ours";

/** Number of claims, and number of those that hold. */
export interface Count {
  readonly holding: number;
  readonly all: number;
}

/** Counts by the source of the claims. */
export type Tally = Readonly<Record<Basis, Count>>;

const NONE: Count = { holding: 0, all: 0 };

/** Returns false for this project's own questions and controlled runs. */
export function isPaper({ id }: Pick<Paper, "id">): boolean {
  return id !== "beyond" && id !== "controls";
}

/** Returns the source of a claim. All claims of an experiment without a paper are the project's own. */
export function basisOf({ basis }: Pick<Claim, "basis">, paper: Pick<Paper, "id">): Basis {
  return !isPaper(paper) || basis === "ours" ? "ours" : "paper";
}

/** Returns the counts of an experiment's claims. */
export function tallyOf(claims: readonly Claim[], paper: Pick<Paper, "id">): Tally {
  const countOf = (basis: Basis): Count => {
    const own = claims.filter((claim) => basisOf(claim, paper) === basis);
    return { holding: own.filter(({ holds }) => holds).length, all: own.length };
  };
  return { paper: countOf("paper"), ours: countOf("ours") };
}

/** Returns the sum of counts. */
export function sumOfTallies(tallies: readonly Tally[]): Tally {
  const sumOf = (basis: Basis) => tallies.map((tally) => tally[basis]).reduce(sumOfCounts, NONE);
  return { paper: sumOf("paper"), ours: sumOf("ours") };
}

function sumOfCounts(a: Count, b: Count): Count {
  return { holding: a.holding + b.holding, all: a.all + b.all };
}
