/**
 * Tries a task before it is published: can each variant be solved, does one answer solve all variants, do the seeds differ, do
 * the hidden paths matter? Answers are searched for on a grid over the allowed changes, and then near the best ones. A search
 * that finds nothing proves nothing, so messages say how many answers were tried.
 */
import { canonicalText, type Param, type Scenario, type SettingText } from "../../engine/index.ts";
import { counted } from "../../lib/counted.ts";
import { withSetting } from "../answer/answer.ts";
import { type MetricCondition, valueText } from "../document/conditions.ts";
import { type AllowedParameter, amountOf, readValue } from "../document/parameters.ts";
import { hiddenPathText, type Task } from "../task/task.ts";
import { everyVariant, type Variant } from "../task/variant.ts";
import {
  type AnswerVerdict,
  answerWords,
  type ConditionVerdict,
  type CountedRun,
  conditionWords,
  type KeptResults,
  trialOf,
  variantText,
  variantWords,
  verdictOf,
} from "./check.ts";

interface TriedVariant {
  /** The variant as text for users: "RTT 120 ms"; empty if there is one variant for all. */
  readonly words: string;
  /** The variant as in files: "rtt=120ms". */
  readonly text: string;
  /** The first answer found that solves the variant; null if none was found. */
  readonly solution: readonly SettingText[] | null;
  /** A sentence with the answer that solves the variant; if there is none, with the answer that came closest. */
  readonly outcome: string;
  readonly answers: number;
}

interface Finding {
  /** True if the result is a reason not to publish the task as it is. */
  readonly isFault: boolean;
  readonly text: string;
}

export interface TaskTrial {
  readonly variants: readonly TriedVariant[];
  readonly findings: readonly Finding[];
  readonly runs: number;
}

export interface TrialProgress {
  readonly variant: number;
  readonly variants: number;
  readonly runs: number;
}

/** Runs scenarios. Returns their results by key; null if the search was cancelled. */
export type MeasureRuns = (runs: readonly CountedRun[]) => Promise<ReadonlyMap<string, KeptResults> | null>;

/** Maximum number of variants that are tried. If there are more, evenly spaced ones are tried. */
const MOST_VARIANTS = 48;
/** Number of values of a range on the grid, both ends included. */
const STEPS = 9;
/** Maximum number of answers that are tried for a variant: in the first round, and in total. */
const [FIRST_ANSWERS, MOST_ANSWERS] = [27, 90];
/** Maximum number of answers that are tried on all runs, after they passed the first run. */
const MOST_TRIED_WHOLE = 6;
/** The report says that something never happens only after at least this number of answers. */
const ENOUGH = 3;
/** How often the search is refined near the best answer. Each time the distances are halved. */
const ROUNDS = 4;

/** Tries the task; null if it was cancelled. */
export async function tryTask(
  task: Task,
  measure: MeasureRuns,
  progress: (so: TrialProgress) => void = () => {},
): Promise<TaskTrial | null> {
  const { variants, total } = everyVariant(task, MOST_VARIANTS);
  const search = new Search(task, measure);
  const found: (SearchOutcome & { readonly variant: Variant })[] = [];
  for (const [i, variant] of variants.entries()) {
    progress({ variant: i + 1, variants: variants.length, runs: search.runs });
    const outcome = await search.variant(variant);
    if (outcome === null) return null;
    found.push({ ...outcome, variant });
  }
  const solutions = found.flatMap(({ solution }) => (solution === null ? [] : [solution]));
  const forAll = await search.oneForAll(variants, eachOnce(solutions));
  if (forAll === undefined) return null;
  const tried = found.map(({ variant, solution, answers, best, startMeets }): TriedVariant => {
    const words = variantWords(variant);
    const scenario = variant.scenario;
    const outcome = startMeets
      ? "All conditions are already met by the initial settings."
      : solution !== null
        ? `Solved by ${answerWords(solution, scenario)}.`
        : task.code !== null
          ? "Not searched: the answer is a program."
          : notSolved(best, scenario, answers);
    return { words, text: variantText(variant), solution, outcome, answers };
  });
  const left = total - variants.length;
  const findings = [
    ...(left > 0
      ? [note(`There are ${total} variants; ${variants.length} of them, in even steps, were tried.`)]
      : []),
    ...(task.code === null ? unsolved(tried, found) : [note(NOT_SEARCHED)]),
    ...idle(found, variants.length),
    ...(forAll === null || variants.length < 2
      ? []
      : [
          fault(
            `One answer solves all ${variants.length} variants that were tried: ${answerWords(forAll, variants[0].scenario)}. A student who finds it can pass it on.`,
          ),
        ]),
    ...search.ofSeeds(),
    ...search.ofPaths(),
    ...search.ofConditions(),
  ];
  return { variants: tried, findings, runs: search.runs };
}

