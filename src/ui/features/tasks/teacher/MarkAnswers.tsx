/**
 * Marks written answers: one student after another, or all answers to one question side by side. Everything can be done by
 * keyboard.
 */
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { type Scenario, scenarioToUrl } from "../../../../engine/index.ts";
import { visibleText } from "../../../../lib/visible-text.ts";
import { withSetting } from "../../../../teaching/answer/answer.ts";
import { type CheckedEntry, markingWords } from "../../../../teaching/check/grading.ts";
import type { ReadEntry } from "../../../../teaching/check/read-list.ts";
import { LONGEST_COMMENT, markOf, marksCsv, pointsIn } from "../../../../teaching/check/teacher-marks.ts";
import { pointsText, pointsWords, type ResultItem } from "../../../../teaching/task/points.ts";
import { evidenceIn, type TaskQuestion } from "../../../../teaching/task/questions.ts";
import type { Task } from "../../../../teaching/task/task.ts";
import { variantOf } from "../../../../teaching/task/variant.ts";
import { KeptNote } from "../../../parts/kept-on-device.tsx";
import { MarkdownText } from "../../../parts/markdown/Markdown.tsx";
import { Button, Check } from "../../../shared/Button.tsx";
import { Segments } from "../../../shared/Segments.tsx";
import { saveFile } from "../../../shared/site-file.ts";
import { TextFile } from "../../../shared/TextFile.tsx";
import { AnswerText } from "../Questions.tsx";
import { MARKS, type Marked, type Marking, type MarkingView, toMark } from "./marking.ts";

interface MarkAnswersProps {
  readonly task: Task;
  readonly list: readonly CheckedEntry[];
  readonly marking: Marking;
}

const VIEWS: readonly { readonly value: MarkingView; readonly label: string }[] = [
  { value: "student", label: "Student by student" },
  { value: "question", label: "All answers to a question" },
];

export function MarkAnswers({ task, list, marking }: MarkAnswersProps) {
  const state = useSyncExternalStore(marking.store.subscribe, marking.store.get);
  const { marks, view, isAnonymous, at, question: chosen, error, notes } = state;
  const all = useMemo(() => toMark(list, isAnonymous), [list, isAnonymous]);
  const place = useRef<HTMLElement>(null);
  const [viewId, questionId] = [useId(), useId()];
  const now = Math.min(at, Math.max(0, all.length - 1));
  const pressed = useRef(false);
  // Focuses the first field of the next student, so that points can be typed without the mouse.
  useEffect(() => {
    void now;
    if (pressed.current) place.current?.querySelector<HTMLElement>(".marking__card input")?.focus();
    pressed.current = false;
  }, [now]);
  if (all.length === 0) return null;
  const question = task.questions.find(({ id }) => id === chosen) ?? task.questions[0];
  const items = all.map(({ one }) => one.items);
  const go = (to: number) => {
    pressed.current = true;
    marking.store.set({ at: Math.min(all.length - 1, Math.max(0, to)) });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isNext = event.key === "Enter" && (event.ctrlKey || event.metaKey || isPointsField(event.target));
    if (!isNext) return;
    event.preventDefault();
    const step = event.shiftKey ? -1 : 1;
    if (view === "student") go(now + step);
    else focusCard(place.current, event.target, step);
  };
  const nameOf = (handIn: string) =>
    isAnonymous ? "" : (all.find((one) => one.handIn === handIn)?.who ?? "");
  return (
    <section ref={place} className="marking" aria-label="Written answers" onKeyDown={onKeyDown}>
      <h2>Written answers</h2>
      <p className="class__tally" role="status">
        {markingWords(all.map(({ one }) => one))}
      </p>
      <div className="class__row">
        <span id={viewId} className="unseen">
          View
        </span>
        <Segments
          aria-labelledby={viewId}
          value={view}
          options={VIEWS}
          onChoose={(next) => marking.store.set({ view: next })}
        />
        <Check checked={isAnonymous} onCheck={(on) => marking.store.set({ isAnonymous: on, at: 0 })}>
          Hide names and shuffle
        </Check>
      </div>
      {view === "student" ? (
        <>
          <p className="class__row">
            <Button refusal={now === 0 ? "This is the first answer" : null} onClick={() => go(now - 1)}>
              Previous
            </Button>
            <Button
              refusal={now === all.length - 1 ? "This is the last answer" : null}
              onClick={() => go(now + 1)}
            >
              Next
            </Button>
            <span>{`${now + 1} of ${all.length}`}</span>
          </p>
          <Card
            key={all[now].handIn}
            task={task}
            marked={all[now]}
            questions={task.questions}
            items={items[now]}
            marking={marking}
          />
        </>
      ) : (
        <>
          <p className="class__row">
            <label htmlFor={questionId}>Question</label>
            <select
              id={questionId}
              className="menu"
              value={question.id}
              onChange={(event) => marking.store.set({ question: event.currentTarget.value })}
            >
              {task.questions.map(({ id }) => (
                <option key={id}>{id}</option>
              ))}
            </select>
          </p>
          <MarkdownText text={question.prompt} lang={task.lang} />
          <div className="marking__wall">
            {all.map((marked, i) => (
              <Card
                key={marked.handIn}
                task={task}
                marked={marked}
                questions={[question]}
                items={items[i]}
                marking={marking}
                isAlone
              />
            ))}
          </div>
        </>
      )}
      <p className="class__note">
        Enter in a field of points, or Ctrl and Enter anywhere moves to the next student; with Shift, to the
        previous one.
      </p>
      <KeptNote kept={MARKS} />
      <p className="class__row">
        <Button onClick={() => saveFile(`${task.id}-marks.csv`, "text/csv", marksCsv(task, marks, nameOf))}>
          Save the marks (CSV)
        </Button>
        <TextFile
          label="Open a file of marks (.csv)"
          accept=".csv,text/csv"
          onText={(text) => marking.read(task, text)}
        />
      </p>
      {notes.map((note) => (
        <p key={note} role="status" className="class__note">
          {note}
        </p>
      ))}
      <p role="alert" className="class-field__fault">
        {error}
      </p>
    </section>
  );
}

