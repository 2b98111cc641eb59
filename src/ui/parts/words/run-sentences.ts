/** Describes a run, or the difference between two runs, in words and numbers: the sentence over the plots. */

import { congestionControls, presets, type Scenario, scenarioToUrl } from "../../../engine/index.ts";
import { counted, ofNumber } from "../../../lib/counted.ts";
import type { RailParam } from "../../core/rail.ts";
import type { RunView } from "../../core/run-view.ts";
import { hasSeveralLinks, watchedLink } from "../../core/run-view.ts";
import { flowName } from "../../plots/flow-names.ts";
import {
  goodputBps,
  haveOneCapacity,
  isWarmingUp,
  type Measured,
  measured,
  medianWords,
  rateText,
  soFar,
  type Tone,
  type WatchedRun,
  waitText,
  warmupS,
  whyNotCompared,
} from "../../plots/run-metrics.ts";
import { nameOf, settingDifferences } from "./setting-differences.ts";

export interface SentencePart {
  readonly text: string;
  /** Kind of the part; "setting" marks the changed setting with its symbol. */
  readonly tone: Tone | "setting";
}

/** Differences of delay below this many ms count as unchanged. */
const NOTABLE_MS = 0.05;

/** Number of changed settings that the sentence names. If there are more, only their number is given. */
const SPELLED_OUT = 2;

export function settingsSentence(pinned: Scenario, now: Scenario): SentencePart[] {
  const differences = settingDifferences(pinned, now);
  if (differences.length === 0) return [];
  if (differences.length > SPELLED_OUT)
    return [{ text: `${differences.length} settings changed`, tone: "plain" }];
  return differences.flatMap(({ label, now: value, before, flows }, index) => [
    ...(index > 0 ? [{ text: ", ", tone: "plain" } as const] : []),
    ...(flows === undefined ? [] : [{ text: `${flows}: `, tone: "plain" } as const]),
    { text: `${label} ${value}`.trim(), tone: "setting" } as const,
    { text: ` instead of ${before}`, tone: "plain" } as const,
  ]);
}

/**
 * Returns the effect of a change. The quantities depend only on the kinds of the two scenarios, so that only the numbers change
 * during a drag.
 */
export function consequences(now: Measured, pinned: Measured): SentencePart[] {
  const inAll = now.results.links.length > 1 && haveOneCapacity(now, pinned);
  return joined([
    shareConsequence(now, pinned),
    delayConsequence(now, pinned),
    inAll ? goodputConsequence(now, pinned) : [],
    jainConsequence(now, pinned),
  ]);
}

function joined(all: readonly (readonly SentencePart[])[]): SentencePart[] {
  const sentences = all.filter((parts) => parts.length > 0);
  return sentences.flatMap((parts, i) =>
    i === 0 ? parts : [{ text: ", ", tone: "plain" } as const, ...parts],
  );
}

function goodputConsequence(now: Measured, pinned: Measured): SentencePart[] {
  const [goodput, before] = [goodputBps(now), goodputBps(pinned)];
  if (!(before > 0)) return [];
  return [
    { text: "total goodput ", tone: "plain" },
    { text: beforeAfter(rateText(before), rateText(goodput)), tone: toneOf(goodput / before - 1, 0.0005) },
  ];
}

/**
 * Compares the use of the link, in the same form as the numbers in the side panel. The sentence of a single run starts with
 * this too.
 */
function shareConsequence({ link }: Measured, { link: before }: Measured): SentencePart[] {
  return [
    { text: usedText(link), tone: toneOf(link.utilisation - before.utilisation, 0.0005) },
    { text: ` of the link used instead of ${usedText(before)}`, tone: "plain" },
  ];
}

/** Returns the use of the link in the form of the side panel: never above 100 %. */
function usedText({ utilisation }: Measured["link"]): string {
  return `${Math.min(100, utilisation * 100).toFixed(1)} %`;
}

