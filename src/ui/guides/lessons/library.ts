/** The stored lessons: each file is fetched when it is wanted. */
import { type Lesson, type LessonReading, readLesson } from "../../../teaching/lesson.ts";
import { fetched } from "../../shared/lazy.tsx";
import { PIECES } from "../../state/pieces.ts";

const FILES = import.meta.glob<string>("../../../../lessons/*.md", { query: "?raw", import: "default" });

/** What the page has to point at. */
const KNOWN = { pieces: PIECES.map(({ id }) => id) };

export interface StoredLesson {
  readonly lesson: Lesson;
  readonly text: string;
}

export function readLessonFile(text: string): LessonReading {
  return readLesson(text, KNOWN);
}

/** Throws a sentence where there is no such lesson. */
export async function storedText(id: string): Promise<string> {
  const file = Object.entries(FILES).find(([path]) => path.endsWith(`/${id}.md`))?.[1];
  if (file === undefined) throw new Error(`There is no lesson "${id.slice(0, 60)}".`);
  return fetched("The lesson", file());
}

/** In the order of the list. */
export async function storedLessons(): Promise<StoredLesson[]> {
  const coming = Promise.all(Object.values(FILES).map((fetchText) => fetchText()));
  const texts = await fetched("The lessons", coming);
  return texts
    .flatMap((text) => {
      const { lesson } = readLessonFile(text);
      return lesson === null ? [] : [{ lesson, text }];
    })
    .sort((a, b) => a.lesson.order - b.lesson.order || a.lesson.id.localeCompare(b.lesson.id));
}
