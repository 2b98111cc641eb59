/** One step: its text with the run's numbers, the options or the drawing, the exercise, and the feedback. */

import { type ReactNode, useId } from "react";
import { formatValue, type Scenario } from "../../../engine/index.ts";
import { boundText, type Metric, numberText, shownUnit } from "../../../experiments/metrics.ts";
import { placeWords, SIGN_WORDS } from "../../../teaching/check/check.ts";
import {
  type Condition,
  type LessonRuns,
  type MetricCondition,
  numberOf,
  readingText,
  readReading,
  settingParam,
  UNKNOWN,
} from "../../../teaching/document/conditions.ts";
import {
  DRAWN_PLOTS,
  type DrawingComparison,
  type DrawnPlot,
  MEASURES,
  type Yardstick,
} from "../../../teaching/document/drawing.ts";
import type { LessonPart, LessonStep, LessonStepKind } from "../../../teaching/document/lesson.ts";
import { useBench } from "../../core/use-store.ts";
import { Markdown } from "../../parts/markdown/Markdown.tsx";
import { Button } from "../../shared/Button.tsx";
import { numbered } from "../../shared/chart/chart-model.ts";
import { SymbolText } from "../../shared/SymbolText.tsx";
import { type LessonSession, type Progress, rightIn, type StepAnswer } from "./lesson-session.ts";

interface StepProps {
  readonly session: LessonSession;
  readonly progress: Progress;
  readonly index: number;
  readonly runs: LessonRuns;
}

/** Values that the parts of a step share. */
interface Shown extends StepProps {
  readonly step: LessonStep;
  readonly answer: StepAnswer;
  /** Renders the lesson's Markdown with the run's numbers in it. */
  text(tokens: LessonPart["tokens"], isOption?: boolean): ReactNode;
}

export function StepView(props: StepProps) {
  const { session, progress, index, runs } = props;
  const { steps, opening, lang } = session.lesson;
  const step = steps[index];
  const fill = fillFrom(runs);
  const text: Shown["text"] = (tokens, isOption = false) => (
    <Markdown tokens={tokens} lang={lang} fill={fill} isOption={isOption} />
  );
  const shown: Shown = { ...props, step, answer: progress.answers[index] ?? {}, text };
  return (
    <>
      {index === 0 && opening.length > 0 && <div className="lesson__opening">{text(opening)}</div>}
      <p className={`lesson__kind lesson__kind--${step.kind}`}>{KIND_NAMES[step.kind]}</p>
      <h2 className="lesson__title" lang={lang} tabIndex={-1}>
        <SymbolText text={step.title} />
      </h2>
      {step.kind === "compare" && <PredictionReview {...shown} />}
      {partsOf(shown, "lesson__text", ({ when }) => when === null)}
      {step.options.length > 0 && <Options {...shown} />}
      {step.drawing !== null && <DrawingHelp {...shown} drawing={step.drawing} />}
      {step.asked.length > 0 && <AskedList {...shown} />}
      {step.onLinux && <LinuxButton />}
      <div aria-live="polite" className="lesson__answers">
        {partsOf(shown, "lesson__answer", ({ when }) =>
          (when ?? [null]).every((one) => one !== null && session.holds(one, runs, index)),
        )}
      </div>
    </>
  );
}

/** Opens the dialog that has the script for Linux of the bench's run. */
function LinuxButton() {
  const bench = useBench();
  return (
    <p className="lesson__acts">
      <Button aria-haspopup="dialog" onClick={() => bench.showDialog("share")}>
        Run on Linux
      </Button>
    </p>
  );
}

/**
 * Returns a function that fills in measures. A measure that this run does not have stays open, for example after the student
 * has removed its flow.
 */
function fillFrom(runs: LessonRuns) {
  return (inside: string): string => {
    try {
      return readingText(readReading(inside, runs.scenario), runs);
    } catch {
      return UNKNOWN;
    }
  };
}

function partsOf({ step, text }: Shown, className: string, isSaid: (part: LessonPart) => boolean) {
  return numbered(step.parts).map(
    ([i, part]) =>
      isSaid(part) && (
        <div key={i} className={className}>
          {text(part.tokens)}
        </div>
      ),
  );
}

type Drawing = NonNullable<LessonStep["drawing"]>;

function DrawingHelp({ session, index, answer, drawing }: Shown & { readonly drawing: Drawing }) {
  const { points, stands = false } = answer;
  const { task, yardsticks } = drawing;
  return (
    <div className="lesson__drawing">
      <p>
        {stands
          ? "You have seen the run, so your drawing can no longer be changed."
          : "Draw on the plot with the mouse or a finger, or with the keyboard: Tab selects a point, arrow keys move it."}
      </p>
      <p className="lesson__small">
        {`Judged by: ${yardsticks.map((one) => yardstickWords(one, task.plot)).join("; ")}.`}
      </p>
      {points !== undefined && !stands && (
        <Button look="small" onClick={() => session.draw(index, [])}>
          Start over
        </Button>
      )}
    </div>
  );
}

