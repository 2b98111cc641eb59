/** Hand-ins are checked by running them again: the page, the pool and the command line all judge by this. */

import {
  applySettings,
  canonicalText,
  declaredParams,
  formatValue,
  parseValue,
  type RunResults,
  type Scenario,
  type Setting,
  scenarioToUrl,
  setParam,
} from "../engine/index.ts";
import { counted, ofNumber } from "../experiments/counted.ts";
import { measuredOf } from "../experiments/metrics.ts";
import { idOf, ownerWords } from "./answer.ts";
import { type Judged, judgeValue, type MetricCondition, valueText } from "./conditions.ts";
import { parameterNamed, parameterWords } from "./parameters.ts";
import { hiddenPathText, type Task, taskDigest } from "./task.ts";
import type { Variant } from "./variant.ts";

/** One run that counts. */
export interface CountedRun {
  /** The scenario as its link: equal runs of several students are simulated once. */
  readonly key: string;
  readonly scenario: Scenario;
  /** 0: the student's own; 1: the task's first hidden path, and so on. */
  readonly path: number;
  readonly seed: number;
}

/** What is kept of a run: of each condition the value, null where there is nothing to measure. */
export type Measured = readonly (number | null)[];

interface JudgedRun extends Judged {
  readonly run: CountedRun;
}

export interface ConditionVerdict {
  readonly condition: MetricCondition;
  /** In the order of the runs. */
  readonly runs: readonly JudgedRun[];
  /** The run that is furthest on the wrong side, or nearest to it. */
  readonly worst: JudgedRun;
  /** On every run. */
  readonly met: boolean;
}

export interface Verdict {
  readonly conditions: readonly ConditionVerdict[];
  readonly met: number;
  readonly passed: boolean;
}

/** Path by path, then by seed. `answer`: the student's whole scenario. */
export function countedRuns(task: Pick<Task, "also" | "seeds">, answer: Scenario): CountedRun[] {
  const paths = [answer, ...task.also.map((settings) => applySettings(answer, settings).scenario)];
  return paths.flatMap((scenario, path) =>
    Array.from({ length: task.seeds }, (_, i) => {
      const seeded = withSeedAfter(scenario, i);
      return { key: scenarioToUrl(seeded), scenario: seeded, path, seed: Number(seeded.run.seed) };
    }),
  );
}

/** The seed that comes so many after the scenario's own; the last one is followed by the first. */
function withSeedAfter(scenario: Scenario, steps: number): Scenario {
  if (steps === 0) return scenario;
  const param = declaredParams(scenario, { scope: "run" }).find(({ id }) => id === "seed");
  if (param?.kind !== "number") return scenario;
  const span = param.max - param.min + 1;
  const seed = param.min + ((Number(scenario.run.seed) - param.min + steps) % span);
  return setParam(scenario, { scope: "run" }, "seed", seed);
}

export function measureRun(task: Pick<Task, "counts">, run: RunResults): Measured {
  return task.counts.map(({ measure }) => measuredOf(run, measure));
}

/** `of`: what was measured of a run, by its key. Null until all of them are there. */
export function verdictOf(
  task: Pick<Task, "counts">,
  runs: readonly CountedRun[],
  of: (key: string) => Measured | undefined,
): Verdict | null {
  const measured = runs.map(({ key }) => of(key));
  if (runs.length === 0 || measured.some((one) => one === undefined)) return null;
  const conditions = task.counts.map((condition, i) =>
    conditionVerdict(
      condition,
      runs.map((run, k) => ({ run, ...judgeValue(condition, measured[k]?.[i] ?? null) })),
    ),
  );
  const met = conditions.filter((one) => one.met).length;
  return { conditions, met, passed: met === conditions.length };
}

function conditionVerdict(condition: MetricCondition, runs: readonly JudgedRun[]): ConditionVerdict {
  const margin = ({ value }: JudgedRun) => marginOf(condition, value);
  const worst = runs.reduce((last, one) => (margin(one) < margin(last) ? one : last));
  return { condition, runs, worst, met: runs.every(({ met }) => met) };
}

/** How far on the right side of the bound. */
function marginOf({ sign, bound }: MetricCondition, value: number | null): number {
  if (value === null) return Number.NEGATIVE_INFINITY;
  return sign.startsWith(">") ? value - bound : bound - value;
}

/** Of 100: the share of the conditions that are met. */
export function scoreOf({ met, conditions }: Verdict): number {
  return Math.round((100 * met) / conditions.length);
}