/** Compares the median and the tail of the delay. A fuller link often costs more delay in the tail. */
function delayConsequence(now: Measured, pinned: Measured): SentencePart[] {
  const [queues, others] = [now.link.queues, pinned.link.queues];
  if (queues !== undefined || others !== undefined) {
    const [median, was] = [medianWords(now.link), medianWords(pinned.link)];
    return median === null || was === null || median === was
      ? []
      : [{ text: `${median} instead of ${was}`, tone: "plain" }];
  }
  const [delay, before] = [now.link.sojournMs, pinned.link.sojournMs];
  if (delay === null || before === null) return [];
  const change = (percentile: "p50" | "p90"): SentencePart => ({
    text: beforeAfter(waitText(before[percentile]), waitText(delay[percentile])),
    tone: toneOf(before[percentile] - delay[percentile], NOTABLE_MS),
  });
  return [
    { text: "queue delay median ", tone: "plain" },
    change("p50"),
    { text: ", p90 ", tone: "plain" },
    change("p90"),
  ];
}

/**
 * Returns both values as text: "1.2 → 3.4 ms" or "unchanged at 1.2 ms". A difference alone could be read as a value.
 */
function beforeAfter(before: string, after: string): string {
  if (before === after) return `unchanged at ${after}`;
  const unit = / \S+$/.exec(after)?.[0] ?? "";
  return `${unit !== "" && before.endsWith(unit) ? before.slice(0, -unit.length) : before} → ${after}`;
}

/** Compares Jain's index between runs with the same number of flows, because its minimum depends on that number. */
function jainConsequence({ results }: Measured, { results: before }: Measured): SentencePart[] {
  const [now, then] = [results.fairness.sharing, before.fairness.sharing];
  const change = now.jain - then.jain;
  if (now.flows.length < 2 || now.flows.length !== then.flows.length || Number.isNaN(change)) return [];
  return [
    { text: "Jain's index ", tone: "plain" },
    { text: beforeAfter(then.jain.toFixed(2), now.jain.toFixed(2)), tone: toneOf(change, 0.005) },
  ];
}

function toneOf(improvement: number, notable: number): Tone {
  if (Math.abs(improvement) < notable) return "plain";
  return improvement > 0 ? "good" : "bad";
}

/**
 * Returns the difference between two runs: "β_ecn 0.80 instead of 0.50: 94.5 % of the link used instead of 79.4 %,
 * queue delay median 1.2 → 2.4 ms, p90 3.2 → 5.6 ms". Empty if nothing differs. Values that cannot be compared are
 * omitted: an unfinished run with a whole one, runs of different lengths, different paths.
 */
export function differenceSentence(now: WatchedRun, pinned: WatchedRun): SentencePart[] {
  const settings = settingsSentence(pinned.scenario, now.scenario);
  if (settings.length === 0) return [];
  const reason = whyNotCompared(now, pinned);
  if (reason !== null) return [...settings, { text: ` (${reason})`, tone: "plain" }];
  return [...settings, { text: ": ", tone: "plain" }, ...consequences(measured(now), measured(pinned))];
}

export function plainText(parts: readonly SentencePart[]): string {
  return parts
    .map((part) => part.text)
    .join("")
    .replaceAll("_", " ");
}

/** Number of flows with failed connections that are named. */
const NAMED = 3;

/** Returns "Flow 2: 1 connection failed, its SYNs were not answered." Empty if all connections opened. */
export function failedStarts(run: RunView): string[] {
  const failed = run.snapshot.results.flows.filter(({ notOpened = 0 }) => notOpened > 0);
  const lines = failed.slice(0, NAMED).map(({ id, notOpened = 0 }) => {
    const whose = ofNumber(notOpened, "its", "their");
    return `${flowName(run, id)}: ${counted(notOpened, "connection")} failed, ${whose} SYNs were not answered.`;
  });
  const left = failed.length - lines.length;
  return left === 0 ? lines : [...lines, `The same happened to connections of ${left} more flows.`];
}

/**
 * Returns the flows that ask for ECN and do not get it: their SYN was lost, and the retransmitted SYN does not ask again (RFC
 * 3168 §6.1.1.1).
 */
export function lostEcn(run: RunView): string[] {
  const without = run.snapshot.results.flows.filter(({ withoutEcn }) => withoutEcn === true);
  const lines = without
    .slice(0, NAMED)
    .map(
      ({ id }) =>
        `${flowName(run, id)} runs without ECN: its SYN was lost, and the next SYN did not request ECN.`,
    );
  const left = without.length - lines.length;
  return left === 0 ? lines : [...lines, `So do ${left} more flows.`];
}