const NOT_SEARCHED =
  "It is unknown whether the task can be solved, because its answer is a program. Write a solution and check it as a hand-in.";

const fault = (text: string): Finding => ({ isFault: true, text });
const note = (text: string): Finding => ({ isFault: false, text });

function eachOnce(all: readonly (readonly SettingText[])[]): (readonly SettingText[])[] {
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}

function notSolved(best: Judged | null, scenario: Scenario, answers: number): string {
  const none = `No answer was found among ${counted(answers, "answer")}.`;
  if (best === null) return none;
  const failing = best.conditions.filter(({ met }) => !met);
  const words = failing.map(
    ({ condition, worst }) => `${conditionWords(condition)}: ${valueText(condition, worst)}`,
  );
  return `${none} The nearest, ${answerWords(best.settings, scenario)}: ${words.join("; ")}.`;
}

function unsolved(tried: readonly TriedVariant[], found: readonly SearchOutcome[]): Finding[] {
  const without = tried.filter((_, i) => found[i].solution === null && !found[i].startMeets);
  if (without.length === 0)
    return [
      note(tried.length === 1 ? "The task can be solved." : `All ${tried.length} variants can be solved.`),
    ];
  const most = without.slice(0, 6).map(({ words }) => words);
  const named = most.join("") === "" ? "" : `: ${most.join("; ")}${without.length > 6 ? " and more" : ""}`;
  const which =
    tried.length === 1
      ? "No answer was found that solves the task"
      : `For ${without.length} of ${tried.length} variants no answer was found${named}`;
  return [fault(`${which}.`)];
}

function idle(found: readonly SearchOutcome[], variants: number): Finding[] {
  const count = found.filter(({ startMeets }) => startMeets).length;
  if (count === 0) return [];
  const where = variants === 1 ? "" : ` in ${count} of ${variants} variants`;
  return [fault(`The state that students begin with meets everything already${where}.`)];
}

interface Judged {
  readonly settings: readonly SettingText[];
  readonly conditions: readonly ConditionVerdict[];
  readonly passed: boolean;
  /** How close an answer is to a solution: 0 if it meets all conditions; the more negative, the further away. */
  readonly nearness: number;
}

interface SearchOutcome {
  readonly solution: readonly SettingText[] | null;
  readonly startMeets: boolean;
  readonly answers: number;
  readonly best: Judged | null;
}

class Search {
  readonly #task: Task;
  readonly #measure: MeasureRuns;
  readonly #known = new Map<string, KeptResults>();
  /** Answers that were tried on all runs. */
  readonly #whole: { readonly runs: readonly CountedRun[]; readonly verdict: AnswerVerdict }[] = [];
  /** Answers that solved earlier variants. They often solve the next one or come close. */
  readonly #solutions: (readonly SettingText[])[] = [];

  constructor(task: Task, measure: MeasureRuns) {
    this.#task = task;
    this.#measure = measure;
  }

  get runs(): number {
    return this.#known.size;
  }

