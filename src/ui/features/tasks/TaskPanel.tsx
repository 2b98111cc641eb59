/** The panel of a task: the assignment, the conditions and their state, attempts, hints, and the hand-in. */

import { type FormEvent, useEffect, useId, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { Scenario } from "../../../engine/index.ts";
import { counted, ofNumber } from "../../../lib/counted.ts";
import { visibleText } from "../../../lib/visible-text.ts";
import { LONG_CODE, LONGEST_CODE, LONGEST_NAME, tidyName } from "../../../teaching/answer/hand-in.ts";
import {
  answerWords,
  type ConditionVerdict,
  countedWords,
  countsWords,
  endedWords,
  outcomeWords,
  runWords,
  variantWords,
  verdictWords,
} from "../../../teaching/check/check.ts";
import { judge, type MetricCondition, valueText } from "../../../teaching/document/conditions.ts";
import { allowedWords, parameterWords } from "../../../teaching/document/parameters.ts";
import { earnedOf, pointsOf, pointsText, pointsWords } from "../../../teaching/task/points.ts";
import { codeIn } from "../../../teaching/task/program-answer.ts";
import { answerFault } from "../../../teaching/task/questions.ts";
import type { Task } from "../../../teaching/task/task.ts";
import type { GuidePanelProps } from "../../core/page-options.ts";
import { useBench, useBenchState } from "../../core/use-store.ts";
import { GuideFrame } from "../../parts/guide/GuideFrame.tsx";
import { KeptNote } from "../../parts/kept-on-device.tsx";
import { MarkdownText } from "../../parts/markdown/Markdown.tsx";
import { uncover } from "../../parts/markdown/Spotlight.tsx";
import { myProgramsOf } from "../../parts/my-programs.ts";
import { Button } from "../../shared/Button.tsx";
import { CopyText } from "../../shared/CopyText.tsx";
import { RunProgress } from "../../shared/runs/RunProgress.tsx";
import { SymbolLines, SymbolText } from "../../shared/SymbolText.tsx";
import { saveFile } from "../../shared/site-file.ts";
import { AnswerText, Questions } from "./Questions.tsx";
import { type TaskMemory, TRIES } from "./task-memory.ts";
import { type Standing, type TaskSession, type TaskState, taskSessionOf } from "./task-session.ts";
import "./task.css";

export function TaskPanel({ guide }: GuidePanelProps) {
  const bench = useBench();
  const session = useMemo(() => taskSessionOf(bench), [bench]);
  useEffect(() => session.open(guide), [session, guide]);
  const state = useSyncExternalStore(session.store.subscribe, session.store.get);
  const { task } = state;
  const [mayStore] = useState(() => bench.device.mayStore());
  return (
    <GuideFrame
      kind="Task"
      document={task}
      problems={state.problems}
      onLeave={state.namedBy === "platform" ? null : () => session.leave()}
      asks={state.handedIn || !session.hasBegun() ? null : LEAVING}
    >
      {task !== null && (
        <>
          <StorageNote state={state} />
          <MarkdownText text={task.words} lang={task.lang} />
          {mayStore && <KeptNote kept={TRIES} />}
          {task.given === "by link" ? (
            <p role="status">
              This task has a personal link for each student. This is not a personal link: ask your teacher
              for yours.
            </p>
          ) : (
            <Who session={session} state={state} task={task} />
          )}
          {state.isHeld && <Held session={session} task={task} />}
          {state.variant !== null && !state.isHeld && <Work session={session} state={state} task={task} />}
        </>
      )}
    </GuideFrame>
  );
}

const LEAVING =
  "End the task? Your settings stay on the bench, and Back of the browser brings the task back.";

/** The note is shown from the start and not only when something is lost. A learning platform stores the work itself. */
function StorageNote({ state }: { readonly state: TaskState }) {
  const { device, store } = useBench();
  const [mayStore] = useState(() => device.mayStore());
  if (mayStore || state.handedIn || state.namedBy === "platform") return null;
  const why = store.get().frame.embed
    ? "Nothing is stored while the page is embedded in another page"
    : "The browser does not store data for this page";
  return (
    <p role="status" className="task__warning">
      {`${why}: a reload deletes your name, tries and answers. Hand in before you leave.`}
    </p>
  );
}

interface PanelProps {
  readonly session: TaskSession;
  readonly state: TaskState;
  readonly task: Task;
}

/** The field for the student's name. It comes first if the variant depends on the name, or if another student has worked here. */
function Who({ session, state, task }: PanelProps) {
  const { name, tries, handedIn, namedBy, variant, found, needsName } = state;
  if (found !== null) return <Found session={session} found={found} />;
  if (handedIn)
    return <p className="task__handed">{`Of ${name}, after ${counted(tries, "try", "tries")}.`}</p>;
  const words = variant === null ? "" : variantWords(variant);
  return (
    <>
      {namedBy !== null && (
        <p className="task__handed">
          {namedBy === "platform"
            ? `Signed in by the learning platform as ${visibleText(name)}.`
            : `This link is for ${visibleText(name)}. Your work is stored on this device.`}
        </p>
      )}
      {(task.vary.length > 0 || needsName) && namedBy === null && (
        <NameField session={session} name={name} isFirst={variant === null} varies={task.vary.length > 0} />
      )}
      {words !== "" && <p className="task__variant">{`Your variant: ${words}`}</p>}
    </>
  );
}

/**
 * Work found on this device. Several students may share a computer, so opening a link must not show another student's answers.
 */
function Found({ session, found }: Pick<PanelProps, "session"> & { readonly found: TaskMemory }) {
  const who = found.name === "" ? "somebody who gave no name" : visibleText(found.name);
  return (
    <section className="task__part task__found" aria-label="Work on this device">
      <p role="status">{`This task was started on this device by ${who}.`}</p>
      <p className="task__row">
        <Button look="main" onClick={() => session.takeFound()}>
          {found.name === "" ? "Continue my work" : `Continue as ${visibleText(found.name)}`}
        </Button>
        <Button onClick={() => session.refuseFound()}>Not you?</Button>
      </p>
    </section>
  );
}

/** Shown if the user has not allowed the program of the task to run, so that the plots do not show the task. */
function Held({ session, task }: Pick<PanelProps, "session" | "task">) {
  return (
    <section className="task__part" aria-label="Program of the task">
      <p role="status">
        {task.programs.length === 1
          ? "This task contains a program that has not been run. The plots show a run without it."
          : "This task contains programs that have not been run. The plots show a run without them."}
      </p>
      <Button onClick={() => session.openHeld()}>Read the program</Button>
    </section>
  );
}

/** Values that the parts of the panel share, once there is a variant. */
interface PartProps extends PanelProps {
  readonly scenario: Scenario;
  readonly standing: Standing;
}

function Work(props: PanelProps) {
  const { session, state, task } = props;
  const scenario = useBenchState((bench) => bench.scenario);
  const standing = useMemo(() => {
    void state;
    return session.standing(scenario);
  }, [session, scenario, state]);
  const part: PartProps = { ...props, scenario, standing };
  const { handedIn, answers } = state;
  return (
    <>
      <Offer session={session} state={state} scenario={scenario} />
      <section className="task__part" aria-label="What you may change">
        <h2>You may change</h2>
        <SymbolLines lines={changeWords(task)} className="task__changes" />
        <p className="task__row">
          {task.code !== null && (
            <Button
              look="small"
              onClick={() => {
                session.showCode();
                requestAnimationFrame(() => {
                  const editor = document.querySelector<HTMLElement>(".code__editor, .code");
                  if (editor !== null) uncover(editor, "start");
                });
              }}
            >
              Open the program
            </Button>
          )}
          <Button
            look="small"
            refusal={standing.settings.length > 0 ? null : "Nothing has been changed yet"}
            onClick={() => session.beginAnew()}
          >
            Start over
          </Button>
        </p>
      </section>
      <Conditions {...part} />
      <TryPart {...part} />
      {handedIn ? (
        <HandedAnswers task={task} answers={answers} />
      ) : (
        <Questions
          task={task}
          answers={answers}
          checked={state.checked}
          onCheck={(outcome) => session.checkAnswers(outcome)}
          onAnswer={(id, text) => session.setAnswer(id, text)}
          onPin={(id) => session.pin(id)}
        />
      )}
      <Hints {...part} />
      {!state.handedIn && <HandInPart {...part} />}
    </>
  );
}

/** Offers to restore settings that were replaced: those of an earlier visit, or those before "Start over". */
function Offer({ session, state, scenario }: Omit<PanelProps, "task"> & { readonly scenario: Scenario }) {
  const { offered } = state;
  if (offered === null) return null;
  return (
    <p className="task__row task__offer" role="status">
      <span>
        <SymbolText text={`Your previous settings: ${answerWords(offered, scenario)}.`} />
      </span>
      <Button look="small" onClick={() => session.takeOffered()}>
        Go back to it
      </Button>
    </p>
  );
}

/** The answers of a hand-in, as a teacher sees them on the bench. */
function HandedAnswers({ task, answers }: { readonly task: Task; readonly answers: TaskState["answers"] }) {
  if (task.questions.length === 0) return null;
  return (
    <section className="task__part" aria-label="Answers">
      <h2>Answers</h2>
      <ol className="task__questions">
        {task.questions.map((question) => (
          <li key={question.id}>
            <MarkdownText text={question.prompt} lang={task.lang} />
            <AnswerText question={question} text={answers.find(({ id }) => id === question.id)?.text ?? ""} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Hints({ session, state: { hints }, task }: PartProps) {
  const { hints: all, lang } = task;
  const list = useRef<HTMLOListElement>(null);
  if (all.length === 0) return null;
  const show = () => {
    session.showHint();
    // The button disappears with the last hint, so the focus moves to the list.
    if (hints + 1 === all.length) list.current?.focus();
  };
  const first = all.length === 1 ? "Show a hint" : `Show a hint (${all.length})`;
  return (
    <section className="task__part" aria-label="Hints">
      <ol ref={list} className="task__hints" aria-live="polite" tabIndex={-1}>
        {all.slice(0, hints).map((hint) => (
          <li key={hint}>
            <MarkdownText text={hint} lang={lang} />
          </li>
        ))}
      </ol>
      {hints < all.length && (
        <Button look="small" onClick={show}>
          {hints > 0 ? `Show another hint (${all.length - hints} left)` : first}
        </Button>
      )}
    </section>
  );
}

/** The conditions: each with its state in the run on the screen and its result in the last attempt. */
function Conditions({ task, standing: { verdict } }: PartProps) {
  return (
    <section className="task__part" aria-label="What counts">
      <h2>What counts</h2>
      <ul className="task__conditions">
        {countsWords(task).map((words, i) => (
          <li key={words} className="task__condition">
            <span>{words}</span>
            <OnScreen condition={task.counts[i]} />
            {verdict !== null && <Judged task={task} verdict={verdict.conditions[i]} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Shows the value only for complete runs, because a partial run would give a different value. */
function OnScreen({ condition }: { readonly condition: MetricCondition }) {
  const results = useBenchState(({ run, scenario }) =>
    run.snapshot?.done === true && run.scenario === scenario ? run.snapshot.results : null,
  );
  const judged = results && judge(condition, results);
  return (
    <span className="task__value">
      <span>{`on this run: ${judged === null ? "…" : valueText(condition, judged)}`}</span>{" "}
      {judged !== null && <Sign met={judged.met} />}
    </span>
  );
}

function Judged({ task, verdict }: { readonly task: Task; readonly verdict: ConditionVerdict }) {
  const { runs, met } = verdict;
  return (
    <details className="task__verdict">
      <summary>
        <Sign met={met} />
        <span>{`: ${runs.length === 1 ? valueText(verdict.condition, verdict.worst) : verdictWords(verdict)}`}</span>
      </summary>
      <ul>
        {runs.map(({ run, ...judged }) => (
          <li key={run.key}>
            <span>{`${runWords(run, task)}: ${valueText(verdict.condition, judged)}`}</span>{" "}
            <Sign met={judged.met} />
          </li>
        ))}
      </ul>
    </details>
  );
}

export function Sign({ met }: { readonly met: boolean }) {
  return <span className={met ? "sign sign--met" : "sign sign--not"}>{met ? "✓ met" : "✗ not met"}</span>;
}

/** The attempt: the answer is simulated on every seed and hidden path that counts, in the pool. */
function TryPart({ session, state, task, standing }: PartProps) {
  const { verdict, refusals, isFree } = standing;
  const { tries } = state;
  const [trying, refused] = [state.trying !== null, refusals.length > 0];
  const why = whyNoTry({ trying, refused, tried: verdict !== null, isFree, tries, most: task.tries });
  const button = useRef<HTMLButtonElement>(null);
  // The clicked button disappears together with its message, so the focus is kept in the panel.
  const then = (act: () => void) => () => {
    act();
    button.current?.focus();
  };
  return (
    <section className="task__part" aria-label="Try">
      {refused && (
        <div className="task__refused">
          <SymbolLines lines={refusals} />
          <Button look="small" onClick={then(() => session.setBack())}>
            Set it back
          </Button>
        </div>
      )}
      <p className="task__row">
        <Button ref={button} look="main" refusal={why} onClick={() => session.try()}>
          Try this answer
        </Button>
        <span className="task__note">{triesWords(tries, task.tries)}</span>
      </p>
      {isFree && verdict === null && !trying && (
        <p className="task__note">
          You have tried this answer before. Trying it again does not use up a try.
        </p>
      )}
      {tries > 0 && !state.handedIn && state.namedBy !== "platform" && (
        <p className="task__note">{`Tries are counted on this device, for ${state.name === "" ? "users without a name" : visibleText(state.name)}.`}</p>
      )}
      {trying && (
        <RunProgress runs={session.runs} what="this try" onCancel={then(() => session.cancelTry())} />
      )}
      <p className="task__note">
        <span>
          {task.isPart
            ? `This page tests your answer on ${countedWords(task)}. Your teacher tests it on more runs.`
            : `Your answer is tested on ${countedWords(task)}.`}
        </span>
        {task.questions.length > 0 && !state.handedIn && (
          <span>
            {task.feedback === null
              ? " The questions below are not checked here: your teacher marks them."
              : " The questions below have a button of their own, “Check my answers”."}
          </span>
        )}
      </p>
      <UnusedText session={session} />
      <p className="task__outcome">
        {verdict !== null && <span>{outcomeWords(verdict)}</span>}
        {verdict !== null && task.feedback !== null && (
          <span>{` ${pointsText(earnedOf(verdict.items))} of ${pointsWords(pointsOf(verdict.items))} for the conditions.`}</span>
        )}
      </p>
      {verdict !== null && verdict.ended.length > 0 && (
        <p role="status" className="task__fault">
          {endedWords(verdict, task, verdict.conditions[0].runs.length)}
        </p>
      )}
    </section>
  );
}

/** Says that the newest text in the editor is not the answer. */
function UnusedText({ session }: { readonly session: TaskSession }) {
  const programs = myProgramsOf(useBench());
  const scenario = useBenchState((bench) => bench.scenario);
  useSyncExternalStore(programs.store.subscribe, programs.store.get);
  if (!session.hasUnusedText(scenario)) return null;
  return (
    <p className="task__fault">
      The text in the editor does not run yet. Your answer is the last version that ran.
    </p>
  );
}

/** The hand-in: a short code, or a URL that opens the student's answer. */
function HandInPart({ session, state: { name, namedBy, answers }, task, scenario, standing }: PartProps) {
  const missing = task.questions.filter(
    (question) => answerFault(question, answers.find(({ id }) => id === question.id)?.text ?? "") !== null,
  );
  const [open, setOpen] = useState(false);
  const handIn = open ? session.handIn(scenario) : null;
  const part = useRef<HTMLElement>(null);
  const isThere = handIn !== null;
  // This part appears at the end of the scrolled content, so it is scrolled into view.
  useEffect(() => {
    if (!open) return;
    part.current?.scrollIntoView({ block: "end" });
    if (isThere) part.current?.querySelector(".task__code")?.scrollIntoView({ block: "nearest" });
  }, [open, isThere]);
  const refused =
    name === ""
      ? "Write your name or number first."
      : "You changed something that the task does not allow. Restore it first.";
  return (
    <section ref={part} className="task__part" aria-label="Hand in">
      <Button aria-expanded={open} onClick={() => setOpen(!open)}>
        Hand in
      </Button>
      {open && (
        <div className="task__hand-in">
          {task.vary.length === 0 && namedBy === null && (
            <NameField session={session} name={name} isFirst={false} varies={false} />
          )}
          <p>
            <SymbolText text={`Your answer: ${answerWords(standing.settings, scenario)}`} />
          </p>
          <UnusedText session={session} />
          {missing.length > 0 && (
            <p role="status" className="task__fault">
              {`${counted(missing.length, "question")} of ${task.questions.length} ${ofNumber(missing.length, "has", "have")} no full answer: ${missing.map(({ id }) => id).join(", ")}.`}
            </p>
          )}
          {handIn === null ? (
            <p role="status">{refused}</p>
          ) : handIn.code.length > LONGEST_CODE ? (
            <p role="status">{`The code would have ${counted(handIn.code.length, "character")}; the limit is ${LONGEST_CODE}. Make the program shorter.`}</p>
          ) : (
            <div className="task__codes">
              {[
                ["Code", handIn.code, "Copy code"],
                ["Link", `${location.href.split("#")[0]}#${handIn.fragment}`, "Copy link"],
              ].map(([label, text, action]) => (
                <div key={label} className="task__code">
                  <CopyText label={label} rows={2} text={text} action={action} />
                </div>
              ))}
              {codeIn(standing.settings) !== null && <LongCode code={handIn.code} id={task.id} />}
              <p className="task__note">
                {`Give your teacher the code or the link. Both contain your answer, your name and the number of tries. The answer is checked by running it again.${handIn.fragment.length > LONG_LINK ? ` The link has ${handIn.fragment.length} letters, and some programs cut it: give the code.` : ""}`}
              </p>
            </div>
          )}
        </div>
      )}
    </section>
  );
}

/** A long program makes a long code, which is offered as a file. */
function LongCode({ code, id }: { readonly code: string; readonly id: string }) {
  const words =
    code.length > LONG_CODE
      ? `The code has ${counted(code.length, "character")}. Many text fields cut off more than ${LONG_CODE}: hand in the file instead.`
      : `The code has ${counted(code.length, "character")} and contains your whole program.`;
  return (
    <p className="task__row">
      <span className="task__note">{words}</span>
      <Button look="small" onClick={() => saveFile(`${id}-hand-in.txt`, "text/plain", `${code}\n`)}>
        Save the code as a file (.txt)
      </Button>
    </p>
  );
}

/** Length above which some chats, mail programs and learning platforms cut a URL (characters). */
const LONG_LINK = 2000;

interface NameFieldProps {
  readonly session: TaskSession;
  readonly name: string;
  /** True if the name is needed before the student can start. */
  readonly isFirst: boolean;
  /** True if the variant depends on the name. */
  readonly varies: boolean;
}

/** The field for the student's name or number. Field and button replace each other, and the focus moves with them. */
function NameField({ session, name, isFirst, varies }: NameFieldProps) {
  const [noteId, id] = [useId(), useId()];
  const [isOpen, setOpen] = useState(name === "");
  const [text, setText] = useState(name);
  const place = useRef<HTMLFormElement>(null);
  const pressed = useRef(false);
  const open = isOpen || name === "";
  useEffect(() => {
    void open;
    if (pressed.current) place.current?.querySelector<HTMLElement>("input, button")?.focus();
  }, [open]);
  const take = (event: FormEvent) => {
    event.preventDefault();
    session.setName(text);
    pressed.current = true;
    setOpen(tidyName(text) === "");
  };
  if (!open)
    return (
      <form ref={place} className="task__row">
        <span>{name}</span>
        <Button
          look="small"
          onClick={() => {
            pressed.current = true;
            setText(name);
            setOpen(true);
          }}
        >
          Change the name
        </Button>
      </form>
    );
  return (
    <form ref={place} className="task__name" onSubmit={take}>
      <label htmlFor={id}>Your name or number</label>
      <span className="task__row">
        <input
          id={id}
          className="text-field"
          type="text"
          autoComplete="name"
          maxLength={LONGEST_NAME}
          value={text}
          aria-describedby={isFirst ? noteId : undefined}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <button type="submit" className={isFirst ? "button button--main" : "button"}>
          {isFirst ? "Begin" : "Take"}
        </button>
      </span>
      {isFirst && (
        <span id={noteId} className="control__note">
          {varies
            ? "Each student gets a different variant, which depends on what you write here. Use your number on the class list."
            : "The work of each person is stored under their name."}
        </span>
      )}
    </form>
  );
}

/** Returns a text such as "2 of 3 tries left". */
export function triesWords(used: number, most: number | null): string {
  if (most === null) return used === 0 ? "" : `${counted(used, "try", "tries")} so far`;
  const left = Math.max(0, most - used);
  return `${left} of ${counted(most, "try", "tries")} left`;
}

/** Returns the allowed changes as text: "β_ecn: 0.5 to 0.95". */
export function changeWords({ changes, code }: Pick<Task, "changes" | "code">): string[] {
  const program = code === null ? [] : [`The program of the ${code.kind} and its parameters`];
  const parameters = changes.map((allowed) => {
    const words = allowedWords(allowed);
    return allowed.range === null && allowed.values === null
      ? parameterWords(allowed.param)
      : `${parameterWords(allowed.param)}: ${words}`;
  });
  return [...program, ...parameters];
}

interface TryFacts {
  readonly trying: boolean;
  readonly refused: boolean;
  readonly tried: boolean;
  /** True if this answer used an attempt on an earlier visit. */
  readonly isFree: boolean;
  readonly tries: number;
  readonly most: number | null;
}

/** Returns the reason why this answer cannot be tried; null if it can be tried. */
export function whyNoTry({ trying, refused, tried, isFree, tries, most }: TryFacts): string | null {
  if (trying) return "The runs of this try are still in progress.";
  if (refused) return "You changed something that the task does not allow.";
  if (tried) return "You have already tried this answer. Change something first.";
  if (!isFree && most !== null && tries >= most)
    return "You have used all tries. Hand in the answer of your choice.";
  return null;
}
