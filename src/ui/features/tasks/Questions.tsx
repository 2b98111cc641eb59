/** The questions of a task that are answered in writing. Answers are always shown as plain text. */
import { type ComponentProps, useEffect, useId, useSyncExternalStore } from "react";
import { measuredOf } from "../../../experiments/metrics.ts";
import { counted } from "../../../lib/counted.ts";
import { visibleText } from "../../../lib/visible-text.ts";
import { pointsWords } from "../../../teaching/task/points.ts";
import {
  answerFault,
  askedWords,
  evidenceIn,
  feedbackOn,
  type GivenAnswer,
  keyMeasures,
  lettersIn,
  longestAnswer,
  optionOf,
  type TaskQuestion,
} from "../../../teaching/task/questions.ts";
import type { Task } from "../../../teaching/task/task.ts";
import type { AnswerProps } from "../../bench/feature.ts";
import { useBench, useBenchState, useExplain } from "../../core/use-store.ts";
import { MarkdownText } from "../../parts/markdown/Markdown.tsx";
import { Button } from "../../shared/Button.tsx";
import { taskSessionOf, wantedEvidence } from "./task-session.ts";
import "./task.css";

interface QuestionsProps {
  readonly task: Task;
  readonly answers: readonly GivenAnswer[];
  /** The answers when the student last had them checked. */
  readonly checked: readonly GivenAnswer[];
  onAnswer(id: string, text: string): void;
  onPin(id: string): void;
  /** Checks the answers. `outcome` describes the result. */
  onCheck(outcome: string): void;
}

export function Questions({ task, answers, checked, onAnswer, onPin, onCheck }: QuestionsProps) {
  const results = useBenchState(({ run, scenario }) =>
    run.snapshot?.done === true && run.scenario === scenario ? run.snapshot.results : null,
  );
  const measured =
    results === null ? undefined : keyMeasures(task.keys).map((one) => measuredOf(results, one));
  const textIn = (list: readonly GivenAnswer[], id: string) => list.find((one) => one.id === id)?.text;
  if (task.questions.length === 0) return null;
  const given = task.questions.map((question) => ({ question, text: textIn(answers, question.id) ?? "" }));
  const outcome = checkedWords(task, given, measured);
  const isCheckedNow = given.every(({ question, text }) => textIn(checked, question.id) === text);
  return (
    <section className="task__part" aria-label="Questions">
      <h2>Questions</h2>
      <ol className="task__questions">
        {given.map(({ question, text }) => (
          <li key={question.id}>
            <Field
              question={question}
              lang={task.lang}
              text={text}
              onText={(next) => onAnswer(question.id, next)}
              onPin={() => onPin(question.id)}
            />
            {textIn(checked, question.id) === text && (
              <Feedback task={task} question={question} text={text} measured={measured} />
            )}
          </li>
        ))}
      </ol>
      {task.feedback === null ? (
        <p className="task__note">
          This page does not check these answers. Your teacher marks them after you hand them in.
        </p>
      ) : (
        <p className="task__row">
          <Button
            look="main"
            refusal={
              given.every(({ text }) => text.trim() === "") ? "Answer at least one question first" : null
            }
            onClick={() => onCheck(outcome)}
          >
            Check my answers
          </Button>
          {isCheckedNow && <span className="task__note">{outcome}</span>}
        </p>
      )}
    </section>
  );
}

type Measured = readonly (number | null)[] | undefined;

interface FeedbackProps {
  readonly task: Task;
  readonly question: TaskQuestion;
  readonly text: string;
  readonly measured: Measured;
}