export interface TaskResult {
  readonly id: string;
  readonly digest: string;
  /** Empty where the student has not said it. */
  readonly name: string;
  readonly tries: number;
  /** Null: as many as one likes. */
  readonly triesLeft: number | null;
  readonly met: number;
  readonly of: number;
  readonly passed: boolean;
  /** Of 100. */
  readonly score: number;
  /** The student's run, as links say it. */
  readonly answer: string;
  /** As it is handed in; null while a name is missing. */
  readonly code: string | null;
}

/** What came of a try, as the page around an embedded task hears it. Its names stay. */
export function taskResult(
  task: Task,
  by: { readonly name: string; readonly tries: number },
  answer: Scenario,
  verdict: Verdict,
  code: string | null,
): TaskResult {
  return {
    id: task.id,
    digest: taskDigest(task),
    ...by,
    triesLeft: task.tries === null ? null : Math.max(0, task.tries - by.tries),
    met: verdict.met,
    of: verdict.conditions.length,
    passed: verdict.passed,
    score: scoreOf(verdict),
    answer: scenarioToUrl(answer),
    code,
  };
}

export const SIGN_WORDS = { ">=": "at least", "<=": "at most", ">": "more than", "<": "less than" } as const;

/** "Queue delay, 99th percentile, at most 10 ms". */
export function conditionWords({ measure, sign, bound }: MetricCondition): string {
  const { label, unit } = measure.metric;
  const place = measure.place === null ? "" : ` of ${placeWords(measure.place)}`;
  const comma = label.includes(",") ? "," : "";
  return `${label}${place}${comma} ${SIGN_WORDS[sign]} ${bound}${unit === "" ? "" : ` ${unit}`}`;
}

/** "flow 2"; links by their own names. */
export function placeWords(place: string): string {
  return /^flow\d+$/.test(place) ? place.replace("flow", "flow ") : place;
}

/** "met on 2 of 3 runs, the least favourable 94.2 %"; of one run its value alone. */
export function verdictWords({ condition, runs, worst, met }: ConditionVerdict): string {
  if (runs.length === 1) return `${valueText(condition, worst)}, ${met ? "met" : "not met"}`;
  const count = runs.filter((run) => run.met).length;
  return `met on ${count} of ${runs.length} runs; the least favourable: ${valueText(condition, worst)}`;
}

/** "All 3 conditions are met." */
export function outcomeWords({ met, conditions, passed }: Verdict): string {
  if (passed)
    return conditions.length === 1
      ? "The condition is met."
      : `All ${counted(conditions.length, "condition")} are met.`;
  return `${met} of ${counted(conditions.length, "condition")} ${ofNumber(conditions.length, "is", "are")} met.`;
}

/** Where a run counts: "seed 2", "hidden path 1 (rtt=200ms), seed 2". */
export function runWords({ path, seed }: CountedRun, { also }: Pick<Task, "also">): string {
  const where = path === 0 ? "" : `hidden path ${path} (${hiddenPathText(also[path - 1]).slice(1)}), `;
  return `${where}seed ${seed}`;
}

/** "3 seeds on 2 paths, one of them hidden: 6 runs". */
export function countedWords({ seeds, also }: Pick<Task, "seeds" | "also">): string {
  const seedWords = counted(seeds, "seed");
  if (also.length === 0) return seeds === 1 ? "1 run" : `${seedWords}: ${counted(seeds, "run")}`;
  const hidden = counted(also.length, "hidden path");
  return `${seedWords} on your path and ${hidden}: ${counted(seeds * (1 + also.length), "run")}`;
}

/** "β_ecn 0.8, Queue PIE"; "nothing changed". */
export function answerWords(settings: readonly Setting[], scenario: Scenario): string {
  if (settings.length === 0) return "nothing changed";
  return settings.map((setting) => settingWords(setting, scenario)).join(", ");
}

function settingWords({ key, text }: Setting, scenario: Scenario): string {
  const param = parameterNamed(idOf(key), scenario);
  if (param === null) return `${key} ${text}`;
  const read = parseValue(param, text);
  const whose = idOf(key) === key ? "" : ` of ${ownerWords(key)}`;
  return `${parameterWords(param)}${whose} ${"error" in read ? text : formatValue(param, read.value)}`;
}

/** "RTT 120 ms, Seed 7"; empty where the task has one variant for all. */
export function variantWords({ values }: Variant): string {
  return values.map(({ param, value }) => `${parameterWords(param)} ${formatValue(param, value)}`).join(", ");
}

/** As in links and files: "rtt=120ms". */
export function variantText({ values }: Variant): string {
  return values.map(({ param, value }) => `${param.id}=${canonicalText(param, value)}`).join(" ");
}
