/** What the plot of the flows' rates shows, and that of two rates against each other. */

import { counted } from "../../../experiments/counted.ts";
import { shortNumber } from "../../shared/chart/chart-model.ts";
import type { TimeView } from "../../shared/chart/plot-geometry.ts";
import type { RunView } from "../../state/run-view.ts";
import { hasSeveralLinks, watchedLink, watchedResult } from "../../state/watched-link.ts";
import { goodputBps, measured, percentChange, rateText } from "../numbers/metrics.ts";

import { isWarmingUp } from "./coverage.ts";
import { flowCount, flowName, NAMED_FLOWS, watchedFirst } from "./flow-names.ts";
import type { PhasePath, PhasePicture } from "./phase-model.ts";
import { warmupS } from "./run-facts.ts";
import { type Fairness, SHARE_WORDS, type ShareLine } from "./share-line.ts";
import { type RateSeries, rateAt } from "./sliding-rate.ts";
import { besidePinned, coveredWords, namedOf, sentence } from "./spoken.ts";

export function rateWords(
  run: RunView,
  pinned: RunView | null,
  shares: readonly ShareLine[],
  atS: number,
): string {
  const link = hasSeveralLinks(run) ? watchedLink(run).label : "link";
  const used = `${link} ${(100 * watchedResult(run).utilisation).toFixed(1)} % used`;
  const goodput = isWarmingUp(run)
    ? "goodput counts after the warm-up"
    : `goodput ${rateText(totalBps(run))} in all`;
  const all = `${goodput}, ${used}, ${coveredWords(run)}`;
  const beside = besidePinned(run, pinned, (before) => changes(run, before));
  return `${sentence(all)}.${flowRates(run)}${shareWords(run, shares, atS)}${beside}`;
}

/** Over the time of the figures, as the number beside the plot; a flow's own is over its own time. */
function totalBps(run: RunView): number {
  return goodputBps(measured(run));
}

function flowRates(run: RunView): string {
  if (flowCount(run) < 2 || isWarmingUp(run)) return "";
  const flows = watchedFirst(
    run,
    run.snapshot.results.flows.map(({ id, goodputBps: bps }) => ({ flow: id, bps })),
  );
  const words = namedOf(flows, NAMED_FLOWS, "flow", ({ flow, bps }) => {
    return `${flowName(run, flow)} ${rateText(bps)}`;
  });
  return ` Each while it ran: ${words.join(", ")}.`;
}

function shareWords(run: RunView, shares: readonly ShareLine[], atS: number): string {
  const words = shares.flatMap(({ fairness, flow, steps }: ShareLine & { fairness: Fairness }) => {
    const value = steps.findLast((step) => step.fromS <= atS)?.value ?? Number.NaN;
    const whose = flowCount(run) > 1 ? ` of ${flowName(run, flow)}` : "";
    return Number.isFinite(value) ? [`${SHARE_WORDS[fairness]}${whose} ${shortNumber(value)} Mbps`] : [];
  });
  return words.length > 0 ? ` ${sentence(words.join(", "))}.` : "";
}

function changes(run: RunView, before: RunView): string[] {
  const change = percentChange(totalBps(run), totalBps(before));
  const [now, then] = [run, before].map((each) => (100 * watchedResult(each).utilisation).toFixed(1));
  return [
    ...(change === "" ? [] : [`goodput ${change}`]),
    now === then ? `${now} % used as before` : `${now} % used instead of ${then} %`,
  ];
}

/** Rates this near to each other, of their mean, count as equal. */
const EQUAL = 0.1;

export function phaseWords(
  { path, before, view, playheadS }: Omit<PhasePicture, "capacityMbps">,
  run: RunView,
  pinned: RunView | null,
): string {
  const [first, second] = path.names;
  const at = (rate: RateSeries) => `${shortNumber(rateAt(rate, playheadS))} Mbps`;
  const known = Number.isFinite(rateAt(path.first, playheadS) + rateAt(path.second, playheadS));
  const now = known
    ? `At ${playheadS.toFixed(1)} s ${first} has ${at(path.first)} and ${second} has ${at(path.second)}.`
    : `At ${playheadS.toFixed(1)} s not both of ${first} and ${second} have a rate.`;
  const pairs = pairsIn(path, run, view);
  const beside = besidePinned(run, pinned, (other) => {
    const then = before === null ? [] : pairsIn(before, other, view);
    if (pairs.length === 0 || then.length === 0) return [];
    return [`equal for ${equalPercent(pairs)} % of the time instead of ${equalPercent(then)} %`];
  });
  return `${now} ${roundWords(path, pairs)}${beside}`;
}

type Pair = readonly [number, number];

/** Of the moments in view, after the warm-up, at which both have a rate. */
function pairsIn({ first, second }: PhasePath, run: RunView, view: TimeView): Pair[] {
  const from = Math.ceil(Math.max(view.fromS, warmupS(run)) / first.intervalS);
  const end = Math.min(first.mbps.length, Math.floor(view.toS / first.intervalS) + 1);
  const pairs: Pair[] = [];
  for (let i = from; i < end; i++)
    if (Number.isFinite(first.mbps[i] + second.mbps[i])) pairs.push([first.mbps[i], second.mbps[i]]);
  return pairs;
}

function equalPercent(pairs: readonly Pair[]): number {
  const equal = pairs.filter(([x, y]) => Math.abs(x - y) <= (EQUAL * (x + y)) / 2).length;
  return Math.round((100 * equal) / pairs.length);
}

/** Where the trajectory goes, and how it lies to the line of equal rates. */
function roundWords({ names }: PhasePath, pairs: readonly Pair[]): string {
  if (pairs.length === 0) return "There is no moment after the warm-up in view at which both have a rate.";
  const range = (of: 0 | 1) => {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const pair of pairs) [low, high] = [Math.min(low, pair[of]), Math.max(high, pair[of])];
    return `${names[of]} between ${shortNumber(low)} and ${shortNumber(high)} Mbps`;
  };
  const crossings = pairs.filter(([x, y], i) => i > 0 && x > y !== pairs[i - 1][0] > pairs[i - 1][1]).length;
  return (
    `In view, after the warm-up, the trajectory goes round with ${range(0)} and ${range(1)}; it crosses the line of ` +
    `equal rates ${counted(crossings, "time")}, and they are equal within 10 % for ${equalPercent(pairs)} % of the time.`
  );
}
