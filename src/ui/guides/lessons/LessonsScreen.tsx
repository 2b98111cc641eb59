/** The list of the lessons, how far one has come in each, and a place to try a file of one's own. */

import { type ChangeEvent, useEffect, useId, useRef, useState } from "react";
import { counted } from "../../../experiments/counted.ts";
import type { DocumentProblem } from "../../../teaching/document.ts";
import type { Lesson } from "../../../teaching/lesson.ts";
import { packText } from "../../../teaching/packed-text.ts";
import { CopyButton } from "../../shared/CopyButton.tsx";
import { documentLink } from "../../shared/document-link.ts";
import { ProblemList } from "../../shared/ProblemList.tsx";
import { SymbolText } from "../../shared/SymbolText.tsx";
import { readLessonFile, type StoredLesson, storedLessons } from "../library.ts";
import { NO_PROGRESS, progressKey, readProgress, score } from "../memory.ts";

export function LessonsScreen() {
  const list = useStored();
  return (
    <main className="lessons">
      <header className="lessons__head">
        <h2>Lessons</h2>
        <p>
          Each takes five to ten minutes on the bench itself: predict, see the run, compare, understand. How
          far you have come stays on this device.
        </p>
      </header>
      {list === null ? (
        <p role="status">Loading the lessons…</p>
      ) : "error" in list ? (
        <p role="alert">{list.error}</p>
      ) : (
        <ol className="lessons__list">
          {list.map((stored) => (
            <LessonRow key={stored.lesson.id} stored={stored} />
          ))}
        </ol>
      )}
      <TryFile />
    </main>
  );
}

function useStored(): readonly StoredLesson[] | { readonly error: string } | null {
  const [list, setList] = useState<readonly StoredLesson[] | { readonly error: string } | null>(null);
  useEffect(() => {
    storedLessons().then(setList, (error: unknown) =>
      setList({ error: error instanceof Error ? error.message : String(error) }),
    );
  }, []);
  return list;
}

function LessonRow({ stored: { lesson, text } }: { readonly stored: StoredLesson }) {
  const { id, lang, title, learn, minutes, steps } = lesson;
  const [progress] = useState(() => readProgress(progressKey(id)));
  const { reached } = progress;
  const begun = progress !== NO_PROGRESS && reached > 0;
  const done = reached > steps.length;
  const link = `lesson=${id}`;
  const goOn = begun && !done ? `${link}&guide-step=${reached}` : link;
  return (
    <li className="lesson-row">
      <div className="lesson-row__what">
        <h3 lang={lang}>
          <SymbolText text={title} />
        </h3>
        <p lang={lang}>
          <SymbolText text={learn} />
        </p>
        <p className="lesson-row__facts">
          {counted(minutes, "minute")} · {counted(steps.length, "step")}
          {begun && (
            <span className="lesson-row__progress">
              {done ? `✓ done, ${score(lesson, progress)}` : `at step ${reached} of ${steps.length}`}
            </span>
          )}
        </p>
      </div>
      <div className="lesson-row__acts">
        <a
          className={done ? "button" : "button button--main"}
          href={`#${goOn}`}
          aria-label={`${startWord(begun, done)}: ${title}`}
        >
          {startWord(begun, done)}
        </a>
        <CopyButton text={addressOf(link)} label="Copy link" />
      </div>
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
    </li>
  );
}

function startWord(begun: boolean, done: boolean): string {
  if (done) return "Once more";
  return begun ? "Go on" : "Start";
}

export function addressOf(fragment: string): string {
  return `${location.href.split("#")[0]}#${fragment}`;
}

interface Tried {
  readonly name: string;
  readonly lesson: Lesson | null;
  readonly problems: readonly DocumentProblem[];
  /** The whole lesson, as a link names it. */
  readonly packed: string;
}

/** A lesson of one's own: a file read in the page, tried on the bench, given away as a link. Nothing is sent anywhere. */
export function TryFile() {
  const [tried, setTried] = useState<Tried | null>(null);
  const inputId = useId();
  const outcome = useRef<HTMLDivElement>(null);
  // What came of it stands under the button, which is mostly at the lower edge.
  useEffect(() => {
    if (tried !== null) outcome.current?.scrollIntoView({ block: "nearest" });
  }, [tried]);
  const howTo = documentLink(location, "docs/lessons.md");
  const onChange = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    if (file !== undefined) setTried(await tryFile(file));
    // The same file, mended, can be chosen again.
    currentTarget.value = "";
  };
  return (
    <section className="own-lesson" aria-labelledby={`${inputId}-title`}>
      <h3 id={`${inputId}-title`}>A lesson of your own</h3>
      <p>
        A lesson is one Markdown file: text, links to states of the bench, questions.{" "}
        {howTo === null ? (
          <>docs/lessons.md of the project says how to write one.</>
        ) : (
          <a href={howTo}>How to write one.</a>
        )}
      </p>
      <p className="own-lesson__file">
        <label className="button">
          Try a file
          <input
            className="unseen"
            type="file"
            accept=".md,.markdown,text/markdown,text/plain"
            onChange={onChange}
          />
        </label>
        <span className="lesson-row__facts">It stays in this page.</span>
      </p>
      <div ref={outcome} aria-live="polite">
        {tried !== null && <Outcome tried={tried} />}
      </div>
    </section>
  );
}

function Outcome({ tried: { name, lesson, problems, packed } }: { readonly tried: Tried }) {
  if (lesson === null)
    return (
      <div className="notice notice--error">
        <div>
          <p className="notice__title">{name} is not a lesson yet:</p>
          <ProblemList problems={problems} />
        </div>
      </div>
    );
  return (
    <div className="lesson-row">
      <div className="lesson-row__what">
        <h4 lang={lesson.lang}>
          <SymbolText text={lesson.title} />
        </h4>
        <p lang={lesson.lang}>
          <SymbolText text={lesson.learn} />
        </p>
        <p className="lesson-row__facts">
          {counted(lesson.steps.length, "step")}, no problems. The link holds the whole lesson:{" "}
          {counted(packed.length, "letter")}.
        </p>
      </div>
      <div className="lesson-row__acts">
        <a className="button button--main" href={`#lesson=${packed}`}>
          Start
        </a>
        <CopyButton text={addressOf(`lesson=${packed}`)} label="Copy link of this lesson" />
      </div>
    </div>
  );
}

async function tryFile(file: File): Promise<Tried> {
  const { name } = file;
  try {
    const text = await file.text();
    const { lesson, problems } = readLessonFile(text);
    return { name, lesson, problems, packed: lesson === null ? "" : packText(text) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { name, lesson: null, problems: [{ line: 0, message }], packed: "" };
  }
}
