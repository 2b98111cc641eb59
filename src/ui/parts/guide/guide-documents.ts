/** Lessons, tasks and talks: fetched when they are opened if they are built in, or contained in a URL. */

import { isPacked, unpackText } from "../../../lib/packed-text.ts";
import type { DocumentProblem } from "../../../teaching/document/document.ts";
import { type Lesson, type LessonReading, readLesson } from "../../../teaching/document/lesson.ts";
import { readTalk, type TalkReading } from "../../../teaching/document/talk.ts";
import { readTask, type Task } from "../../../teaching/task/task.ts";
import { fetched } from "../../shared/lazy.tsx";
import { PIECES, PLOT_PIECES } from "../pieces.ts";

type Files = Readonly<Record<string, () => Promise<string>>>;

const nameOf = (path: string) => path.replace(/^.*\/|\.md$/g, "");

export class GuideDocuments<Reading extends { readonly problems: readonly DocumentProblem[] }> {
  readonly names: readonly string[];
  readonly #kind: string;
  readonly #files: Files;
  readonly #read: (text: string) => Reading;

  constructor(kind: string, files: Files, read: (text: string) => Reading) {
    this.names = Object.keys(files).map(nameOf).sort();
    this.#kind = kind;
    this.#files = files;
    this.#read = read;
  }

  /**
   * Returns the text of a guide. `named` is the name of a stored guide, or a packed guide. Throws an error with a
   * message for the user.
   */
  async text(named: string): Promise<string> {
    if (isPacked(named)) return unpackText(named);
    const found = Object.entries(this.#files).find(([path]) => nameOf(path) === named);
    if (found === undefined)
      throw new Error(
        `There is no ${this.#kind} “${named.slice(0, 60)}”. Available: ${this.names.join(", ")}.`,
      );
    return fetched(`The ${this.#kind}`, found[1]());
  }

  /** Returns the parsed guide, or the problems that prevent parsing. */
  async open(named: string): Promise<Reading | Pick<Reading, "problems">> {
    try {
      return this.#read(await this.text(named));
    } catch (error) {
      return { problems: [{ line: 0, message: error instanceof Error ? error.message : String(error) }] };
    }
  }

  /** Returns the texts of a folder, or of all folders. */
  texts(folder = ""): Promise<string[]> {
    const inside = Object.entries(this.#files).filter(([path]) => path.includes(`/${folder}`));
    const coming = Promise.all(inside.map(([, fetchText]) => fetchText()));
    return fetched(`The ${this.#kind}s`, coming);
  }
}

export interface StoredLesson {
  readonly lesson: Lesson;
  readonly text: string;
}

/** The pieces of the page that a guide can point at. */
const KNOWN = { pieces: PIECES.map(({ id }) => id) };

export function readLessonFile(text: string): LessonReading {
  return readLesson(text, KNOWN);
}

export const LESSONS = new GuideDocuments(
  "lesson",
  import.meta.glob<string>(
    ["../../../../lessons/*.md", "../../../../labs/*.md", "!../../../../labs/*-task.md"],
    {
      query: "?raw",
      import: "default",
    },
  ),
  readLessonFile,
);

const CHALLENGES = new GuideDocuments(
  "challenge",
  import.meta.glob<string>("../../../../challenges/*.md", { query: "?raw", import: "default" }),
  readTask,
);

const LAB_TASKS = new GuideDocuments(
  "task of a lab",
  import.meta.glob<string>("../../../../labs/*-task.md", { query: "?raw", import: "default" }),
  readTask,
);

/** A built-in task with a program, in its two files. */
export interface StoredChallenge {
  /** The task as students receive it. */
  readonly task: Task;
  readonly text: string;
  readonly teacherText: string;
}

const TEACHERS = "-teacher";

export async function storedChallenges(): Promise<StoredChallenge[]> {
  const names = CHALLENGES.names.filter((name) => !name.endsWith(TEACHERS));
  const all = await Promise.all(
    names.map(async (name) => {
      const [text, teacherText] = await Promise.all([
        CHALLENGES.text(name),
        CHALLENGES.text(`${name}${TEACHERS}`),
      ]);
      const { task } = readTask(text);
      return task === null ? [] : [{ task, text, teacherText }];
    }),
  );
  return all.flat();
}

export interface StoredLab extends StoredLesson {
  /** The task of the lab, for self-study or for a grade. */
  readonly task: Task;
  readonly taskText: string;
}

/** Returns the built-in labs in the order of the list. */
export async function storedLabs(): Promise<StoredLab[]> {
  const [labs, tasks] = await Promise.all([storedLessons("labs"), LAB_TASKS.texts()]);
  const read = tasks.map((taskText) => ({ task: readTask(taskText).task, taskText }));
  return labs.flatMap((stored) => {
    const { task = null, taskText = "" } =
      read.find((one) => one.task?.id === `${stored.lesson.id}-task`) ?? {};
    return task === null ? [] : [{ ...stored, task, taskText }];
  });
}

/** Returns the built-in lessons of a folder in the order of the list. */
export async function storedLessons(folder: "lessons" | "labs" = "lessons"): Promise<StoredLesson[]> {
  return (await LESSONS.texts(`${folder}/`))
    .flatMap((text) => {
      const { lesson } = readLessonFile(text);
      return lesson === null ? [] : [{ lesson, text }];
    })
    .sort((a, b) => a.lesson.order - b.lesson.order || a.lesson.id.localeCompare(b.lesson.id));
}

/** Names of the plots that a projector can show. */
export const SHOWABLE: readonly string[] = PLOT_PIECES.map(({ id }) => id);

export function readTalkFile(file: string): TalkReading {
  return readTalk(file, SHOWABLE);
}
