/** Lists the runs of an answer, and judges their results: for a try on the page and for hand-ins that are checked. */

import {
  applySettings,
  canonicalText,
  declaredParams,
  formatValue,
  parseValue,
  type RunResults,
  type Scenario,
  type SettingText,
  scenarioToUrl,
  setParam,
} from "../../engine/index.ts";
import { boundText, measuredOf } from "../../experiments/metrics.ts";
import { counted, ofNumber } from "../../lib/counted.ts";
import { idOf, ownerWords } from "../answer/answer.ts";
import { type JudgedCondition, judgeValue, type MetricCondition, valueText } from "../document/conditions.ts";
import { PROGRAM_READER } from "../document/file-programs.ts";
import { parameterNamed, parameterWords } from "../document/parameters.ts";
import { pointsOf, pointsWords, type ResultItem, scoreOfShare, shareOfItems } from "../task/points.ts";
import { programWords, replacedBy, withProgramOf } from "../task/program-answer.ts";
import { answerFault, type GivenAnswer, keyMeasures } from "../task/questions.ts";
import { type CountedCondition, hiddenPathText, type Task, taskDigest } from "../task/task.ts";
import type { Variant } from "../task/variant.ts";

/** One run that a hand-in needs. */
export interface CountedRun {
  /** The URL of the scenario. Equal runs of several students are simulated only once. */
  readonly key: string;
  readonly scenario: Scenario;
  /** Path of the run: 0 for the student's own path, 1 for the first hidden path of the task, and so on. */
  readonly path: number;
  readonly seed: number;
}

/** The results that are kept from a run. */
export interface KeptResults {
  /** Values of the conditions; null if the run had nothing to measure. */
  readonly values: readonly (number | null)[];
  /** How a custom program ended early; null if it ran to the end. */
  readonly ended: Ended | null;
  /** Digest of the run; absent if the run did not finish. */
  readonly digest?: string;
}

export interface Ended {
  readonly message: string;
  /** Line of the program; null if unknown. */
  readonly line: number | null;
  /** Simulated time at which the program ended (s); null if the run itself has no result. */
  readonly atS: number | null;
}

/** All runs that judging one answer needs. */
export interface Trial {
  /** Runs of the answer: by path, then by seed. */
  readonly runs: readonly CountedRun[];
  /** The same runs for the initial state of the task. Points that the initial state would get do not count. */
  readonly start: readonly CountedRun[];
}

interface JudgedRun extends JudgedCondition {
  readonly run: CountedRun;
}

export interface ConditionVerdict {
  readonly condition: CountedCondition;
  /** The runs with their verdicts, in order. */
  readonly runs: readonly JudgedRun[];
  /** The run that misses the bound by most; if none misses it, the run that is closest to it. */
  readonly worst: JudgedRun;
  /** True if every run meets the condition. */
  readonly met: boolean;
}

export interface AnswerVerdict {
  readonly conditions: readonly ConditionVerdict[];
  /** Points of each condition, and points that the answer gets for it. */
  readonly items: readonly ResultItem[];
  readonly met: number;
  /** True if the answer meets every condition, unless the initial state of the task does as well. */
  readonly passed: boolean;
  /** Runs of the answer in which its program ended early. */
  readonly ended: readonly EndedRun[];
  /** Digest of the first run; null if unknown. */
  readonly digest: string | null;
}

interface EndedRun extends Ended {
  readonly run: CountedRun;
}

type Counting = Pick<Task, "also" | "seeds" | "code">;

/**
 * Returns the runs that judging an answer needs. `given` is the student's variant before any change; `answer` is the whole
 * scenario of the student.
 */
export function trialOf(task: Counting, given: Scenario, answer: Scenario): Trial {
  return { runs: countedRuns(task, given, answer), start: countedRuns(task, given, given) };
}

export function allRuns({ runs, start }: Trial): readonly CountedRun[] {
  return [...runs, ...start];
}

/** Returns the runs by path, then by seed. `answer` is the student's whole scenario. */
export function countedRuns(
  { also, seeds, code }: Counting,
  given: Scenario,
  answer: Scenario,
): CountedRun[] {
  const hidden = also.map((settings) => {
    const { scenario } = applySettings(answer, settings, PROGRAM_READER);
    return code === null ? scenario : withProgramOf(scenario, code.id, given, answer);
  });
  return [answer, ...hidden].flatMap((scenario, path) =>
    Array.from({ length: seeds }, (_, i) => {
      const seeded = withSeedAfter(scenario, i);
      return { key: scenarioToUrl(seeded), scenario: seeded, path, seed: Number(seeded.run.seed) };
    }),
  );
}

