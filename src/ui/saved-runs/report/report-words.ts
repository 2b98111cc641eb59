/** What a report says around its numbers. */
import { presets, type Scenario, scenarioToFlags, scenarioToUrl } from "../../../engine/index.ts";
import { counted, grouped, ofNumber } from "../../../experiments/counted.ts";
import { warmupS } from "../../bench/numbers/metrics.ts";
import { runLabels } from "../../bench/run-labels.ts";
import { durationOf } from "../../state/store.ts";

/** "22 November 2026". */
export function dateWords(date: Date): string {
  return date.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
}

/** Where nobody has written one: the task's, that of the preset that is shown unchanged, or a general one. */
export function suggestedTitle(scenario: Scenario, task: string | null): string {
  const url = scenarioToUrl(scenario);
  return task ?? presets.find((preset) => scenarioToUrl(preset.scenario) === url)?.label ?? "Report";
}

/** `what`: senders, queue and path. */
export function runSentences(scenario: Scenario, what: string): string[] {
  const count = scenario.changes.length;
  const changes = count === 0 ? "" : `, with ${counted(count, "change")} in mid-run`;
  return [`${what}.`, `Simulated for ${durationOf(scenario)} s with seed ${scenario.run.seed}${changes}.`];
}

/** "Compared with the pinned run, β_ecn 0.50 (grey in the figures)." */
export function comparedWith(pinned: Scenario, now: Scenario): string {
  const { pinned: name } = runLabels(pinned, now);
  const said = { before: "with other settings", "the same": "with the same settings" }[name] ?? name;
  return `Compared with the pinned run, ${said} (grey in the figures).`;
}

/** What figures of this time cover. */
export function coveredTime(scenario: Scenario, nowS: number, isWarmingUp: boolean): string {
  const seconds = warmupS(scenario);
  if (isWarmingUp) return `The run is warming up: numbers count from ${seconds} s on.`;
  const end = Number(nowS.toFixed(3));
  return seconds > 0
    ? `All numbers cover ${seconds} s to ${end} s, after ${seconds} s of warm-up.`
    : `All numbers cover 0 s to ${end} s.`;
}

/** "Not compared with the pinned run: another path." */
export function whyApart(reason: string): string {
  return `No differences from the pinned run are told: ${reason.replace(/^not compared: /, "")}.`;
}

export function figureName(number: number): string {
  return `Figure ${number}.`;
}

/** What stands under a figure, behind its name. Symbols keep their small letters. */
export function captionText(title: string, covered: readonly string[]): string {
  const name = /^(?:cwnd|ssthresh|\p{L}_?\b)/u.test(title)
    ? title
    : `${title.charAt(0).toUpperCase()}${title.slice(1)}`;
  return [`${name}.`, ...covered].join(" ");
}

/** "Each of 3 flows; share at the bottleneck". `isCounted`: whether the queue was asked for each flow's packets, too. */
export function flowsCaption(count: number, link: string, isCounted: boolean): string {
  const what = isCounted ? "share, delays, marks and drops" : "share";
  return `Each of ${counted(count, "flow")}; ${what} at ${link}`;
}

export function moreFlows(left: number): string {
  return `and ${left} more, which the bench lists under “Numbers per flow”`;
}

/** "default 0.50": beside a setting that was changed. */
export function defaultWords(usual: string): string {
  return `default ${usual}`;
}

/** Where notes and title are. */
export function keptWords(isKept: boolean): string {
  return isKept
    ? "Title, name and notes stay on this device, with this run."
    : "This browser keeps nothing for this page: save or print the report before you close it.";
}

export function goOnLabel(title: string): string {
  return `Take over the notes of “${title}”`;
}

/** How many letters are left, once that matters. */
export function roomLeft(used: number, most: number): string {
  return used < 0.9 * most
    ? ""
    : `${grouped(most - used)} of ${counted(most, "letter")} ${ofNumber(most - used, "is", "are")} left.`;
}

export function drawingWords(isDrawn: boolean, figures: number): string {
  if (!isDrawn) return "The figures are being drawn.";
  return `${counted(figures, "figure")} ${ofNumber(figures, "is", "are")} drawn.`;
}

/** Repeats the run in a terminal. */
export function commandFor(scenario: Scenario): string {
  return `npm run -s sim -- run ${scenarioToFlags(scenario)}`.trim();
}

/** "Sawtooth 0.6.0, seed 1, digest …": the bits of a run follow from version, seed and settings. */
export function bitsWords(version: string, scenario: Scenario, digest: string | null): string {
  return `Sawtooth ${version}, seed ${scenario.run.seed}${digest === null ? "" : `, digest ${digest}`}`;
}

/** "tcp-lab-2.html". */
export function reportFileName(title: string): string {
  const name = title
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);
  return `${name === "" ? "report" : name}.html`;
}

export function triedWords(tries: number): string {
  return tries === 1 ? "Tried once." : `Tried ${tries} times.`;
}

/** "CoDel: count". */
export function probeLabel(of: string, probe: string): string {
  return `${of}: ${probe}`;
}

export function notesHelp(room: string): string {
  return `Plain text, or Markdown: **bold**, lists, tables. ${room}`.trim();
}

/** "94.5 %, met". */
export function judgedWords(value: string, met: boolean): string {
  return `${value}, ${met ? "met" : "not met"}`;
}

/** Of a live run: what a report of it has, and what becomes of it. */
export const LIVE_REPORT =
  "This is the live run as far as it has come. When the page is loaded again it begins anew; the whole run has the same changes.";

export function linkOpens(hasPin: boolean): string {
  const what = hasPin ? "this run, and the pinned one," : "this run";
  return `The link opens ${what} on the bench; the bits are the same on every machine.`;
}
