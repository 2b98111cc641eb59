/** One step: its text with the run's numbers, the options or the drawing, what is asked, and the answers to what was done. */

import { type ReactNode, useId } from "react";
import { type LessonRuns, readingText, readReading, UNKNOWN } from "../../../teaching/conditions.ts";
import type { LessonPart, LessonStep } from "../../../teaching/lesson.ts";
import { numbered } from "../../shared/chart/chart-model.ts";
import { Markdown } from "../../shared/markdown/Markdown.tsx";
import { SymbolText } from "../../shared/SymbolText.tsx";
import { type Progress, rightIn, type StepAnswer } from "../memory.ts";
import type { LessonDesk } from "./lesson-store.ts";
import { askedWords, comparisonWords, judgedBy, KIND_NAMES, nowWords } from "./lesson-words.ts";

export interface StepProps {
  readonly desk: LessonDesk;
  readonly progress: Progress;
  readonly index: number;
  readonly runs: LessonRuns;
}

export function StepView(props: StepProps) {
  const { desk, index, runs } = props;
  const { lesson } = desk;
  const step = lesson.steps[index];
  const fill = fillFrom(runs);
  return (
    <>
      {index === 0 && lesson.opening.length > 0 && (
        <div className="lesson__opening">
          <Markdown tokens={lesson.opening} lang={lesson.lang} fill={fill} />
        </div>
      )}
      <p className={`lesson__kind lesson__kind--${step.kind}`}>{KIND_NAMES[step.kind]}</p>
      <h2 className="lesson__title" lang={lesson.lang} tabIndex={-1}>
        <SymbolText text={step.title} />
      </h2>
      {step.kind === "compare" && <PredictionReview {...props} fill={fill} />}
      <Texts {...props} fill={fill} answers={false} />
      {step.options.length > 0 && <Options {...props} fill={fill} />}
      {step.drawing !== null && <DrawingHelp {...props} />}
      {step.asked.length > 0 && <AskedList {...props} />}
      <div aria-live="polite" className="lesson__answers">
        <Texts {...props} fill={fill} answers={true} />
      </div>
    </>
  );
}

export type Fill = (inside: string) => string;

/** What cannot be read of this run (a student may have taken the flow away) stays open. */
function fillFrom(runs: LessonRuns): Fill {
  return (inside) => {
    try {
      return readingText(readReading(inside, runs.scenario), runs);
    } catch {
      return UNKNOWN;
    }
  };
}

interface TextsProps extends StepProps {
  readonly fill: Fill;
  /** Those that are said under conditions, or the others. */
  readonly answers: boolean;
}

function Texts({ desk, index, runs, fill, answers }: TextsProps): ReactNode {
  const { steps, lang } = desk.lesson;
  const said = (part: LessonPart) =>
    answers
      ? part.when?.every((condition) => desk.holds(condition, runs, index)) === true
      : part.when === null;
  return numbered(steps[index].parts).map(
    ([i, part]) =>
      said(part) && (
        <div key={i} className={answers ? "lesson__answer" : "lesson__text"}>
          <Markdown tokens={part.tokens} lang={lang} fill={fill} />
        </div>
      ),
  );
}

function DrawingHelp({ desk, progress, index }: StepProps) {
  const { drawing } = desk.lesson.steps[index];
  const { points, stands = false } = progress.answers[index] ?? {};
  if (drawing === null) return null;
  const { task, yardsticks } = drawing;
  return (
    <div className="lesson__drawing">
      <p>
        {stands
          ? "Your drawing stands: the run has been shown."
          : "Draw on the plot with the pointer or a finger, or take the points: Tab leads to them, arrow keys move them."}
      </p>
      <p className="lesson__small">{judgedBy(yardsticks, task.plot)}</p>
      {points !== undefined && !stands && (
        <button type="button" className="button button--small" onClick={() => desk.draw(index, [])}>
          Start over
        </button>
      )}
    </div>
  );
}