  async variant({ scenario }: Variant): Promise<SearchOutcome | null> {
    const start = await this.#judge(scenario, [[]]);
    if (start === null) return null;
    const startMeets = start[0].conditions.every(({ met }) => met);
    // The search does not try to write programs.
    if (startMeets || this.#task.code !== null) return { solution: null, startMeets, answers: 1, best: null };
    let best: Judged | null = null;
    let answers = 0;
    const grid = gridOf(this.#task.changes);
    for (let round = 0; round <= ROUNDS && answers < MOST_ANSWERS; round++) {
      const candidates: (readonly SettingText[])[] =
        round === 0
          ? eachOnce([...this.#solutions, ...grid])
          : around(best?.settings ?? [], this.#task.changes, round);
      const judged = await this.#screen(scenario, candidates.slice(0, MOST_ANSWERS - answers));
      if (judged === null) return null;
      answers += judged.length;
      for (const one of judged) if (best === null || one.nearness > best.nearness) best = one;
      const solved = judged.find(({ passed }) => passed);
      if (solved !== undefined) {
        this.#solutions.unshift(solved.settings);
        return { solution: solved.settings, startMeets, answers, best };
      }
    }
    return { solution: null, startMeets, answers, best };
  }

  /** Returns an answer that solves all variants; null if none was found, undefined if the search was cancelled. */
  async oneForAll(
    variants: readonly Variant[],
    solutions: readonly (readonly SettingText[])[],
  ): Promise<readonly SettingText[] | null | undefined> {
    for (const settings of solutions.slice(0, FIRST_ANSWERS)) {
      let solves = true;
      for (const { scenario } of variants) {
        const judged = await this.#judge(scenario, [settings]);
        if (judged === null) return undefined;
        solves = judged[0].passed;
        if (!solves) break;
      }
      if (solves) return settings;
    }
    return null;
  }

  /** Tries answers on the first run only. Then tries the best answers, and those that passed, on all runs. */
  async #screen(given: Scenario, answers: readonly (readonly SettingText[])[]): Promise<Judged[] | null> {
    const one = { ...this.#task, seeds: 1, also: [] };
    const first = await this.#judge(given, answers, one);
    if (first === null) return null;
    const passing = first.filter(({ passed }) => passed).slice(0, MOST_TRIED_WHOLE);
    const near = passing.length > 0 ? passing : first.toSorted((a, b) => b.nearness - a.nearness).slice(0, 1);
    const whole = await this.#judge(
      given,
      near.map(({ settings }) => settings),
    );
    if (whole === null) return null;
    const others = first.filter(({ settings }) => !near.some((other) => other.settings === settings));
    return [...whole, ...others.map((judged) => ({ ...judged, passed: false }))];
  }

  async #judge(
    given: Scenario,
    answers: readonly (readonly SettingText[])[],
    task: Task = this.#task,
  ): Promise<Judged[] | null> {
    const trials = answers.map((settings) => trialOf(task, given, laidOver(given, settings)));
    const missing = trials
      .flatMap(({ runs, start }) => [...runs, ...start])
      .filter(({ key }) => !this.#known.has(key));
    if (missing.length > 0) {
      const measured = await this.#measure([...new Map(missing.map((run) => [run.key, run])).values()]);
      if (measured === null) return null;
      for (const [key, one] of measured) this.#known.set(key, one);
    }
    return answers.flatMap((settings, i) => {
      const verdict = verdictOf(task, trials[i], (key) => this.#known.get(key));
      // A run that failed is no evidence about the answer.
      if (verdict === null) return [{ settings, conditions: [], passed: false, nearness: -Infinity }];
      if (task === this.#task) this.#whole.push({ runs: trials[i].runs, verdict });
      const nearness = verdict.conditions.reduce((sum, one) => sum + Math.min(0, shareOff(one)), 0);
      return [{ settings, conditions: verdict.conditions, passed: verdict.passed, nearness }];
    });
  }

  ofSeeds(): Finding[] {
    const { seeds } = this.#task;
    if (seeds < 2 || this.#whole.length === 0) return [];
    const alike = this.#whole.every(({ runs }) =>
      runs.every((run) => {
        const first = runs.find(({ path }) => path === run.path);
        return first !== undefined && this.#valuesOf(run) === this.#valuesOf(first);
      }),
    );
    if (!alike) return [];
    const runs = this.#whole.length;
    const which = runs === 1 ? "the answer that was run" : `all ${runs} answers that were run`;
    return [
      fault(
        `The ${seeds} seeds give the same numbers in ${which}: nothing in this scenario is left to chance, so they decide nothing.`,
      ),
    ];
  }

  #valuesOf({ key }: CountedRun): string {
    return JSON.stringify(this.#known.get(key));
  }

  ofPaths(): Finding[] {
    return this.#task.also.flatMap((path, i): Finding[] => {
      const onOwn = this.#whole.filter(({ verdict }) => isMetOn(verdict, 0));
      const deciding = onOwn.filter(({ verdict }) => !isMetOn(verdict, i + 1));
      const name = `hidden path ${i + 1} (${hiddenPathText(path, this.#task.programs).slice(1)})`;
      if (onOwn.length === 0)
        return [
          note(`Whether ${name} matters is not known: no answer met everything on the student's own path.`),
        ];
      const many = counted(onOwn.length, "answer");
      if (deciding.length > 0)
        return [
          note(
            `Of ${many} that met everything on the student's own path, ${deciding.length} did not on ${name}.`,
          ),
        ];
      const words = `${name[0].toUpperCase()}${name.slice(1)} decides nothing: ${many} met everything on the student's own path, and there too.`;
      return [onOwn.length < ENOUGH ? note(words) : fault(words)];
    });
  }

  ofConditions(): Finding[] {
    return this.#task.counts.flatMap((condition, i): Finding[] => {
      const values = [...this.#known.values()].map((measured) => measured.values[i] ?? null);
      const known = values.flatMap((value) => (value === null ? [] : [value]));
      const impossible = impossibleWords(condition);
      if (impossible !== null) return [fault(impossible)];
      if (known.length === 0) return [fault(`${conditionWords(condition)}: no run has anything to measure.`)];
      const every = this.#whole.map(({ verdict }) => verdict.conditions[i]);
      if (every.length > 1 && every.every(({ met }) => met))
        return [
          note(
            `${conditionWords(condition)}: every answer that was run on everything met it, the start too.`,
          ),
        ];
      return [];
    });
  }
}

function isMetOn({ conditions }: AnswerVerdict, path: number): boolean {
  return conditions.every(({ runs }) => runs.every((one) => one.run.path !== path || one.met));
}

/** Returns how far a value misses the bound, as a share of the bound. */
function shareOff({ condition: { sign, bound }, worst: { value } }: ConditionVerdict): number {
  if (value === null) return -10;
  const scale = Math.abs(bound) || 1;
  return (sign.startsWith(">") ? value - bound : bound - value) / scale;
}

/** Returns a sentence that says why no run can meet a condition; null if a run might meet it. */
export function impossibleWords({ measure, sign, bound }: MetricCondition): string | null {
  const { metric } = measure;
  const most = metric.unit === "%" ? 100 : metric.id.startsWith("jain") ? 1 : Number.POSITIVE_INFINITY;
  const isAbove = sign === ">" ? bound >= most : sign === ">=" && bound > most;
  const isBelow = sign === "<" ? bound <= 0 : sign === "<=" && bound < 0;
  const unit = metric.unit === "" ? "" : ` ${metric.unit}`;
  if (isAbove) return `No run can meet this: ${metric.label} is at most ${most}${unit}.`;
  return isBelow ? `No run can meet this: ${metric.label} is never below 0${unit}.` : null;
}

/** Returns the scenario with the settings of an answer. Settings that the chosen algorithm does not have are left out. */
function laidOver(given: Scenario, settings: readonly SettingText[]): Scenario {
  return settings.reduce((next, setting) => {
    try {
      return withSetting(next, setting);
    } catch {
      return next;
    }
  }, given);
}

/**
 * Returns combinations of allowed values. If there are too many, evenly spaced ones are returned. Algorithms come first, because
 * they determine which parameters exist.
 */
function gridOf(changes: readonly AllowedParameter[]): (readonly SettingText[])[] {
  const axes = ordered(changes).map((allowed) => settingsOf(allowed, valuesOf(allowed)));
  const all = axes.reduce((product, axis) => product * axis.length, 1);
  const count = Math.min(all, FIRST_ANSWERS);
  const numbers =
    all <= FIRST_ANSWERS
      ? Array.from({ length: count }, (_, i) => i)
      : Array.from({ length: count }, (_, i) => Math.floor(((i * 0.6180339887498949) % 1) * all));
  // The combinations of all lower ends and of all upper ends show whether bounds are too wide.
  const ends =
    axes.length === 0 ? [] : [axes.map((axis) => axis[0]), axes.map((axis) => axis[axis.length - 1])];
  const picked = numbers.map((number) => {
    let rest = number;
    return axes.map((axis) => {
      const at = rest % axis.length;
      rest = Math.floor(rest / axis.length);
      return axis[at];
    });
  });
  return eachOnce([...ends, ...picked]);
}

function ordered(changes: readonly AllowedParameter[]): AllowedParameter[] {
  const rank = ({ param }: AllowedParameter) => (param.id === "aqm" || param.id === "cc" ? 0 : 1);
  return changes.toSorted((a, b) => rank(a) - rank(b));
}

function settingsOf({ param }: AllowedParameter, values: readonly string[]): SettingText[] {
  return values.map((text) => ({ key: param.id, text }));
}

/** Returns the values as canonical texts. */
function valuesOf(allowed: AllowedParameter): string[] {
  const { param, values } = allowed;
  if (values !== null) return values.map((value) => canonicalText(param, value));
  const ends = endsOf(allowed);
  if (ends !== null) return spread(allowed, ends.low, ends.high, STEPS);
  if (param.kind === "enum") return param.options.map(({ value }) => value);
  if (param.kind === "boolean") return [true, false].map((value) => canonicalText(param, value));
  return [canonicalText(param, param.default)];
}

interface Ends {
  readonly low: number;
  readonly high: number;
}

function endsOf({ param, range }: AllowedParameter): Ends | null {
  const [low, high] = (range ?? []).map((end) => amountOf(end)?.amount ?? Number.NaN);
  if (low !== undefined && high !== undefined) return { low, high };
  if (param.kind !== "number") return null;
  return { low: param.sliderMin ?? param.min, high: param.sliderMax ?? param.max };
}

/** Returns evenly spaced values. If the ends are far apart, neighbouring values have the same ratio instead. */
function spread(allowed: AllowedParameter, low: number, high: number, count: number): string[] {
  const isWide = low > 0 && high / low > 30;
  const at = (i: number) => {
    const share = i / (count - 1);
    if (i === 0) return low;
    if (i === count - 1) return high;
    return isWide ? low * (high / low) ** share : low + (high - low) * share;
  };
  const texts = Array.from({ length: count }, (_, i) => amountText(allowed, at(i)));
  return [...new Set(texts)];
}

/** Returns a number with four digits. Students would not type more. */
function amountText({ param, range }: AllowedParameter, amount: number): string {
  const unit = range === null ? "" : (amountOf(range[0])?.unit ?? "");
  const isWhole = unit !== "" || (param.kind === "number" && param.integer === true);
  const number = isWhole ? Math.round(amount) : Number(amount.toPrecision(4));
  return unit === "" ? numberCanonical(param, number) : `${number}${unit}`;
}

function numberCanonical(param: Param, number: number): string {
  const text = canonicalText(param, number);
  try {
    readValue(param, text);
    return text;
  } catch {
    return String(number);
  }
}

/** Returns answers that differ in one setting: other values of a list, and numbers at smaller and smaller distances. */
function around(
  best: readonly SettingText[],
  changes: readonly AllowedParameter[],
  round: number,
): (readonly SettingText[])[] {
  return ordered(changes).flatMap((allowed) => {
    const { param } = allowed;
    const now = best.find(({ key }) => key === param.id)?.text;
    const ends = allowed.values === null ? endsOf(allowed) : null;
    const others = ends === null ? (round === 1 ? valuesOf(allowed) : []) : near(allowed, ends, now, round);
    return others
      .filter((text) => text !== now)
      .map((text) => [...best.filter(({ key }) => key !== param.id), { key: param.id, text }]);
  });
}

function near(
  allowed: AllowedParameter,
  { low, high }: Ends,
  now: string | undefined,
  round: number,
): string[] {
  if (round === 1) return spread(allowed, low, high, STEPS);
  const value = now === undefined ? null : amountOf(readValue(allowed.param, now));
  if (value === null) return [];
  const step = (high - low) / (STEPS - 1) / 2 ** (round - 1);
  return [-step, step]
    .map((by) => value.amount + by)
    .filter((amount) => amount >= low && amount <= high)
    .map((amount) => amountText(allowed, amount));
}