/** The feedback on an answer that was checked, as far as the task gives any. */
function Feedback({ task, question, text, measured }: FeedbackProps) {
  const fault = answerFault(question, text);
  const feedback = feedbackOn(task, question, text, measured);
  if (task.feedback === null || (fault !== null && text !== "")) return null;
  if (feedback === null)
    return <p className="task__note">{fault ?? "The run on the screen has not ended yet."}</p>;
  const { isRight, isOtherUnit, expected, explanation } = feedback;
  const isOfRun = task.keys.some(
    (key) => key.id === question.id && key.kind === "number" && typeof key.value !== "number",
  );
  const right = expected && `Expected: ${expected}${isOfRun ? ", from the run on the screen" : ""}.`;
  return (
    <div className={isRight === false ? "task__feedback task__feedback--wrong" : "task__feedback"}>
      <p>
        {isRight !== null && (
          <span className={isRight ? "sign sign--met" : "sign sign--not"}>
            {isRight ? "✓ right." : "✗ not right."}
          </span>
        )}
        {isRight === null && (
          <span>
            {explanation === null
              ? "A person marks this answer."
              : "A person marks this answer. Compare it with this one:"}
          </span>
        )}
        {isOtherUnit && <span> The number is a thousand times too large or too small. Check its unit.</span>}
        {isRight === true && right !== null && <span>{` ${right}`}</span>}
      </p>
      {isRight === false && right !== null && (
        <details className="details">
          <summary>Show the right answer</summary>
          <p>{right}</p>
        </details>
      )}
      {explanation !== null && <MarkdownText text={explanation} lang={task.lang} />}
    </div>
  );
}

/** Returns the outcome of a check as text: "Right: 2 of 3. A person marks 1 answer." */
export function checkedWords(
  task: Task,
  given: readonly { readonly question: TaskQuestion; readonly text: string }[],
  measured: Measured,
): string {
  const all = given.map(({ question, text }) => feedbackOn(task, question, text, measured));
  const judged = all.filter((one) => one !== null && one.isRight !== null);
  const right = judged.filter((one) => one?.isRight === true).length;
  const byPerson = all.filter((one) => one?.isRight === null).length;
  const open = all.filter((one) => one === null).length;
  return [
    judged.length === 0 ? "" : `Right: ${right} of ${judged.length}.`,
    byPerson === 0 ? "" : `A person marks ${counted(byPerson, "answer")}.`,
    open === 0 ? "" : `${counted(open, "answer")} cannot be checked yet.`,
  ]
    .filter((words) => words !== "")
    .join(" ");
}

interface FieldProps {
  readonly question: TaskQuestion;
  readonly lang: string;
  readonly text: string;
  onText(text: string): void;
  onPin(): void;
}

function Field(props: FieldProps) {
  const { question, lang, text } = props;
  const [promptId, noteId] = [useId(), useId()];
  const named = { "aria-labelledby": promptId, "aria-describedby": noteId };
  return (
    <>
      <div id={promptId} className="task__prompt">
        <MarkdownText text={question.prompt} lang={lang} />
      </div>
      {question.kind === "evidence" ? (
        <EvidenceField {...props} />
      ) : (
        <WrittenField {...props} named={named} />
      )}
      <p id={noteId} className="task__note">
        <span>{askedWords(question)}</span>
        {question.points > 0 && <span>{`; ${pointsWords(question.points)}`}</span>}
        {text !== "" && <span className="task__fault">{standsWords(question, text)}</span>}
      </p>
    </>
  );
}

/** Returns a text such as "; 112 so far", or the reason why the answer is not valid. */
function standsWords(question: TaskQuestion, text: string): string {
  const fault = answerFault(question, text);
  if (fault !== null) return `. ${fault}`;
  return question.kind === "text" ? `; ${lettersIn(text)} so far` : "";
}

interface WrittenProps extends FieldProps {
  readonly named: Pick<ComponentProps<"input">, "aria-labelledby" | "aria-describedby">;
}

function WrittenField({ question, text, onText, named }: WrittenProps) {
  const group = useId();
  if (question.kind === "choice")
    return (
      <div role="radiogroup" className="task__options" {...named}>
        {question.options.map((option, i) => (
          <label key={option} className="check">
            <input
              type="radio"
              name={group}
              checked={text === String(i + 1)}
              onChange={() => onText(String(i + 1))}
            />
            <span dir="auto">{option}</span>
          </label>
        ))}
      </div>
    );
  if (question.kind === "number")
    return (
      <span className="task__row">
        <input
          className="text-field task__number"
          type="text"
          inputMode="decimal"
          autoComplete="off"
          maxLength={longestAnswer(question)}
          value={text}
          {...named}
          onChange={(event) => onText(event.currentTarget.value)}
        />
        <span>{question.unit}</span>
      </span>
    );
  return (
    <textarea
      className="text-field task__text"
      rows={4}
      dir="auto"
      maxLength={longestAnswer(question)}
      value={text}
      {...named}
      onChange={(event) => onText(event.currentTarget.value)}
    />
  );
}

