/**
 * A lesson: a Markdown file whose sections are steps (predict, run, compare, explain, question). docs/lessons.md says how one
 * is written. Every problem is named with its line and what is allowed.
 */

import { defaultScenario } from "../engine/index.ts";
import { type DocumentProblem, readDocument, type TeachingDocument, type Token } from "./document.ts";
import type { DrawingTask, Point, Yardstick } from "./drawing.ts";
import { HeadReader, wholeNumber } from "./head-reader.ts";
import { IDENTITY_KEYS, readIdentity } from "./identity.ts";
import type { LessonCondition } from "./lesson-conditions.ts";
import { type Known, readStep, type SetBench } from "./lesson-step.ts";
import type { Stretch } from "./links.ts";
import type { StepKind } from "./step-lines.ts";

export interface Lesson {
  readonly id: string;
  readonly lang: string;
  readonly title: string;
  readonly minutes: number;
  /** What one learns, in a sentence. */
  readonly learn: string;
  /** Place in the list; lessons without one stand at its end. */
  readonly order: number;
  readonly opening: readonly Token[];
  readonly steps: readonly LessonStep[];
}

export interface LessonStep {
  readonly kind: StepKind;
  readonly title: string;
  readonly line: number;
  /** What the bench becomes when the step is reached; null: it stays. A link's fragment. */
  readonly bench: string | null;
  /** What the lesson has set the bench to last, here or before. */
  readonly inForce: string;
  /** Where the eye is led when the step is reached. */
  readonly look: Look | null;
  readonly parts: readonly LessonPart[];
  readonly options: readonly Option[];
  readonly drawing: LessonDrawing | null;
  /** What the student is asked to bring about. */
  readonly asked: readonly Asked[];
  /** Settings, as in a link, with which all that is asked holds. */
  readonly solved: string | null;
  readonly claims: readonly Claim[];
}

export interface Look {
  readonly label: string;
  readonly piece: string;
  readonly stretch: Stretch | null;
}

/** A piece of text; with conditions it is said while they hold. */
export interface LessonPart {
  readonly tokens: readonly Token[];
  readonly when: readonly LessonCondition[] | null;
}

export interface Option {
  readonly tokens: readonly Token[];
  readonly right: boolean;
  /** What is answered to whoever chose it. */
  readonly answer: readonly Token[];
}

export interface LessonDrawing {
  readonly task: DrawingTask;
  readonly yardsticks: readonly Yardstick[];
  /** Drawings that must be judged right or wrong: for the tests. */
  readonly samples: readonly {
    readonly points: readonly Point[];
    readonly right: boolean;
    readonly line: number;
  }[];
}

export interface Asked {
  /** As the lesson writes it. */
  readonly text: string;
  readonly condition: LessonCondition;
}

/** What must hold of a run, or the lesson is wrong: students do not see it. */
export interface Claim {
  readonly line: number;
  readonly text: string;
  /** Of the run: a link's fragment. */
  readonly fragment: string;
  readonly conditions: readonly LessonCondition[];
}

export type LessonReading =
  | { readonly lesson: Lesson; readonly problems: readonly [] }
  | { readonly lesson: null; readonly problems: readonly DocumentProblem[] };

export function readLesson(file: string, known: Known): LessonReading {
  const { document, problems: unread } = readDocument(file);
  if (document === null) return { lesson: null, problems: unread };
  const problems: DocumentProblem[] = [];
  const head = readHead(document, problems);
  const steps = readSteps(document, known, problems);
  if (head === null || problems.length > 0)
    return { lesson: null, problems: problems.sort((a, b) => a.line - b.line) };
  return { lesson: { ...head, opening: document.opening, steps }, problems: [] };
}

type Head = Omit<Lesson, "opening" | "steps">;

const LONGEST_LEARN = 300;

function readHead({ head: lines }: TeachingDocument, problems: DocumentProblem[]): Head | null {
  const head = new HeadReader(lines, { single: [...IDENTITY_KEYS, "minutes", "learn", "order"], many: [] });
  const identity = readIdentity(head, "lesson");
  const minutes = head.one("minutes", (text) => wholeNumber(text, 1, 99));
  const learn = head.one("learn", (text) => {
    if (text !== "" && text.length <= LONGEST_LEARN) return text;
    throw new Error(`must have 1 to ${LONGEST_LEARN} letters, has ${text.length}`);
  });
  const order = head.one("order", (text) => wholeNumber(text, 0, 9999), Number.POSITIVE_INFINITY);
  problems.push(...head.problems);
  if (identity === null || minutes === undefined || learn === undefined || order === undefined) return null;
  return { ...identity, minutes, learn, order };
}

const MOST_STEPS = 40;

function readSteps(document: TeachingDocument, known: Known, problems: DocumentProblem[]): LessonStep[] {
  const { sections } = document;
  if (sections.length === 0 || sections.length > MOST_STEPS)
    problems.push({
      line: 0,
      message: `A lesson has 1 to ${MOST_STEPS} steps, each begins with a heading "## …"; this file has ${sections.length}.`,
    });
  const steps: LessonStep[] = [];
  let bench: SetBench = { fragment: "v=2", scenario: defaultScenario() };
  for (const section of sections.slice(0, MOST_STEPS)) {
    const read = readStep(section, bench, known, problems);
    const { step } = read;
    if (steps.length === 0 && step.bench === null)
      problems.push({ line: step.line, message: 'The first step sets the bench by a line "bench: #…".' });
    if (step.kind === "compare" && !steps.some(({ kind }) => kind === "predict"))
      problems.push({ line: step.line, message: "A step compare comes after a step predict." });
    bench = read.bench;
    steps.push(step);
  }
  return steps;
}
