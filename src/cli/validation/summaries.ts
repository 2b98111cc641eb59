/** How close we come, in groups of cases: by grid, and by sender and queue. */
import type { Comparison } from "./compare.ts";
import { gridOf } from "./reference-cases.ts";
import { type Spread, spreadOf } from "./statistics.ts";

/** Of errors' sizes over the cases that are judged one by one; null where none is. */
export interface Summary {
  /** "Linux 6.1", "ns-3.44". */
  readonly source: string;
  readonly cases: number;
  readonly judged: number;
  readonly passed: number;
  /** Relative. */
  readonly goodput: Spread | null;
  readonly p50Ms: Spread | null;
  readonly p90Ms: Spread | null;
  /** Of pairs. */
  readonly share: Spread | null;
  /** Relative, of every case: also of those that one run says little about. */
  readonly goodputOfAll: Spread | null;
}

export interface GridSummary extends Summary {
  readonly grid: string;
}

export interface SenderSummary extends Summary {
  /** Ids as in `--cc`; of a pair "cubic + newreno". */
  readonly sender: string;
  readonly queue: string;
}

export type IsJudged = (one: Comparison) => boolean;

export function gridSummaries(comparisons: readonly Comparison[], isJudged: IsJudged): GridSummary[] {
  return groupsBy(comparisons, ({ reference }) => [gridOf(reference)]).map(([[grid], cases]) => ({
    grid,
    ...summaryOf(cases, isJudged),
  }));
}

export function senderSummaries(comparisons: readonly Comparison[], isJudged: IsJudged): SenderSummary[] {
  const groups = groupsBy(comparisons, ({ scenario }) => [
    scenario.flows.map(({ cc }) => cc).join(" + "),
    scenario.queue.aqm,
  ]);
  return groups.map(([[sender, queue], cases]) => ({ sender, queue, ...summaryOf(cases, isJudged) }));
}

/** In the order of their names; cases of different sources are never in one group. */
function groupsBy(
  comparisons: readonly Comparison[],
  keyOf: (one: Comparison) => string[],
): (readonly [string[], Comparison[]])[] {
  const groups = new Map<string, Comparison[]>();
  for (const one of comparisons) {
    const key = JSON.stringify([...keyOf(one), one.reference.source]);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, cases]) => [JSON.parse(key) as string[], cases]);
}

function summaryOf(cases: readonly Comparison[], isJudged: IsJudged): Summary {
  const judged = cases.filter(isJudged);
  const shares = judged.flatMap(({ share }) => (share?.judged ? [share.error] : []));
  return {
    source: cases[0].reference.source,
    cases: cases.length,
    judged: judged.length,
    passed: judged.filter(({ failures }) => failures.length === 0).length,
    goodput: spreadOf(judged.map(({ goodputError }) => goodputError)),
    p50Ms: spreadOf(judged.map(({ p50ErrorMs }) => p50ErrorMs)),
    p90Ms: spreadOf(judged.map(({ p90ErrorMs }) => p90ErrorMs)),
    share: spreadOf(shares),
    goodputOfAll: spreadOf(cases.map(({ goodputError }) => goodputError)),
  };
}
