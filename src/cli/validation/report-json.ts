/** The one object that `validate --json` prints. Its names stay. */
import { projectVersion } from "../project.ts";
import type { Comparison } from "./compare.ts";
import type { MeanOverRtts } from "./means.ts";
import { gridOf } from "./reference-cases.ts";
import { type GridSummary, gridSummaries, type SenderSummary, senderSummaries } from "./summaries.ts";
import { disagreement } from "./tolerance.ts";
import { isJudged, type Verdict } from "./verdict.ts";

export interface ReportJson {
  readonly schema: 1;
  readonly version: string;
  readonly passed: boolean;
  readonly directions: { readonly agree: number; readonly of: number };
  readonly grids: readonly GridSummary[];
  readonly senders: readonly SenderSummary[];
  readonly means: readonly MeanOverRtts[];
  readonly cases: readonly CaseJson[];
}

interface CaseJson {
  readonly id: string;
  readonly source: string;
  readonly grid: string;
  /** Flags of `run`. */
  readonly args: readonly string[];
  readonly judged: boolean;
  /** Why the reference is not followed in it, or null. */
  readonly referenceDiffers: string | null;
  readonly failures: readonly string[];
  readonly ours: FiguresJson;
  readonly theirs: FiguresJson;
}

/** Null: not told. */
interface FiguresJson {
  readonly goodputBps: number;
  readonly p50Ms: number;
  readonly p90Ms: number;
  readonly shareFirst: number | null;
  readonly marks: number | null;
  readonly drops: number | null;
  readonly reductions: number | null;
}

export function reportJson({ comparisons, directions, means, passed }: Verdict): ReportJson {
  return {
    schema: 1,
    version: projectVersion(),
    passed,
    directions: { agree: directions.filter(({ holds }) => holds).length, of: directions.length },
    grids: gridSummaries(comparisons, isJudged),
    senders: senderSummaries(comparisons, isJudged),
    means,
    cases: comparisons.map(caseJson),
  };
}

function caseJson(one: Comparison): CaseJson {
  const { reference, ours, share, failures } = one;
  const { goodputBps, sojournMs, marks, drops, reductions } = reference;
  const { id, source, args } = reference;
  return {
    id,
    source,
    grid: gridOf(reference),
    args,
    judged: isJudged(one),
    referenceDiffers: disagreement(reference),
    failures,
    ours: {
      goodputBps: ours.goodputBps,
      p50Ms: ours.p50Ms,
      p90Ms: ours.p90Ms,
      shareFirst: share?.ours ?? null,
      marks: ours.marks,
      drops: ours.drops,
      reductions: ours.reductions,
    },
    theirs: {
      goodputBps: goodputBps.mean,
      p50Ms: sojournMs.p50,
      p90Ms: sojournMs.p90,
      shareFirst: share?.theirs ?? null,
      marks: marks ?? null,
      drops: drops ?? null,
      reductions: reductions ?? null,
    },
  };
}