/** Buttons below an open explanation: one for each question that it may answer. */
export function EvidenceButtons({ question, title }: AnswerProps) {
  const session = taskSessionOf(useBench());
  const state = useSyncExternalStore(session.store.subscribe, session.store.get);
  useEffect(() => {
    session.explanation.set({ open: { question, title } });
    return () => session.explanation.set({ open: null });
  }, [session, question, title]);
  return wantedEvidence(state).map(({ id, prompt }) => (
    <Button key={id} look="small" title={prompt} onClick={() => session.pin(id)}>
      {`Use as the answer to “${id}”`}
    </Button>
  ));
}

function EvidenceField({ question, text, onText, onPin }: FieldProps) {
  const explain = useExplain();
  const { explanation } = taskSessionOf(useBench());
  const open = useSyncExternalStore(explanation.subscribe, explanation.get).open?.title;
  const evidence = evidenceIn(text);
  return (
    <>
      {evidence !== null && (
        <p className="task__row">
          {explain === null ? (
            <span>{evidenceWords(text)}</span>
          ) : (
            <Button look="small" onClick={() => explain(evidence.question)}>
              {evidenceWords(text)}
            </Button>
          )}
          <Button look="small" onClick={() => onText("")}>
            {`Remove the evidence for “${question.id}”`}
          </Button>
        </p>
      )}
      <p className="task__row">
        <Button
          look="small"
          refusal={
            open === undefined ? "First press a mark, a drop or a cut on a plot to see its explanation" : null
          }
          onClick={onPin}
        >
          {open === undefined ? "Use the current explanation as evidence" : `Pin “${open}”`}
        </Button>
      </p>
    </>
  );
}

const KINDS = {
  "flow-event": "An event",
  "queue-event": "An event",
  join: "A flow that joins",
  packet: "A packet",
  stretch: "A stretch",
  number: "A number",
} as const;

/**
 * Returns a description of the evidence: "An event of flow 1 at 12.345 s: mark". The explanation of the event
 * describes it further.
 */
function evidenceWords(text: string): string {
  const evidence = evidenceIn(text);
  if (evidence === null) return "evidence that cannot be read";
  const { question } = evidence;
  const flowWords =
    question.kind !== "packet" && question.flow !== null ? ` of flow ${question.flow + 1}` : "";
  const when =
    "toS" in question
      ? `from ${seconds(question.fromS)} to ${seconds(question.toS)} s`
      : `at ${seconds(question.atS)} s`;
  const what = "event" in question ? `: ${EVENTS[question.event]}` : "";
  return `${KINDS[question.kind]}${flowWords} ${when}${what}`;
}

const seconds = (s: number) => String(Number(s.toFixed(3)));

const EVENTS = {
  ecnReduction: "cut by ECN",
  lossReduction: "cut by loss",
  rto: "timeout",
  slowStartExit: "end of slow start",
  synTimeout: "SYN sent again",
  notOpened: "not opened",
  lossProbe: "loss probe",
  undo: "undo",
  mark: "mark",
  aqmDrop: "early drop (AQM)",
  overflowDrop: "drop, queue full",
  linkLoss: "random loss",
} as const;

/** A student's answer as its reader sees it: hidden characters are written out, and markup is not interpreted. */
export function AnswerText({ question, text }: { readonly question: TaskQuestion; readonly text: string }) {
  const words = readWords(question, text);
  return (
    <p className="task__answer" dir="auto" translate="no">
      {words}
    </p>
  );
}

/** Maximum number of characters shown of an answer that was made by hand. */
const MOST_SHOWN = 2400;

function readWords(question: TaskQuestion, text: string): string {
  if (text.trim() === "") return "no answer";
  if (question.kind === "evidence") return evidenceWords(text);
  if (question.kind === "choice") return optionOf(question, text) ?? "none of the options";
  const shown = text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)} …` : text;
  // A number without a unit gets that of the question.
  const isBare = question.kind === "number" && question.unit !== "" && /^[\d.,+-]+$/.test(shown.trim());
  return isBare ? `${shown.trim()} ${question.unit}` : visibleText(shown);
}