function AskedList({ desk, progress, index, runs }: StepProps) {
  const step: LessonStep = desk.lesson.steps[index];
  const done = progress.answers[index]?.done === true;
  const nameId = useId();
  return (
    <div className="lesson__asked">
      <p id={nameId} className="lesson__small">
        {done ? "Done. What holds now:" : "What is asked:"}
      </p>
      <ul aria-labelledby={nameId}>
        {step.asked.map(({ text, condition }) => {
          const met = desk.holds(condition, runs, index);
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
        <button type="button" className="link" onClick={() => desk.solve(step)}>
          Show me one way
        </button>
      )}
    </div>
  );
}

/** The options of a prediction or a question. A question is answered at once, a prediction only beside the run. */

export function Options({ desk, progress, index, fill }: StepProps & { readonly fill: Fill }) {
  const { steps, lang } = desk.lesson;
  const { kind, options } = steps[index];
  const { chosen = [], stands = false } = progress.answers[index] ?? {};
  const now = chosen.at(-1);
  const answered = kind === "question" && now !== undefined ? options[now] : undefined;
  const name = useId();
  return (
    <fieldset className="options" disabled={stands}>
      <legend className="lesson__small">
        {stands
          ? "Your prediction stands: the run has been shown."
          : kind === "predict"
            ? "Your prediction"
            : "Your answer"}
      </legend>
      {numbered(options).map(([i, { tokens }]) => (
        <label key={i} className="option">
          <input type="radio" name={name} checked={now === i} onChange={() => desk.choose(index, i)} />
          <Markdown tokens={tokens} lang={lang} fill={fill} />
        </label>
      ))}
      <div aria-live="polite">
        {answered !== undefined && (
          <div className={answered.right ? "lesson-verdict lesson-verdict--right" : "lesson-verdict"}>
            <p className="lesson-verdict__word">{answered.right ? "✓ Right" : "✗ Not so"}</p>
            <Markdown tokens={answered.answer} lang={lang} fill={fill} />
            {!answered.right && <p className="lesson__small">Choose again.</p>}
          </div>
        )}
      </div>
    </fieldset>
  );
}

/** What the student predicted, beside what came: of all predictions since the last such step. */

export function PredictionReview({ desk, progress, index, fill }: StepProps & { readonly fill: Fill }) {
  const { steps } = desk.lesson;
  return sinceLast(steps, index).map((at) => {
    const step = steps[at];
    const answer = progress.answers[at];
    const right = rightIn(step, answer);
    return (
      <div key={at} className={right === true ? "lesson-verdict lesson-verdict--right" : "lesson-verdict"}>
        <p className="lesson-verdict__word">
          {right === null ? "– " : right ? "✓ " : "✗ "}
          <SymbolText text={step.title} />
        </p>
        {step.drawing === null ? (
          <ChosenOption desk={desk} step={step} answer={answer} fill={fill} />
        ) : (
          <DrawnBeside step={step} answer={answer} />
        )}
      </div>
    );
  });
}

/** Numbers of the steps with a prediction between the last step compare and this one. */
function sinceLast(steps: readonly LessonStep[], index: number): number[] {
  const before = steps.slice(0, index).findLastIndex(({ kind }) => kind === "compare");
  return steps.flatMap(({ kind }, i) => (kind === "predict" && i > before && i < index ? [i] : []));
}

interface ChosenOptionProps {
  readonly desk: StepProps["desk"];
  readonly step: LessonStep;
  readonly answer: StepAnswer | undefined;
  readonly fill: Fill;
}

function ChosenOption({ desk, step, answer, fill }: ChosenOptionProps) {
  const option = step.options[answer?.chosen?.at(-1) ?? -1];
  if (option === undefined) return <p>You made no prediction here.</p>;
  return (
    <>
      <div className="lesson-verdict__chosen">
        <span className="lesson__small">You chose:</span>
        <Markdown tokens={option.tokens} lang={desk.lesson.lang} fill={fill} />
      </div>
      <Markdown tokens={option.answer} lang={desk.lesson.lang} fill={fill} />
    </>
  );
}

function DrawnBeside({
  step,
  answer,
}: {
  readonly step: LessonStep;
  readonly answer: StepAnswer | undefined;
}) {
  if (step.drawing === null || answer?.points === undefined) return <p>You drew nothing here.</p>;
  const { plot } = step.drawing.task;
  return answer.compared?.map((one) => <p key={one.yardstick.measure}>{comparisonWords(one, plot)}</p>);
}
