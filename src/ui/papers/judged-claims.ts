/**
 * What is said of a statement. By the runs of the full size it holds or not. A quick look has few of these runs: what
 * holds by them counts only where it holds by all, so that it never looks better than what is published.
 */
import type { Claim, Size } from "../../experiments/experiment.ts";
import { notJudged, quickVerdict } from "./claim-words.ts";

/** "open": nothing that counts is known. */
export type Verdict = "holds" | "fails" | "open";

export interface JudgedClaim {
  readonly claim: Claim;
  readonly verdict: Verdict;
  /** The verdict in words. */
  readonly words: string;
  /** Whether the words say more than the sign. */
  readonly isQualified: boolean;
  /** The published number, beside one of few runs. */
  readonly published: string | null;
}

/** `published`: the claims of the full size, null where they are not at hand. */
export function judged(
  claims: readonly Claim[],
  size: Size,
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

const FEW_RUNS = "these are few points and seeds; by all of them it holds.";

function quickly(claim: Claim, full: Claim | null): JudgedClaim {
  if (full === null) {
    const words = quickVerdict(claim.holds);
    return { claim, verdict: "open", words, isQualified: true, published: null };
  }
  const rest = { isQualified: true, published: full.ours };
  if (full.holds) {
    return claim.holds
      ? { ...rest, claim, verdict: "holds", words: "Holds, here as published" }
      : {
          ...rest,
          claim: { ...claim, cause: FEW_RUNS },
          verdict: "fails",
          words: "Does not hold in these few runs, but does as published",
        };
  }
  const words = claim.holds
    ? "Holds in these few runs, but does not as published"
    : "Does not hold, here as published";
  return { ...rest, claim: { ...claim, cause: full.cause ?? "" }, verdict: "fails", words };
}

/** What the runs here cannot tell of. */
function unjudged(full: Claim): JudgedClaim {
  const words = notJudged(full.holds);
  const claim = { ...full, ours: "no value" };
  return { claim, verdict: "open", words, isQualified: true, published: full.ours };
}