/** Returns the scenario with a seed that is higher by `steps`. After the largest seed, the smallest one follows. */
function withSeedAfter(scenario: Scenario, steps: number): Scenario {
  if (steps === 0) return scenario;
  const param = declaredParams(scenario, { scope: "run" }).find(({ id }) => id === "seed");
  if (param?.kind !== "number") return scenario;
  const span = param.max - param.min + 1;
  const seed = param.min + ((Number(scenario.run.seed) - param.min + steps) % span);
  return setParam(scenario, { scope: "run" }, "seed", seed);
}

/** Returns the values of a run: first those of the conditions, then those of correct answers that depend on the run. */
export function measureRun(
  { counts, keys }: Pick<Task, "counts" | "keys">,
  run: { readonly results: RunResults; readonly ended: readonly Ended[]; readonly digest?: string },
): KeptResults {
  const { results, ended, digest } = run;
  const measures = [...counts.map(({ measure }) => measure), ...keyMeasures(keys)];
  return {
    values: measures.map((one) => measuredOf(results, one)),
    ended: ended[0] ?? null,
    ...(digest !== undefined && { digest }),
  };
}

/** Returns what counts as the results of a run that has none, because it reached a limit or its program did not respond. */
export function measuredNothing(
  { counts, keys }: Pick<Task, "counts" | "keys">,
  message: string,
): KeptResults {
  const values = [...counts, ...keyMeasures(keys)].map(() => null);
  return { values, ended: { message, line: null, atS: null } };
}

/** Returns the verdict on an answer; null until all results are available. `of` returns the results of a run by its key. */
export function verdictOf(
  task: Pick<Task, "counts">,
  { runs, start }: Trial,
  resultsOf: (key: string) => KeptResults | undefined,
): AnswerVerdict | null {
  const conditions = judgedOn(task, runs, resultsOf);
  const before = judgedOn(task, start, resultsOf);
  if (conditions === null || before === null) return null;
  const isChanged = runs[0].key !== start[0].key;
  const earned = earnedBeyondStart(
    conditions.map((one, i) => ({
      points: one.condition.points,
      now: shareHeld(one),
      start: shareHeld(before[i]),
    })),
    isChanged,
  );
  const items = conditions.map(
    ({ condition }, i): ResultItem => ({
      kind: "condition",
      id: `condition-${i + 1}`,
      points: condition.points,
      earned: earned[i],
      by: "run",
    }),
  );
  const met = conditions.filter((one) => one.met).length;
  const ended = runs.flatMap((run) => {
    const early = resultsOf(run.key)?.ended ?? null;
    return early === null ? [] : [{ ...early, run }];
  });
  const passed = isChanged && met === conditions.length;
  return { conditions, items, met, passed, ended, digest: resultsOf(runs[0].key)?.digest ?? null };
}

function judgedOn(
  task: Pick<Task, "counts">,
  runs: readonly CountedRun[],
  pick: (key: string) => KeptResults | undefined,
): ConditionVerdict[] | null {
  const measured = runs.map(({ key }) => pick(key));
  if (runs.length === 0 || measured.some((one) => one === undefined)) return null;
  return task.counts.map((condition, i) =>
    conditionVerdict(
      condition,
      runs.map((run, k) => ({ run, ...judgeValue(condition, measured[k]?.values[i] ?? null) })),
    ),
  );
}

/** Returns the run that misses the bound by most; if none misses it, the run that is closest to it. */
export function worstOf(condition: CountedCondition, runs: readonly JudgedRun[]): JudgedRun {
  const margin = ({ value }: JudgedRun) => marginOf(condition, value);
  return runs.reduce((last, one) => (margin(one) < margin(last) ? one : last));
}

function conditionVerdict(condition: CountedCondition, runs: readonly JudgedRun[]): ConditionVerdict {
  return { condition, runs, worst: worstOf(condition, runs), met: runs.every(({ met }) => met) };
}

/** Returns which share of a condition is met, from 0 to 1. What the initial state meets is not yet subtracted. */
function shareHeld({ condition: { part, bound }, worst, met }: ConditionVerdict): number {
  if (met || part === null) return met ? 1 : 0;
  if (worst.value === null) return 0;
  return Math.min(1, Math.max(0, (worst.value - part.from) / (bound - part.from)));
}

