/** The end: what was right, and where to go on. */
import { useEffect, useState } from "react";
import { SymbolText } from "../../shared/SymbolText.tsx";
import type { LessonDesk } from "./lesson-desk.ts";
import { nextLesson, scoreWords } from "./lesson-words.ts";
import { type StoredLesson, storedLessons } from "./library.ts";
import { isJudged, type Progress, rightIn, score } from "./progress.ts";

export function LessonEnd({ desk, progress }: { readonly desk: LessonDesk; readonly progress: Progress }) {
  const { lesson } = desk;
  const next = useNext(lesson.id);
  return (
    <>
      <h2 className="lesson__title" tabIndex={-1}>
        {scoreWords(score(lesson, progress))}
      </h2>
      <p className="lesson__text" lang={lesson.lang}>
        <SymbolText text={lesson.learn} />
      </p>
      <ul className="ending">
        {lesson.steps.map((step, i) => {
          if (!isJudged(step)) return null;
          const right = rightIn(step, progress.answers[i]);
          return (
            <li key={step.line}>
              <span aria-hidden="true">{right === null ? "–" : right ? "✓" : "✗"}</span>
              <span className="unseen">
                {right === null ? "not answered: " : right ? "right: " : "wrong: "}
              </span>
              <button type="button" className="link" lang={lesson.lang} onClick={() => desk.go(i + 1)}>
                <SymbolText text={step.title} />
              </button>
            </li>
          );
        })}
      </ul>
      <p className="lesson__acts">
        {next !== null && (
          <a className="button button--main" href={`#lesson=${next.id}`} lang={next.lang}>
            <SymbolText text={nextLesson(next.title)} />
          </a>
        )}
        <a className="button" href="#screen=lessons">
          All lessons
        </a>
        <button type="button" className="button" onClick={() => desk.again()}>
          Once more
        </button>
      </p>
    </>
  );
}

/** The one after this in the list; the first where this is none of the list. Null at its end. */
function useNext(id: string): StoredLesson["lesson"] | null {
  const [list, setList] = useState<readonly StoredLesson[]>([]);
  useEffect(() => {
    void storedLessons().then(setList, () => undefined);
  }, []);
  return list[list.findIndex(({ lesson }) => lesson.id === id) + 1]?.lesson ?? null;
}
