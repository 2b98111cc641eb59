/** The list of the lessons, how far one has come in each, and a place to try a file of one's own. */
import "./lessons.css";
import { useEffect, useState } from "react";
import { CopyButton } from "../../shared/CopyButton.tsx";
import { SymbolText } from "../../shared/SymbolText.tsx";
import { doneWords, progressWords, sizeWords, sourceLabel, startLabel } from "./lesson-words.ts";
import { type StoredLesson, storedLessons } from "./library.ts";
import { NO_PROGRESS, progressKey, readProgress, score } from "./progress.ts";
import { TryFile } from "./TryFile.tsx";

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
          {sizeWords(minutes, steps.length)}
          {begun && (
            <span className="lesson-row__progress">
              {done ? doneWords(score(lesson, progress)) : progressWords(reached, steps.length)}
            </span>
          )}
        </p>
      </div>
      <div className="lesson-row__acts">
        <a
          className={done ? "button" : "button button--main"}
          href={`#${goOn}`}
          aria-label={startLabel(startWord(begun, done), title)}
        >
          {startWord(begun, done)}
        </a>
        <CopyButton text={addressOf(link)} label="Copy link" />
      </div>
      <details className="lesson-row__source">
        <summary aria-label={sourceLabel(title)}>Source</summary>
        <textarea
          readOnly
          value={text}
          aria-label={sourceLabel(title)}
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