function isPointsField(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.classList.contains("marking__points");
}

function focusCard(place: HTMLElement | null, from: EventTarget, step: number): void {
  const cards = [...(place?.querySelectorAll(".marking__card") ?? [])];
  const at = cards.findIndex((card) => from instanceof Node && card.contains(from));
  cards[at + step]?.querySelector<HTMLElement>("input")?.focus();
}

interface CardProps {
  readonly task: Task;
  readonly marked: Marked;
  readonly questions: readonly TaskQuestion[];
  readonly items: readonly ResultItem[];
  readonly marking: Marking;
  /** True if the question is shown once, above all cards. */
  readonly isAlone?: boolean;
}

function Card({ task, marked, questions, items, marking, isAlone = false }: CardProps) {
  return (
    <article className="marking__card" aria-label={visibleText(marked.who)}>
      <h3 dir="auto">{visibleText(marked.who)}</h3>
      <div className={isAlone ? "" : "marking__wall"}>
        {questions.map((question) => (
          <section key={question.id} className="marking__answer" aria-label={question.id}>
            {!isAlone && <MarkdownText text={question.prompt} lang={task.lang} />}
            <Given task={task} one={marked.one} question={question} />
            <MarkFields
              question={question}
              marked={marked}
              item={items.find(({ id }) => id === question.id)}
              marking={marking}
            />
          </section>
        ))}
      </div>
    </article>
  );
}

function Given({
  task,
  one,
  question,
}: {
  readonly task: Task;
  readonly one: ReadEntry;
  readonly question: TaskQuestion;
}) {
  const text = one.answers.find(({ id }) => id === question.id)?.text ?? "";
  const evidence = question.kind === "evidence" ? evidenceIn(text) : null;
  const scenario = evidence === null ? null : runOf(task, one, evidence.settings);
  return (
    <>
      <AnswerText question={question} text={text} />
      {evidence !== null && scenario !== null && (
        <p>
          <a className="strip__link" href={`#${scenarioToUrl(scenario)}&why=${evidence.text}`}>
            Open its story
          </a>
          {evidence.settings !== null && (
            <span className="class__note">{" from a different run than the one handed in"}</span>
          )}
        </p>
      )}
    </>
  );
}

/** Returns the run that a piece of evidence belongs to; null if there is no such run. */
function runOf(task: Task, one: ReadEntry, settings: ReadEntry["settings"] | null): Scenario | null {
  if (settings === null) return one.answer;
  try {
    return settings.reduce(withSetting, variantOf(task, one.name).scenario);
  } catch {
    return null;
  }
}

interface MarkFieldsProps {
  readonly question: TaskQuestion;
  readonly marked: Marked;
  readonly item: ResultItem | undefined;
  readonly marking: Marking;
}

function MarkFields({ question, marked: { one, handIn, who }, item, marking }: MarkFieldsProps) {
  const mark = markOf(marking.store.get().marks, handIn, question.id);
  const [text, setText] = useState(mark.points === null ? "" : pointsText(mark.points));
  const [pointsId, commentId, noteId] = [useId(), useId(), useId()];
  const read = pointsIn(question, text);
  const fault = typeof read === "string" ? read : "";
  const isAnswered = one.answers.some(({ id, text: given }) => id === question.id && given.trim() !== "");
  const how = isAnswered ? "Marked automatically" : "Not answered";
  const byRun = item?.by === "run" && item.earned !== null ? `${how}: ${pointsWords(item.earned)}.` : "";
  const take = (next: string) => {
    setText(next);
    const points = pointsIn(question, next);
    if (typeof points !== "string") marking.mark(handIn, question.id, { ...mark, points });
  };
  return (
    <div className="marking__fields">
      {question.points > 0 && (
        <>
          <label htmlFor={pointsId}>
            <span>{`Points of ${pointsText(question.points)}`}</span>
            <span className="unseen">{` for ${question.id}, ${visibleText(who)}`}</span>
          </label>
          <input
            id={pointsId}
            className="text-field marking__points"
            type="text"
            inputMode="decimal"
            autoComplete="off"
            value={text}
            aria-invalid={fault !== ""}
            aria-describedby={noteId}
            onChange={(event) => take(event.currentTarget.value)}
          />
        </>
      )}
      <label htmlFor={commentId}>
        Comment
        <span className="unseen">{` on ${question.id}, ${visibleText(who)}`}</span>
      </label>
      <input
        id={commentId}
        className="text-field"
        type="text"
        autoComplete="off"
        maxLength={LONGEST_COMMENT}
        value={mark.comment}
        onChange={(event) =>
          marking.mark(handIn, question.id, { ...mark, comment: event.currentTarget.value })
        }
      />
      <p id={noteId} className={fault === "" ? "class__note" : "class-field__fault"}>
        {fault === "" ? byRun : fault}
      </p>
    </div>
  );
}
