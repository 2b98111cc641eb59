/** The options of a prediction or a question. A question is answered at once, a prediction only beside the run. */
import { useId } from "react";
import { numbered } from "../../shared/chart/chart-model.ts";
import { Markdown } from "../../shared/markdown/Markdown.tsx";
import type { Fill, StepProps } from "./StepView.tsx";

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