type Asked = Pick<Shown, "step" | "answer" | "index" | "runs"> & {
  readonly session: Pick<LessonSession, "holds" | "solve">;
};

/** The goals of an exercise, each with what the run on the screen has, also before the student has changed anything. */
export function AskedList({ session, step, answer, index, runs }: Asked) {
  const done = answer.done === true;
  const nameId = useId();
  return (
    <div className="lesson__asked">
      <p id={nameId} className="lesson__small">
        {done ? "Done. What the run shows now:" : "Goal:"}
      </p>
      <ul aria-labelledby={nameId}>
        {step.asked.map(({ text, condition }) => {
          const met = session.holds(condition, runs, index);
          return (
            <li key={text} className={met ? "asked asked--met" : "asked"}>
              <span className="asked__sign" aria-hidden="true">
                {met ? "✓" : "○"}
              </span>
              <span>
                <SymbolText text={askedWords(condition, runs.scenario)} />
                <span className="unseen">{met ? ", met" : ", not met yet"}</span>
              </span>
              <span className="asked__now">{nowWords(condition, runs)}</span>
            </li>
          );
        })}
      </ul>
      {!done && (
        <button type="button" className="link" onClick={() => session.solve(step)}>
          Show me one way
        </button>
      )}
    </div>
  );
}

/**
 * The options of a prediction or a question. A question is answered immediately; a prediction is compared with the
 * run later.
 */
function Options({ session, index, step, answer, text }: Shown) {
  const { kind, options } = step;
  const { chosen = [], stands = false } = answer;
  const now = chosen.at(-1);
  const answered = kind === "question" && now !== undefined ? options[now] : undefined;
  const legend = kind === "predict" ? "Your prediction" : "Your answer";
  const name = useId();
  return (
    <fieldset className="options" disabled={stands}>
      <legend className="lesson__small">
        {stands ? "You have seen the run, so your prediction can no longer be changed." : legend}
      </legend>
      {numbered(options).map(([i, { tokens }]) => (
        <label key={i} className="option">
          <input type="radio" name={name} checked={now === i} onChange={() => session.choose(index, i)} />
          {text(tokens, true)}
        </label>
      ))}
      <div aria-live="polite">
        {answered !== undefined && (
          <Verdict right={answered.right} words={answered.right ? "Right" : "Incorrect"}>
            {text(answered.answer)}
            {!answered.right && <p className="lesson__small">Choose again.</p>}
          </Verdict>
        )}
      </div>
    </fieldset>
  );
}

interface VerdictProps {
  /** True if the answer is right; null if there was no answer. */
  readonly right: boolean | null;
  readonly words: string;
  readonly children: ReactNode;
}

function Verdict({ right, words, children }: VerdictProps) {
  return (
    <div className={right === true ? "lesson-verdict lesson-verdict--right" : "lesson-verdict"}>
      <p className="lesson-verdict__word">
        <span>{right === null ? "–" : right ? "✓" : "✗"}</span> <SymbolText text={words} />
      </p>
      {children}
    </div>
  );
}

/** The student's predictions together with the result: all predictions since the last such step. */
function PredictionReview({ session, progress, index, text }: Shown) {
  const { steps } = session.lesson;
  const last = steps.slice(0, index).findLastIndex(({ kind }) => kind === "compare");
  return numbered(steps).map(([at, step]) => {
    if (step.kind !== "predict" || at <= last || at >= index) return null;
    const { chosen, points, compared } = progress.answers[at] ?? {};
    const option = step.options[chosen?.at(-1) ?? -1];
    return (
      <Verdict key={at} right={rightIn(step, progress.answers[at])} words={step.title}>
        {step.drawing === null && option === undefined && <p>You made no prediction here.</p>}
        {step.drawing === null && option !== undefined && (
          <>
            <div className="lesson-verdict__chosen">
              <span className="lesson__small">You chose:</span>
              {text(option.tokens)}
            </div>
            {text(option.answer)}
          </>
        )}
        {step.drawing !== null && points === undefined && <p>You drew nothing here.</p>}
        {points !== undefined &&
          step.drawing !== null &&
          drawnWords(compared, step.drawing.task.plot).map((words) => <p key={words}>{words}</p>)}
      </Verdict>
    );
  });
}

function drawnWords(compared: readonly DrawingComparison[] = [], plot: DrawnPlot): string[] {
  return compared.map((one) => comparisonWords(one, plot));
}

const KIND_NAMES: Readonly<Record<LessonStepKind, string>> = {
  predict: "Predict",
  run: "Run",
  compare: "Compare",
  explain: "Explain",
  question: "One more question",
};

const NO_BREAK = "\u00a0";

const SIGNS: Readonly<Record<string, string>> = { ">=": "≥", "<=": "≤" };
const signOf = (sign: string) => SIGNS[sign] ?? sign;

