/** Facts about a run that several charts and their summaries need: hues, names, and the time that its numbers cover. */

import { type Scenario, trafficKinds } from "../../engine/index.ts";
import { counted } from "../../lib/counted.ts";
import type { RunView } from "../core/run-view.ts";
import { plainNumber } from "../shared/chart/chart-model.ts";
import type { Paint } from "../shared/chart/colours.ts";
import { flowCount } from "./flow-names.ts";
import { isWarmingUp, percentChange, soFar, warmupS, whyNotCompared } from "./run-metrics.ts";

/**
 * Returns the covered time as text: "after the warm-up of 10 s" or "over the whole run". For an unfinished run, adds
 * its progress.
 */
export function coveredWords(run: RunView): string {
  const fromS = warmupS(run.scenario);
  const afterWarmup = fromS > 0 ? `after the warm-up of ${secondsWords(fromS)}` : "";
  const unfinished = soFar(run);
  if (isWarmingUp(run)) return `in the warm-up, ${unfinished ?? "to its end"}`;
  if (unfinished !== null) return afterWarmup === "" ? unfinished : `${afterWarmup}, ${unfinished}`;
  return afterWarmup === "" ? "over the whole run" : afterWarmup;
}

/**
 * Returns a phrase for the comparison with the pinned run, or the reason why there is no comparison; empty if no run
 * is pinned.
 */
export function besidePinned(
  run: RunView,
  pinned: RunView | null,
  say: (pinned: RunView) => readonly string[],
): string {
  if (pinned === null) return "";
  if (!run.snapshot.done) return " The comparison with the pinned run appears when this run is complete.";
  const reason = whyNotCompared(run, pinned);
  if (reason !== null) return ` The pinned run: ${reason}.`;
  const changes = say(pinned);
  return changes.length === 0 ? "" : ` Compared with the pinned run: ${changes.join("; ")}.`;
}

/** Returns "mean 67.6 instead of 60.1 segments, +12.5 %"; null if one of the values is missing. */
export function changeWords(
  what: string,
  now: number | undefined,
  before: number | undefined,
  unit: string,
): string[] {
  if (now === undefined || before === undefined || !Number.isFinite(now - before)) return [];
  const [text, was] = [plainNumber(now), plainNumber(before)];
  if (text === was) return [`${what} ${text} ${unit} as before`.replace("  ", " ")];
  const change = percentChange(now, before);
  return [`${what} ${text} instead of ${was} ${unit}`.trim() + (change === "" ? "" : `, ${change}`)];
}

export function secondsWords(timeS: number): string {
  return `${Number(timeS.toFixed(timeS < 10 ? 2 : 1))} s`;
}

/** Names the first few items of a list. */
export function namedOf<T>(
  items: readonly T[],
  most: number,
  word: string,
  say: (item: T) => string,
): string[] {
  const more = items.length - most;
  return [...items.slice(0, most).map(say), ...(more > 0 ? [`and ${counted(more, `more ${word}`)}`] : [])];
}

/** Returns the text with a capital first letter and without "_", which starts a subscript. */
export function sentence(text: string): string {
  const spoken = text.replaceAll("_", " ");
  return `${spoken.charAt(0).toUpperCase()}${spoken.slice(1)}`;
}

/** Returns the hue for values of the queue: that of the flow if there is only one, otherwise ink. */
export function runPaint(run: Pick<RunView, "snapshot">): Paint {
  return flowCount(run) > 1 ? "ink" : 0;
}

/** Returns the scenario at the start of the run, with its list of changes. */
export function recordedOf({ scenario, recorded }: Pick<RunView, "scenario" | "recorded">): Scenario {
  return recorded ?? scenario;
}

/** Returns whether a group of flows sends pings. */
export function isPing({ scenario }: Pick<RunView, "scenario">, group: number): boolean {
  const { traffic } = scenario.flows[group] ?? {};
  return trafficKinds.some(({ id, isEchoed }) => id === traffic && isEchoed === true);
}

/** Returns whether a group of flows makes transfers that end: web pages, short flows, data of a given size. */
export function isTransfer({ scenario }: Pick<RunView, "scenario">, group: number): boolean {
  const { traffic, params } = scenario.flows[group] ?? {};
  return trafficKinds.some(
    ({ id, offers }) => id === traffic && (offers?.kind === "transfers" || typeof params?.size === "number"),
  );
}

export function hasPings(run: Pick<RunView, "scenario">): boolean {
  return run.scenario.flows.some((_, group) => isPing(run, group));
}

export function hasTransfers(run: Pick<RunView, "scenario">): boolean {
  return run.scenario.flows.some((_, group) => isTransfer(run, group));
}

/** Returns whether a flow is dimmed. The highlighted flow is drawn in front. */
export function isDimmed(flow: number, highlight: number | null): boolean {
  return highlight !== null && highlight !== flow;
}

export function pinnedName(pinned: RunView): string {
  return `pinned: ${pinned.label}`;
}
