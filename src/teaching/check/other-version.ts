/**
 * Hand-ins that another version of Sawtooth has computed: how their results differ from today's, and the verdict by the results
 * that were handed in.
 */
import { hasDigest, versionWords } from "../../engine/index.ts";
import { valueText } from "../document/conditions.ts";
import { earnedOf, pointsText } from "../task/points.ts";
import type { Task } from "../task/task.ts";
import { type AnswerVerdict, conditionWords, type KeptResults, verdictOf } from "./check.ts";
import type { ReadEntry } from "./read-list.ts";
import type { Flag } from "./whose.ts";

/** Which results count if today's run of a hand-in has other results. */
export const FIGURES = ["today", "handed-in", "better"] as const;
export type FiguresRule = (typeof FIGURES)[number];

export interface OtherVersion {
  readonly flags: readonly Flag[];
  /** Sentences for the teacher. */
  readonly notes: readonly string[];
  /** Verdict by the results that were handed in; null if the hand-in contains no results, or none that may count. */
  readonly handedIn: AnswerVerdict | null;
}

/** Returns the differences; null if both digests agree or the hand-in has none. `version` is the version that checks. */
export function otherVersion(
  task: Task,
  { record, trial }: Pick<ReadEntry, "record" | "trial">,
  today: AnswerVerdict | null,
  read: (key: string) => KeptResults | undefined,
  version: string,
): OtherVersion | null {
  if (record === null || today?.digest == null || hasDigest(record.origin, today.digest)) return null;
  const { origin } = record;
  const then = verdictThen(task, { record, trial }, read);
  if (origin.version === version)
    return {
      flags: ["another digest"],
      notes: [
        `The code says that the run has the digest ${origin.digest}…, and its settings give ${today.digest} in the same version: the code was changed by hand.`,
      ],
      handedIn: null,
    };
  const made = `It was made by ${versionWords(origin.version)}, where the run had the digest ${origin.digest}…; here it has ${today.digest}.`;
  const figures = then === null ? ["It has no figures: the answer was not tried."] : differences(then, today);
  if (isNewer(origin.version, version))
    return {
      flags: ["another version"],
      notes: [
        made,
        ...figures,
        `That is newer than ${versionWords(version)}, which checks: the figures handed in never count. Check again with the newer version.`,
      ],
      handedIn: null,
    };
  return { flags: ["another version"], notes: [made, ...figures], handedIn: then };
}

/** Returns true if a version, as a code says it, is newer than another. The order of two builds after the same release is unknown. */
function isNewer(version: string, than: string): boolean {
  const [[one, build], [other, otherBuild]] = [version, than].map((text) => text.split("-"));
  const [parts, otherParts] = [one, other].map((release) => release.split(".").map(Number));
  const at = parts.findIndex((part, i) => part !== otherParts[i]);
  if (at >= 0) return parts[at] > otherParts[at];
  return build !== undefined && otherBuild === undefined;
}

/**
 * Returns the verdict by the results in the code, as far as it contains any. For the initial state, and for other runs, today's
 * results are used.
 */
function verdictThen(
  task: Task,
  { record, trial }: Pick<ReadEntry, "record" | "trial">,
  resultsOf: (key: string) => KeptResults | undefined,
): AnswerVerdict | null {
  const runs = record?.runs ?? [];
  if (runs.length === 0 || runs.some((values) => values.length !== task.counts.length)) return null;
  const recorded = new Map(
    trial.runs.flatMap(({ key }, i) => (runs[i] === undefined ? [] : [[key, runs[i]] as const])),
  );
  return verdictOf(task, trial, (key) => {
    const [measured, values] = [resultsOf(key), recorded.get(key)];
    if (measured === undefined || values === undefined) return measured;
    return { ...measured, values: [...values, ...measured.values.slice(values.length)] };
  });
}

function differences(then: AnswerVerdict, today: AnswerVerdict): string[] {
  const each = then.conditions.flatMap((was, i) => {
    const now = today.conditions[i];
    const [before, after] = [was, now].map(
      (one) => `${valueText(one.condition, one.worst)} (${one.met ? "met" : "not met"})`,
    );
    return before === after
      ? []
      : [`${conditionWords(was.condition)}: handed in as ${before}, today ${after}.`];
  });
  const [earned, earnedToday] = [then, today].map(({ items }) => pointsText(earnedOf(items)));
  const points =
    earned === earnedToday
      ? "Both versions give the same points."
      : `Points for the conditions: ${earned} by the figures handed in, ${earnedToday} by today's.`;
  return [...each, points];
}

/**
 * Returns the verdict that counts. If it is not that by today's results, a sentence says so. `isBeyondToday` is true if it gives
 * more points than today's results.
 */
export function countingVerdict(
  today: AnswerVerdict | null,
  other: OtherVersion | null,
  rule: FiguresRule,
): {
  readonly verdict: AnswerVerdict | null;
  readonly notes: readonly string[];
  readonly isBeyondToday: boolean;
} {
  const then = other?.handedIn ?? null;
  const byToday = { verdict: today, notes: [], isBeyondToday: false };
  if (today === null || then === null || rule === "today") return byToday;
  const isBeyondToday = earnedOf(then.items) > earnedOf(today.items);
  if (rule === "better" && !isBeyondToday) return byToday;
  return {
    verdict: then,
    notes: [
      "The figures that were handed in count. They come from the student's code and cannot be computed here.",
    ],
    isBeyondToday,
  };
}
