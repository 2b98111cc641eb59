/** What the first of two competing flows has of what both got, beside the reference. */
import type { Figures } from "./figures.ts";
import type { ReferenceCase } from "./reference-cases.ts";
import { SHARE_AGREEMENT } from "./tolerance.ts";

export interface ShareComparison {
  readonly ours: number;
  readonly theirs: number;
  readonly error: number;
  /** The reference's own runs agree; else who wins is a matter of phase there too. */
  readonly judged: boolean;
}

export function shareOf({ shareFirst, settled }: ReferenceCase, ours: Figures): ShareComparison | null {
  if (shareFirst === undefined) return null;
  const share = ours.groupGoodputBps[0] / ours.goodputBps;
  const { mean, min, max } = shareFirst;
  return {
    ours: share,
    theirs: mean,
    error: share - mean,
    judged: settled && max - min <= SHARE_AGREEMENT,
  };
}
