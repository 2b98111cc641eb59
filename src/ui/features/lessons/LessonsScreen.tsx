/** The list of lessons with the student's progress in each, and a field to try a lesson file. */

import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from "react";
import { type Scenario, scenarioToUrl } from "../../../engine/index.ts";
import { counted } from "../../../lib/counted.ts";
import { packText } from "../../../lib/packed-text.ts";
import type { Lesson, LessonReading } from "../../../teaching/document/lesson.ts";
import { type TriedClaim, tryLessonWith } from "../../../teaching/document/lesson-trial.ts";
import { packTask } from "../../../teaching/task/task.ts";
import { RunLimits } from "../../../workers/pool.ts";
import { useBench, useBenchState } from "../../core/use-store.ts";
import { Challenges, useLabs } from "../../parts/guide/Challenges.tsx";
import {
  readLessonFile,
  type StoredLab,
  type StoredLesson,
  storedLessons,
} from "../../parts/guide/guide-documents.ts";
import { Button } from "../../shared/Button.tsx";
import { CopyButton } from "../../shared/CopyButton.tsx";
import { documentLink } from "../../shared/document-link.ts";
import { ProblemList } from "../../shared/ProblemList.tsx";
import { browserPool } from "../../shared/runs/run-batch.ts";
import { SymbolText } from "../../shared/SymbolText.tsx";
import { Tabs, tabNamed } from "../../shared/Tabs.tsx";
import { TextFile } from "../../shared/TextFile.tsx";
import { lessonKey, PROGRESS, score } from "./lesson-session.ts";
import "./lessons.css";

/** Shelves of the screen, each with its text in URLs. */
const SHELVES = [
  { id: "", label: "Lessons", Shelf: Lessons },
  { id: "labs", label: "Labs", Shelf: Labs },
  { id: "challenges", label: "Challenges", Shelf: Challenges },
] as const;

export function LessonsScreen() {
  const bench = useBench();
  const name = useBenchState((state) => state.screen.text);
  const shown = tabNamed(SHELVES, name) ?? SHELVES[0];
  const { id: shelf, label, Shelf } = shown;
  return (
    <main className="lessons" aria-label={label}>
      <Tabs
        name="Lessons, labs and challenges"
        tabs={SHELVES}
        shown={shown}
        onShow={({ id }) => bench.showScreen({ id: "lessons", text: id }, "replace")}
      >
        <Shelf key={shelf} />
      </Tabs>
    </main>
  );
}

function Lessons() {
  const [list, setList] = useState<readonly StoredLesson[] | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    storedLessons().then(setList, (reason: unknown) =>
      setError(reason instanceof Error ? reason.message : String(reason)),
    );
  }, []);
  return (
    <>
      <header className="lessons__head">
        <h2>Lessons</h2>
        <p>
          Each lesson takes five to ten minutes in the simulator: predict, run, compare, understand. Your
          progress is stored on this device.
        </p>
      </header>
      {error !== null && <p role="alert">{error}</p>}
      {error === null && list === null && <p role="status">Loading the lessons…</p>}
      {list !== null && (
        <ol className="lessons__list">
          {list.map((stored) => (
            <li key={stored.lesson.id} className="lesson-row">
              <StoredRow {...stored} />
            </li>
          ))}
        </ol>
      )}
      <TryFile />
    </>
  );
}