/** Returns the text of a condition: "Utilisation ≥ 95 %", "Median queue delay: at least 3 ms less than before". */
export function askedWords(condition: Condition, scenario: Scenario): string {
  if (condition.kind === "metric") return askedMetric(condition);
  if (condition.kind !== "setting") return "";
  const { name, sign, value } = condition;
  const param = settingParam(name, scenario);
  if (param === null) return `${name} ${signOf(sign)} ${String(value)}`;
  const text = formatValue(param, value);
  const what = param.symbol ?? param.label;
  // A switch has a state and is not compared: "ECN on".
  if (param.kind === "boolean" && sign === "is") return `${what} ${text}`;
  return `${what} ${signOf(sign)} ${text}`;
}

type Unit = Pick<Metric, "unit" | "precision">;

function askedMetric({ measure, of: which, sign, bound }: MetricCondition): string {
  const { metric, place } = measure;
  const { label } = metric;
  const what = place === null ? label : `${label} of ${placeWords(place)}`;
  switch (which) {
    case "times":
      return `${what}: ${SIGN_WORDS[sign]} ${bound} times the previous value`;
    case "change":
      return `${what}: ${changeWords(sign, bound, metric.unit === "%" ? { ...metric, unit: "points" } : metric)} than before`;
    case "pinned":
      return `${what} before ${signOf(sign)}${NO_BREAK}${withUnit(bound, metric)}`;
    case "run":
      return `${what} ${signOf(sign)}${NO_BREAK}${withUnit(bound, metric)}`;
  }
}

/** Returns "at least 3 ms less". A negative bound is a decrease, which reverses the comparison. */
function changeWords(sign: keyof typeof SIGN_WORDS, bound: number, metric: Unit): string {
  const isMore = sign === ">=" || sign === ">";
  if (bound === 0) return sign === ">=" ? "no less" : sign === "<=" ? "no more" : isMore ? "more" : "less";
  const isDecrease = bound < 0;
  const turned = { ">=": "<=", "<=": ">=", ">": "<", "<": ">" } as const;
  const words = SIGN_WORDS[isDecrease ? turned[sign] : sign];
  return `${words} ${withUnit(Math.abs(bound), metric)} ${isDecrease ? "less" : "more"}`;
}

function withUnit(bound: number, metric: Unit): string {
  return boundText(metric, bound).replace(" ", NO_BREAK);
}

/** Returns the current value as text, "now 79.4 %"; empty if there is no value. */
export function nowWords(condition: Condition, runs: LessonRuns): string {
  if (condition.kind === "metric") {
    if (numberOf(condition, runs) === null) return "";
    const now = `now ${exactEnough(condition, runs)}`;
    return condition.of === "times" ? `${now} times` : now;
  }
  if (condition.kind !== "setting") return "";
  const text = readingText(condition, runs);
  return text === UNKNOWN ? "" : `now ${text}`;
}

/** Rounds with enough digits that the rounded value does not seem to meet a bound that it misses. */
function exactEnough(condition: MetricCondition, runs: LessonRuns): string {
  const { of: quantity, bound, measure } = condition;
  const text = readingText(condition, runs);
  const value = numberOf(condition, runs);
  if (value === null || quantity === "times" || quantity === "change" || value === bound) return text;
  const { metric } = measure;
  const { factor, ...shown } = shownUnit(metric, value);
  if (Number(numberText(shown, value * factor)) !== Number((bound * factor).toPrecision(12))) return text;
  return boundText(metric, Number(value.toPrecision(7)));
}

function unitOf({ measure }: Yardstick, plot: DrawnPlot): string {
  return measure === "teeth" ? "" : ` ${DRAWN_PLOTS[plot].unit}`;
}

/** Returns how a drawing will be judged, shown before it is drawn. */
export function yardstickWords(yardstick: Yardstick, plot: DrawnPlot): string {
  return `${MEASURES[yardstick.measure]}, within ${yardstick.within}${unitOf(yardstick, plot)}`;
}

/**
 * Returns the comparison of a drawing with the run: "Mean height: you drew 120 ms, the run has 1020 ms: 900 ms apart,
 * 350 ms would do."
 */
export function comparisonWords(
  { yardstick, drawn, run, apart, right }: DrawingComparison,
  plot: DrawnPlot,
): string {
  const unit = unitOf(yardstick, plot);
  const name = MEASURES[yardstick.measure];
  const both =
    drawn === null || run === null
      ? ""
      : ` you drew ${rounded(drawn)}${unit}, the run has ${rounded(run)}${unit},`;
  const verdict = right
    ? `within ${yardstick.within}${unit}`
    : `${yardstick.within}${unit} would be near enough`;
  return `${name[0].toUpperCase()}${name.slice(1)}:${both} ${rounded(apart)}${unit} apart; ${verdict}.`;
}

function rounded(value: number): string {
  return String(value >= 100 ? Math.round(value) : Number(value.toPrecision(3)));
}
