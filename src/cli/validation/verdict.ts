/** The verdict over all cases. */
import type { Comparison } from "./compare.ts";
import { type Direction, directionsOf } from "./directions.ts";
import { type MeanOverRtts, meansOverRtts } from "./means.ts";
import { isPhase } from "./reference-cases.ts";
import { median } from "./statistics.ts";
import { disagreement, TOLERANCE } from "./tolerance.ts";

export interface Verdict {
  readonly comparisons: readonly Comparison[];
  readonly directions: readonly Direction[];
  readonly means: readonly MeanOverRtts[];
  /** The cases that are judged one by one. */
  readonly settled: readonly Comparison[];
  readonly goodputMedianError: number;
  /** NaN without a pair that is judged. */
  readonly shareMedianError: number;
  readonly passed: boolean;
}

export function verdictOn(comparisons: readonly Comparison[]): Verdict {
  const settled = comparisons.filter(isJudged);
  const goodputMedianError = median(settled.map((one) => Math.abs(one.goodputError)));
  const shareMedianError = median(
    settled.flatMap(({ share }) => (share?.judged ? [Math.abs(share.error)] : [])),
  );
  const directions = directionsOf(comparisons.filter(({ reference }) => !isPhase(reference)));
  const means = meansOverRtts(comparisons);
  const passed =
    !(goodputMedianError > TOLERANCE.goodputMedian) &&
    !(shareMedianError > TOLERANCE.shareMedian) &&
    settled.every((one) => one.failures.length === 0) &&
    directions.every((one) => one.holds) &&
    means.every((one) => one.passes);
  return { comparisons, directions, means, settled, goodputMedianError, shareMedianError, passed };
}

export function isJudged({ reference }: Comparison): boolean {
  return reference.settled && !isPhase(reference) && disagreement(reference) === null;
}