/** Share of a condition that is met, from 0 to 1: by the answer, and by the initial state of the task. */
interface Held {
  readonly points: number;
  readonly now: number;
  readonly start: number;
}

/**
 * Returns the points for what the answer gains over the initial state, which itself gets none. For a condition that the initial
 * state misses, the answer gets the share of the missing distance that it has gained. A condition that the initial state already
 * meets must stay met; its points are in proportion to those for the other conditions, because otherwise a change without effect
 * would get points.
 */
export function earnedBeyondStart(held: readonly Held[], isChanged: boolean): number[] {
  if (!isChanged) return held.map(() => 0);
  const gained = ({ now, start }: Held) => Math.max(0, (now - start) / (1 - start));
  const lacking = held.filter(({ start }) => start < 1);
  const all = pointsOf(lacking);
  const won = lacking.reduce((sum, one) => sum + one.points * gained(one), 0);
  // If the initial state meets all conditions, nothing can be gained.
  const share = lacking.length === 0 ? 1 : won / all;
  return held.map((one) => one.points * (one.start < 1 ? gained(one) : one.now * share));
}

/** Returns how far a value is from the bound; positive if the value meets the condition. */
function marginOf({ sign, bound }: MetricCondition, value: number | null): number {
  if (value === null) return Number.NEGATIVE_INFINITY;
  return sign.startsWith(">") ? value - bound : bound - value;
}

/** Returns the ids of the questions without a complete answer. */
export function unansweredOf(
  { questions }: Pick<Task, "questions">,
  answers: readonly GivenAnswer[],
): string[] {
  const textOf = (id: string) => answers.find((one) => one.id === id)?.text ?? "";
  return questions
    .filter((question) => answerFault(question, textOf(question.id)) !== null)
    .map(({ id }) => id);
}

export interface TaskResult {
  readonly id: string;
  readonly digest: string;
  /** Name of the student; empty if the student has not given one. */
  readonly name: string;
  readonly tries: number;
  /** Number of attempts left; null if it is unlimited. */
  readonly triesLeft: number | null;
  readonly met: number;
  readonly of: number;
  readonly passed: boolean;
  /** Score from 0 to 100. Answers that the teacher must still mark count as 0. */
  readonly score: number;
  /** Questions without a complete answer. */
  readonly unanswered: readonly string[];
  /** Questions that the teacher marks. */
  readonly toMark: readonly string[];
  /** URL fragment of the student's run. */
  readonly answer: string;
  /** The hand-in code; null as long as the student has not entered a name. */
  readonly code: string | null;
}

/** Returns the result of an attempt for the page that embeds the task. The names of its fields must not change. */
export function taskResult(
  task: Task,
  by: { readonly name: string; readonly tries: number },
  answer: Scenario,
  verdict: AnswerVerdict,
  { answers, items }: { readonly answers: readonly GivenAnswer[]; readonly items: readonly ResultItem[] },
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
    score: scoreOfShare(shareOfItems([...verdict.items, ...items])),
    unanswered: unansweredOf(task, answers),
    toMark: items.filter(({ points, by }) => points > 0 && by === "teacher").map(({ id }) => id),
    answer: scenarioToUrl(answer),
    code,
  };
}

export const SIGN_WORDS = { ">=": "at least", "<=": "at most", ">": "more than", "<": "less than" } as const;

/** Returns a condition as text: "Queue delay, 99th percentile, at most 10 ms". */
export function conditionWords({ measure, sign, bound }: MetricCondition): string {
  const { label } = measure.metric;
  const place = measure.place === null ? "" : ` of ${placeWords(measure.place)}`;
  const comma = label.includes(",") ? "," : "";
  return `${label}${place}${comma} ${SIGN_WORDS[sign]} ${boundText(measure.metric, bound)}`;
}

/**
 * Returns the points of a condition as text: "3 points; a part of them from 80 % on". Empty if all conditions have the same
 * points and each is all or nothing.
 */
function worthWords(one: CountedCondition, counts: readonly CountedCondition[]): string {
  const { points, part, measure } = one;
  if (counts.every((other) => other.points === points && other.part === null)) return "";
  if (part === null) return pointsWords(points);
  return `${pointsWords(points)}; partial points from ${boundText(measure.metric, part.from)} on`;
}

/** Returns each condition with its points. */
export function countsWords({ counts }: Pick<Task, "counts">): string[] {
  return counts.map((one) =>
    [conditionWords(one), worthWords(one, counts)].filter((part) => part !== "").join(": "),
  );
}

