/** The number of claims that hold, in words: the paper's own first, then additional checks by this project. */

import type { Basis, Count, Tally } from "../../../experiments/claim-tally.ts";
import type { Claim, Paper, StudySize } from "../../../experiments/experiment.ts";
import { ofNumber } from "../../../lib/counted.ts";

/** Returns a text such as "5 of 6 claims hold; 2 of 2 further checks of ours"; "" if there are no claims. */
export function tallyWords({ paper, ours }: Tally): string {
  if (paper.all === 0 && ours.all === 0) return "";
  if (paper.all === 0) return `${countText(ours)} ${noun(ours, "check")} of ours ${verb(ours)}`;
  const claims = `${countText(paper)} ${noun(paper, "claim")} ${verb(paper)}`;
  return ours.all === 0
    ? claims
    : `${claims}; ${ours.holding} of ${ours.all} further ${noun(ours, "check")} of ours`;
}

/** Returns the short form: "5 of 6 claims hold; ours: 2 of 2". */
export function shortTallyWords(tally: Tally): string {
  const { paper, ours } = tally;
  if (paper.all === 0 || ours.all === 0) return tallyWords(tally);
  return `${tallyWords({ paper, ours: NONE })}; ours: ${ours.holding} of ${ours.all}`;
}

const NONE: Count = { holding: 0, all: 0 };

/** Returns a text such as "all 4 hold" or "3 of 4 hold". */
export function heldWords(count: Count): string {
  return `${countText(count)} ${verb(count)}`;
}

/** Returns the counts of a quick look and of the full size. */
export function quickCountWords(claims: readonly JudgedClaim[], published: Count | null): string {
  const few = "judged by the few points and seeds of the quick size";
  if (published === null) {
    const held = claims.filter(({ claim }) => claim.holds).length;
    return `${held} of ${claims.length} hold in this quick check, which is not conclusive because it has few points and seeds`;
  }
  const { holding, all } = countOf(claims);
  return `${holding} of ${all} ${verb({ holding, all })} here as published, ${few}; published: ${heldWords(published)}`;
}

export function countOf(claims: readonly JudgedClaim[]): Count {
  return { holding: claims.filter(({ verdict }) => verdict === "holds").length, all: claims.length };
}

function countText({ holding, all }: Count): string {
  if (all === 1) return holding === 1 ? "the one" : "0 of 1";
  return holding === all ? `all ${all}` : `${holding} of ${all}`;
}

function noun({ all }: Count, one: string): string {
  return ofNumber(all, one);
}

function verb({ all }: Count): string {
  return ofNumber(all, "holds", "hold");
}

export function claimsTitle(basis: Basis, { id }: Pick<Paper, "id">): string {
  if (basis === "paper") return "Claims of the paper, and results";
  if (id === "controls") return "Claims that fail, in runs with only this change";
  return id === "beyond" ? "Our checks, and results" : "Additional checks";
}

/** Returns the paper's number; null for a check by this project without such a number. */
export function paperWords({ paper }: Claim, basis: Basis): string | null {
  if (basis === "ours" && NO_NUMBER.includes(paper)) return null;
  return paper === "shape" ? "no number, its shape" : paper;
}

const NO_NUMBER = ["shape", "our own question", ""];

/** Returns the verdict of a claim that is known only from the few runs of a quick look. */
function quickVerdict(holds: boolean): string {
  return `${holds ? "Holds" : "Does not hold"} in this quick check, which is not conclusive`;
}

/** Returns the text for a claim that the runs on this device cannot decide. */
function notJudged(holds: boolean): string {
  return `Not judged here; ${holds ? "holds" : "does not hold"} as published`;
}

export function askedFor(tolerance: string): string {
  return `Required: ${tolerance}`;
}

export function causeWords(cause: string | undefined): string {
  return cause ? `Cause: ${cause}` : "The cause is not known.";
}

/** "open": the claim is not decided. */
export type Verdict = "holds" | "fails" | "open";

export interface JudgedClaim {
  readonly claim: Claim;
  readonly verdict: Verdict;
  /** The verdict as text. */
  readonly words: string;
  /** True if the text says more than the symbol. */
  readonly isQualified: boolean;
  /** The published number, shown next to the number from a few runs. */
  readonly published: string | null;
}

/** Returns the judged claims. `published` are the claims at full size; null if they are not loaded. */
export function judged(
  claims: readonly Claim[],
  size: StudySize,
  published: readonly Claim[] | null,
): JudgedClaim[] {
  const fullOf = ({ id }: Claim) => published?.find((one) => one.id === id) ?? null;
  const own = claims.map((claim) => (size === "full" ? plain(claim) : quickly(claim, fullOf(claim))));
  const others = (published ?? []).filter(({ id }) => !claims.some((claim) => claim.id === id));
  return [...own, ...others.map(unjudged)];
}

function plain(claim: Claim): JudgedClaim {
  const rest = { claim, isQualified: false, published: null };
  return claim.holds
    ? { ...rest, verdict: "holds", words: "Holds" }
    : { ...rest, verdict: "fails", words: "Does not hold" };
}

const FEW_RUNS = "this check has few points and seeds; with all of them the claim holds.";

function quickly(claim: Claim, full: Claim | null): JudgedClaim {
  if (full === null) {
    const words = quickVerdict(claim.holds);
    return { claim, verdict: "open", words, isQualified: true, published: null };
  }
  const rest = { isQualified: true, published: full.ours };
  if (full.holds) {
    return claim.holds
      ? { ...rest, claim, verdict: "holds", words: "Holds here, and as published" }
      : {
          ...rest,
          claim: { ...claim, cause: FEW_RUNS },
          verdict: "fails",
          words: "Does not hold in these few runs, but does as published",
        };
  }
  const words = claim.holds
    ? "Holds in these few runs, but does not as published"
    : "Does not hold here, nor as published";
  return { ...rest, claim: { ...claim, cause: full.cause ?? "" }, verdict: "fails", words };
}

/** Returns a claim that the runs on this device cannot decide. */
function unjudged(full: Claim): JudgedClaim {
  const words = notJudged(full.holds);
  const claim = { ...full, ours: "no value" };
  return { claim, verdict: "open", words, isQualified: true, published: full.ours };
}
