/** What the paper says of convergence for both senders, judged by the first passage. */
import { checked } from "../claim.ts";
import type { Claim, Readings, Size } from "../experiment.ts";
import { rangeText } from "../range-text.ts";
import { AQM_LABEL, type Aqm, causeOf } from "./chosen.ts";
import { type ConvergenceGrid, type Kind, type RhoSummary, rhoSummary } from "./convergence.ts";
import { listed } from "./number-text.ts";

/** The ρ of all β_ecn over a queue, by the first passage and until F stays: what causes may say of them. */
export interface Rhos {
  readonly first: readonly RhoSummary[];
  readonly settled: readonly RhoSummary[];
}

/** A queue, and what was found where its median is not near 1, or the share of faster paths not as the paper has it. */
export interface AboutRho {
  readonly aqm: Aqm;
  readonly medianCause?: (rhos: Rhos) => string;
  readonly shareCause?: (rhos: Rhos) => string;
}

export function rhosOf(readings: Readings, size: Size, grid: ConvergenceGrid, aqm: Aqm): Rhos {
  const of = (kind: Kind) =>
    summaries(readings, size, grid, aqm, kind).filter((one): one is RhoSummary => one !== null);
  return { first: of("first"), settled: of("settled") };
}

/** "1.07, 1.11 and 1.50". */
export function mediansText(rhos: readonly RhoSummary[]): string {
  return listed(rhos.map(({ median }) => median.toFixed(2)));
}

/** "0.37, 0.38 and 0.29". */
export function sharesText(rhos: readonly RhoSummary[]): string {
  return listed(rhos.map(({ shareBelow1 }) => shareBelow1.toFixed(2)));
}

function betasOf(size: Size, { betas }: ConvergenceGrid): readonly number[] {
  return size === "full" ? betas : betas.slice(-1);
}

function summaries(
  readings: Readings,
  size: Size,
  grid: ConvergenceGrid,
  aqm: Aqm,
  kind: Kind,
): (RhoSummary | null)[] {
  return betasOf(size, grid).map((beta) => rhoSummary(readings, size, grid.sender, aqm, beta, kind));
}

const range = (values: readonly number[]) => rangeText(values, 2);

const medians = (all: readonly (RhoSummary | null)[]) => all.map((one) => one?.median ?? null);
const shares = (all: readonly (RhoSummary | null)[]) => all.map((one) => one?.shareBelow1 ?? null);

export function medianNear1(
  readings: Readings,
  size: Size,
  grid: ConvergenceGrid,
  { aqm, medianCause }: AboutRho,
): Claim[] {
  const settled = medians(summaries(readings, size, grid, aqm, "settled"));
  const first = medians(summaries(readings, size, grid, aqm, "first"));
  return checked(
    {
      id: `${aqm}-median`,
      text: `Over ${AQM_LABEL[aqm]} the median of ρ is near or below 1.`,
      paper: "near or below 1",
      tolerance: "At most 1.25 for every β_ecn.",
      ...causeOf(size, medianCause?.(rhosOf(readings, size, grid, aqm))),
    },
    [...settled, ...first],
    (...all) => {
      const ours = all.slice(all.length / 2);
      return {
        ours: `${range(ours)}; until F stays: ${range(all.slice(0, ours.length))}`,
        holds: Math.max(...ours) <= 1.25,
      };
    },
  );
}

/** Whether more than half of the experiments converge faster, for every β_ecn; or, `faster` false, for none. */
export function shareFaster(
  readings: Readings,
  size: Size,
  grid: ConvergenceGrid,
  { aqm, shareCause }: AboutRho,
  faster: boolean,
): Claim[] {
  const settled = shares(summaries(readings, size, grid, aqm, "settled"));
  const first = shares(summaries(readings, size, grid, aqm, "first"));
  return checked(
    {
      id: `${aqm}-share-faster`,
      text: faster
        ? `Over ${AQM_LABEL[aqm]} more than half of the experiments converge faster, with every β_ecn.`
        : `Over ${AQM_LABEL[aqm]} fewer than half of the experiments converge faster.`,
      paper: faster ? "> 0.5" : "< 0.5",
      tolerance: faster ? "Every β_ecn." : "Every β_ecn; the paper says usually.",
      ...causeOf(size, shareCause?.(rhosOf(readings, size, grid, aqm))),
    },
    [...settled, ...first],
    (...all) => {
      const ours = all.slice(all.length / 2);
      return {
        ours: `${range(ours)} of them; until F stays: ${range(all.slice(0, ours.length))}`,
        holds: faster ? Math.min(...ours) > 0.5 : Math.max(...ours) < 0.5,
      };
    },
  );
}

export function longTail(readings: Readings, size: Size, grid: ConvergenceGrid, aqm: Aqm): Claim[] {
  return checked(
    {
      id: `${aqm}-long-tail`,
      text: `Over ${AQM_LABEL[aqm]} ρ has a long tail.`,
      paper: "shape",
      tolerance: "With every β_ecn the largest ρ is above 5.",
      ...causeOf(size),
    },
    summaries(readings, size, grid, aqm, "first").map((one) => one?.largest ?? null),
    (...largest) => ({ ours: `largest ρ ${range(largest)}`, holds: Math.min(...largest) > 5 }),
  );
}