/** The shelf of labs: lessons after the labs of courses, each with a task for a grade. */
function Labs() {
  const list = useLabs();
  return (
    <>
      <header className="lessons__head">
        <h2>Labs</h2>
        <p>
          The labs that courses run on testbeds and in Mininet. Each takes 10 to 15 minutes. Most runs can
          also be saved as a script for Linux. Each lab has a task: alone, you can check your answers at once;
          in a course, you hand them in.
        </p>
      </header>
      {typeof list === "string" && <p role="alert">{list}</p>}
      {list === null && <p role="status">Loading the labs…</p>}
      {Array.isArray(list) && (
        <ol className="lessons__list">
          {list.map((stored: StoredLab) => (
            <li key={stored.lesson.id} className="lesson-row">
              <StoredRow {...stored} />
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

function StoredRow({ lesson, text, task }: StoredLesson & Partial<StoredLab>) {
  const { id, lang, title, minutes, steps } = lesson;
  const { device } = useBench();
  const [progress] = useState(() => device.read(PROGRESS, lessonKey(id)));
  const { reached } = progress;
  const done = reached > steps.length;
  const goesOn = reached > 0 && !done;
  return (
    <>
      <What lesson={lesson}>
        <span>{`${counted(minutes, "minute")} · ${counted(steps.length, "step")}`}</span>
        {reached > 0 && (
          <span className="lesson-row__progress">
            {done ? `✓ done, ${score(lesson, progress)}` : `at step ${reached} of ${steps.length}`}
          </span>
        )}
      </What>
      <Acts
        fragment={`lesson=${id}`}
        from={goesOn ? reached : 1}
        start={done ? "Start again" : goesOn ? "Go on" : "Start"}
        title={title}
        copy="Copy link"
      >
        {task !== undefined && (
          <a className="button" href={`#task=${packTask(task)}`} aria-label={`Task: ${title}`}>
            Task
          </a>
        )}
      </Acts>
      <details className="lesson-row__source">
        <summary aria-label={`Source of “${title}”`}>Source</summary>
        <textarea
          readOnly
          value={text}
          aria-label={`Source of “${title}”`}
          rows={18}
          spellCheck={false}
          lang={lang}
        />
      </details>
    </>
  );
}

function What({ lesson, children }: { readonly lesson: Lesson; readonly children: ReactNode }) {
  const { title, lang, learn } = lesson;
  return (
    <div className="lesson-row__what">
      <h3 lang={lang}>
        <SymbolText text={title} />
      </h3>
      <p lang={lang}>
        <SymbolText text={learn} />
      </p>
      <p className="lesson-row__facts">{children}</p>
    </div>
  );
}

interface ActsProps {
  readonly fragment: string;
  /** Number of the step, from 1. */
  readonly from?: number;
  readonly start: string;
  /** Title of the lesson, for the button's name in screen readers. */
  readonly title: string;
  readonly copy: string;
  readonly children?: ReactNode;
}

function Acts({ fragment, from = 1, start, title, copy, children }: ActsProps) {
  return (
    <div className="lesson-row__acts">
      <a
        className={start === "Start again" ? "button" : "button button--main"}
        href={`#${fragment}${from > 1 ? `&guide-step=${from}` : ""}`}
        aria-label={`${start}: ${title}`}
      >
        {start}
      </a>
      {children}
      <CopyButton text={`${location.href.split("#")[0]}#${fragment}`} label={copy} />
    </div>
  );
}

interface Tried {
  readonly text: string;
  readonly name: string;
}

/**
 * Tries the user's own lesson file: it is read in the page, opened on the bench, and shared as a URL. Nothing is sent
 * anywhere.
 */
function TryFile() {
  const [tried, setTried] = useState<Tried | null>(null);
  const titleId = useId();
  const outcome = useRef<HTMLDivElement>(null);
  // Scrolls the result into view, because the button is usually at the lower edge.
  useEffect(() => {
    if (tried !== null) outcome.current?.scrollIntoView({ block: "nearest" });
  }, [tried]);
  const howTo = documentLink(location, "docs/lessons.md");
  return (
    <section className="own-lesson" aria-labelledby={titleId}>
      <h3 id={titleId}>Your own lesson</h3>
      <p>
        A lesson is one Markdown file: text, links to states of the bench, questions.{" "}
        <a href="#screen=class&lesson">Write one here.</a>{" "}
        {howTo === null ? (
          <span>docs/lessons.md of the project says how to write one.</span>
        ) : (
          <a href={howTo}>How to write one.</a>
        )}
      </p>
      <p className="own-lesson__file">
        <TextFile
          label="Try a file"
          accept=".md,.markdown,text/markdown,text/plain"
          onText={(text, name) => setTried({ text, name })}
        />
        <span className="lesson-row__facts">It is stored only in this page.</span>
      </p>
      <div ref={outcome} aria-live="polite">
        {tried !== null && <Outcome {...tried} />}
      </div>
    </section>
  );
}

function Outcome({ text, name }: Tried) {
  const { lesson, problems, packed } = readOwn(text);
  if (lesson === null)
    return (
      <div className="notice notice--error">
        <div>
          <p className="notice__title">{`${name} is not a lesson yet:`}</p>
          <ProblemList problems={problems} />
        </div>
      </div>
    );
  return (
    <>
      <div className="lesson-row">
        <What lesson={lesson}>
          {`${counted(lesson.steps.length, "step")}, no problems. The link holds the whole lesson: ${counted(packed.length, "character")}.`}
        </What>
        <Acts
          fragment={`lesson=${packed}`}
          start="Start"
          title={lesson.title}
          copy="Copy link of this lesson"
        />
      </div>
      <Claims key={packed} lesson={lesson} />
    </>
  );
}

type Trial =
  | { readonly is: "idle" }
  | { readonly is: "given-up"; readonly why: string }
  | { readonly is: "running"; readonly runs: number }
  | { readonly is: "done"; readonly claims: readonly TriedClaim[] };

/** Checks the lesson's statements: each claim, task and drawing is tried with the runs that its students see. */
function Claims({ lesson }: { readonly lesson: Lesson }) {
  const [trial, setTrial] = useState<Trial>({ is: "idle" });
  const pool = useMemo(() => browserPool(true), []);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const start = () => {
    const own = new AbortController();
    stop.current = own;
    setTrial({ is: "running", runs: 0 });
    let [runs, why] = [0, ""];
    const limits = new RunLimits();
    const run = async (scenario: Scenario) => {
      const job = { key: scenarioToUrl(scenario), scenario, limit: limits.of(scenario) };
      const reply = await pool.run(job, "snapshot", own.signal);
      runs++;
      if (!own.signal.aborted) setTrial({ is: "running", runs });
      if (reply?.ok === false) why = reply.message;
      return reply?.ok ? reply.value.snapshot : null;
    };
    tryLessonWith(lesson, run).then((claims) =>
      setTrial(claims === null || own.signal.aborted ? { is: "given-up", why } : { is: "done", claims }),
    );
  };
  const wrong = trial.is === "done" ? trial.claims.filter(({ isTrue }) => !isTrue) : [];
  return (
    <div className="own-lesson__file" role="status">
      {trial.is === "running" ? (
        <>
          <span>{`${counted(trial.runs, "run")} so far`}</span>
          <Button look="small" onClick={() => stop.current?.abort()}>
            Cancel
          </Button>
        </>
      ) : (
        <Button onClick={start}>Check its claims</Button>
      )}
      {trial.is === "given-up" && <span>{`The check was not completed. ${trial.why}`}</span>}
      {trial.is === "done" && (
        <div>
          <p>
            {`${counted(trial.claims.length, "claim")}: ${trial.claims.length - wrong.length} true, ${wrong.length} not.`}
          </p>
          <ul>
            {wrong.map(({ line, text, ended }) => (
              <li key={`${line} ${text}`}>{[`✗ line ${line}: ${text}`, ...ended].join(". ")}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

/** Reads a lesson file. Returns the lesson together with its packed form for a URL. */
function readOwn(text: string): LessonReading & { readonly packed: string } {
  try {
    const reading = readLessonFile(text);
    return { ...reading, packed: reading.lesson === null ? "" : packText(text) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { lesson: null, problems: [{ line: 0, message }], packed: "" };
  }
}