/** Returns a place as text: "flow 2". A link is named by its own name. */
export function placeWords(place: string): string {
  return /^flow\d+$/.test(place) ? place.replace("flow", "flow ") : place;
}

/** Returns the verdict on a condition as text: "met on 2 of 3 runs, the least favourable 94.2 %". For a single run, only its value. */
export function verdictWords({ condition, runs, worst, met }: ConditionVerdict): string {
  if (runs.length === 1) return `${valueText(condition, worst)}, ${met ? "met" : "not met"}`;
  const count = runs.filter((run) => run.met).length;
  return `met on ${count} of ${runs.length} runs; the least favourable: ${valueText(condition, worst)}`;
}

/** Returns the outcome as text: "All 3 conditions are met." */
export function outcomeWords({
  met,
  conditions,
  passed,
}: Pick<AnswerVerdict, "met" | "conditions" | "passed">): string {
  if (met === conditions.length && !passed)
    return "Nothing was changed: the initial settings of the task earn no points.";
  if (passed)
    return conditions.length === 1
      ? "The condition is met."
      : conditions.length === 2
        ? "Both conditions are met."
        : `All ${counted(conditions.length, "condition")} are met.`;
  return `${met} of ${counted(conditions.length, "condition")} ${ofNumber(conditions.length, "is", "are")} met.`;
}

/** Returns which run it is, as text: "seed 2", "hidden path 1 (rtt=200ms), seed 2". */
export function runWords(
  { path, seed }: CountedRun,
  { also, programs }: Pick<Task, "also" | "programs">,
): string {
  const where =
    path === 0 ? "" : `hidden path ${path} (${hiddenPathText(also[path - 1], programs).slice(1)}), `;
  return `${where}seed ${seed}`;
}

/** Returns the number of runs as text: "3 seeds on 2 paths, one of them hidden: 6 runs". */
export function countedWords({ seeds, also }: Pick<Task, "seeds" | "also">): string {
  const seedWords = counted(seeds, "seed");
  if (also.length === 0) return seeds === 1 ? "1 run" : `${seedWords}: ${counted(seeds, "run")}`;
  const hidden = counted(also.length, "hidden path");
  return `${seedWords} on your path and ${hidden}: ${counted(seeds * (1 + also.length), "run")}`;
}

/**
 * Returns a text such as "The program stopped in line 7 at 3.2 s of seed 1: …" for the first run in which it stopped.
 * Empty if the program did not stop.
 */
export function endedWords(
  { ended }: Pick<AnswerVerdict, "ended">,
  task: Pick<Task, "also" | "programs">,
  runs: number,
): string {
  const [first] = ended;
  if (first === undefined) return "";
  const { message, line, atS, run } = first;
  const where = line === null ? "" : ` in line ${line}`;
  const when = atS === null ? "" : ` at ${Number(atS.toPrecision(4))} s`;
  const how = ended.length === 1 ? "" : ` So it did on ${ended.length} of ${counted(runs, "run")}.`;
  const what = atS === null ? "No result" : "The program stopped";
  return `${what}${where}${when} (${runWords(run, task)}): ${message}${how}`;
}

/** Returns the changed settings as text: "β_ecn 0.8, Queue PIE"; "nothing changed". */
export function answerWords(settings: readonly SettingText[], scenario: Scenario): string {
  if (settings.length === 0) return "nothing changed";
  return settings.map((setting) => settingWords(setting, scenario)).join(", ");
}

function settingWords({ key, text }: SettingText, scenario: Scenario): string {
  if (replacedBy(key) !== null) return `program ${programWords(text)}`;
  const param = parameterNamed(idOf(key), scenario);
  if (param === null) return `${key} ${text}`;
  const read = parseValue(param, text);
  const whose = idOf(key) === key ? "" : ` of ${ownerWords(key)}`;
  return `${parameterWords(param)}${whose} ${"error" in read ? text : formatValue(param, read.value)}`;
}

/** Returns the variant as text: "RTT 120 ms, Seed 7"; empty if the task has one variant for all. */
export function variantWords({ values }: Variant): string {
  return values.map(({ param, value }) => `${parameterWords(param)} ${formatValue(param, value)}`).join(", ");
}

/** Returns the variant in the form of URLs and files: "rtt=120ms". */
export function variantText({ values }: Variant): string {
  return values.map(({ param, value }) => `${param.id}=${canonicalText(param, value)}`).join(" ");
}
