/** What the student predicted, beside what came: of all predictions since the last such step. */
import type { LessonStep } from "../../../teaching/lesson.ts";
import { Markdown } from "../../shared/markdown/Markdown.tsx";
import { SymbolText } from "../../shared/SymbolText.tsx";
import { comparisonWords } from "./lesson-words.ts";
import { rightIn, type StepAnswer } from "./progress.ts";
import type { Fill, StepProps } from "./StepView.tsx";

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
