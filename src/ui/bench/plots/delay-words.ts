/** What the plot of the queue delay shows, and that of its distribution. */

import { type DelayCdf, delayText } from "../../../engine/index.ts";
import { counted } from "../../../experiments/counted.ts";
import { shortNumber } from "../../shared/chart/chart-model.ts";
import type { RunView } from "../../state/run-view.ts";
import { hasSeveralLinks, watchedLink, watchedResult } from "../../state/run-view.ts";
import { delayChange } from "../numbers/metrics.ts";
import { type CdfPicture, MARKED, quantileText } from "./delay-cdf.ts";
import { besidePinned, coveredWords, secondsWords, sentence } from "./run-facts.ts";
import type { CdfScale } from "./time-chart.ts";

export function delayWords(run: RunView, pinned: RunView | null): string {
  const beside = besidePinned(run, pinned, (before) => changes(run, before));
  return `${sentence(`${placeWords(run)}${ownWords(run)}`)}.${peakWords(run)}${beside}`;
}

function placeWords(run: RunView): string {
  return hasSeveralLinks(run) ? `at ${watchedLink(run).label}: ` : "";
}

function ownWords(run: RunView): string {
  const { sojournMs, marks, drops } = watchedResult(run);
  const signals = `${counted(marks, "CE mark")}, ${counted(drops.aqm + drops.overflow, "drop")}${
    drops.link > 0 ? `, ${counted(drops.link, "random loss", "random losses")}` : ""
  }`;
  if (sojournMs === null)
    return `no packet has left the queue${run.snapshot.done ? "" : " yet"}, ${coveredWords(run)}; ${signals}`;
  const [p50, p90, max] = [sojournMs.p50, sojournMs.p90, sojournMs.max].map(msText);
  return `median ${p50}, 90th percentile ${p90}, longest ${max}, ${coveredWords(run)}; ${signals}`;
}

function msText(ms: number): string {
  return delayText(ms, shortNumber);
}

/** The longest of all, where figures leave it out: mostly that of slow start. */
function peakWords(run: RunView): string {
  const { max, startS, bucketS, length } = watchedLink(run).queue.sojournMs;
  let at = -1;
  for (let i = 0; i < length; i++) if (max[i] > (at < 0 ? 0 : max[at])) at = i;
  const counts = watchedResult(run).sojournMs?.max ?? 0;
  // The series is kept in single precision.
  if (at < 0 || max[at] <= counts * 1.001) return "";
  return ` Before that the longest was ${msText(max[at])}, at ${secondsWords(startS + at * bucketS)}.`;
}

function changes(run: RunView, before: RunView): string[] {
  const [now, then] = [watchedResult(run).sojournMs, watchedResult(before).sojournMs];
  if (now === null || then === null) return [];
  const change = (name: string, of: "p50" | "p90" | "p99") => {
    const text = delayChange(now[of], then[of]);
    return `${name} ${/^[+−]/.test(text) ? text : "as before"}`;
  };
  return [change("median", "p50"), change("90th percentile", "p90"), change("99th percentile", "p99")];
}

const AXIS_WORDS: Readonly<Record<CdfScale, string>> = {
  linear: "share of packets at most so long",
  log: "share of packets at most so long (delay on a logarithmic axis)",
  tail: "share of packets above each delay (both axes logarithmic)",
};

export function distributionWords({ run, pinned, byFlow, scale }: CdfPicture): string {
  const flows = byFlow.map(({ name, cdf }) => ` ${sentence(name)}: ${percentilesWords(cdf)}.`).join("");
  const beside = besidePinned(run, pinned, (before) => changes(run, before));
  const { sojournMs } = watchedResult(run);
  const packets = sojournMs === null ? "" : `, ${counted(sojournMs.n, "packet")}`;
  const own = percentilesWords(watchedLink(run).delayCdf);
  const place = hasSeveralLinks(run) ? ` at ${watchedLink(run).label}` : "";
  return `Queue delay${place}, ${AXIS_WORDS[scale]}${packets}: ${own}, ${coveredWords(run)}.${flows}${beside}`;
}

function percentilesWords(cdf: DelayCdf): string {
  if (cdf.ms.length === 0) return "no packet has left the queue";
  return MARKED.map((p) => `p${Math.round(p * 100)} ${quantileText(cdf, p)}`).join(", ");
}