/** Returns the flows that send ECN-capable packets and ignore marks. They take bandwidth from flows that slow down. */
export function deafToMarks({ scenario, snapshot: { results } }: RunView): string[] {
  if (results.links.every(({ marks }) => marks === 0)) return [];
  const groups = new Map<string, number[]>();
  for (const { id, group, cc, ecn, withoutEcn, rttMs } of results.flows) {
    const control = congestionControls.find((one) => one.id === cc);
    const why = control?.ignoresMarks?.(scenario.flows[group]?.params ?? {}, rttMs) ?? null;
    if (control === undefined || why === null || !ecn || withoutEcn === true) continue;
    const statement = `(${control.label}) negotiates ECN and ignores marks: ${why}. Its packets are marked where packets without ECN would be dropped.`;
    groups.set(statement, [...(groups.get(statement) ?? []), id + 1]);
  }
  return [...groups].map(([said, ids]) =>
    ids.length === 1
      ? `Flow ${ids[0]} ${said}`
      : `Each of the flows ${ids.slice(0, NAMED).join(", ")}${ids.length > NAMED ? " and more" : ""} ${said}`,
  );
}

/**
 * Returns a short form for the sentence over the plots: "flow 2 failed to connect", "3 flows failed to connect"; null if none
 * failed.
 */
export function failedInShort(run: RunView): string | null {
  const failed = run.snapshot.results.flows.filter(({ notOpened = 0 }) => notOpened > 0);
  if (failed.length === 0) return null;
  const who = failed.length === 1 ? flowName(run, failed[0].id) : counted(failed.length, "flow");
  return `${who} failed to connect`;
}

/** Utilisation below which the link is called under-used. */
const WELL_USED = 0.95;

/** Describes a run without a pinned run to compare with. */
export function presentState(run: RunView): SentencePart[] {
  const { seconds, results, link } = measured(run);
  if (isWarmingUp(run))
    return [{ text: `Warming up: figures count from ${warmupS(run.scenario)} s on`, tone: "plain" }];
  const several = hasSeveralLinks(run);
  const unfinished = soFar(run);
  const goodput = `${rateText(goodputBps({ results, seconds }))} goodput`;
  const failed = failedInShort(run);
  const parts: SentencePart[] = [
    // This is named first, because a link that other flows fill does not show that a flow never started.
    ...(failed === null ? [] : [{ text: `${startOfSentence(failed)}. `, tone: "bad" } as const]),
    { text: several ? `${watchedLink(run).label} is ` : "The link is ", tone: "plain" },
    { text: usedText(link), tone: link.utilisation < WELL_USED ? "bad" : "good" },
    { text: several ? " used" : ` used: ${goodput}`, tone: "plain" },
  ];
  const median = medianWords(link);
  if (median !== null) parts.push({ text: `, ${median}`, tone: "plain" });
  if (several) parts.push({ text: `; total ${goodput}`, tone: "plain" });
  if (unfinished !== null) parts.push({ text: `; ${unfinished}`, tone: "plain" });
  return parts;
}

function startOfSentence(text: string): string {
  return text[0].toUpperCase() + text.slice(1);
}

/** Returns the invitation to move the control that the rail highlights, by its name. */
export function invitation(main: RailParam): string {
  const plots = main.param.main?.onMarks ? "the sawtooth" : "the plots";
  return `drag ${nameOf(main.param)} and watch ${plots} respond`;
}

/**
 * Questions of the presets, by URL text. They are built on first use and cached, because a live run needs them at
 * each frame.
 */
let questions: ReadonlyMap<string, string> | null = null;

/**
 * Returns the question of the preset if the scenario is an unchanged preset; otherwise null. The first preset has no question: the
 * page shows a text that invites the user to start.
 */
export function questionOf(scenario: Scenario): string | null {
  questions ??= new Map(presets.slice(1).map((preset) => [scenarioToUrl(preset.scenario), preset.question]));
  return questions.get(scenarioToUrl(scenario)) ?? null;
}
