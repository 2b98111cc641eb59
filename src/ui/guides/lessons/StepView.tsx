/** One step: its text with the run's numbers, the options or the drawing, what is asked, and the answers to what was done. */
import { type ReactNode, useId } from "react";
import { type LessonRuns, readingText, readReading, UNKNOWN } from "../../../teaching/conditions.ts";
import type { LessonPart, LessonStep } from "../../../teaching/lesson.ts";
import { numbered } from "../../shared/chart/chart-model.ts";
import { Markdown } from "../../shared/markdown/Markdown.tsx";
import { SymbolText } from "../../shared/SymbolText.tsx";
import type { LessonDesk } from "./lesson-desk.ts";
import { askedWords, judgedBy, KIND_NAMES, nowWords } from "./lesson-words.ts";
import { Options } from "./Options.tsx";
import { PredictionReview } from "./PredictionReview.tsx";
import type { Progress } from "./progress.ts";

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
