/**
 * A lesson: a Markdown file whose sections are steps (predict, run, compare, explain, question). docs/lessons.md says how one
 * is written. Every problem is named with its line and what is allowed.
 */
import { defaultScenario } from "../engine/index.ts";
import {
  type DocumentProblem,
  type HeadLine,
  readDocument,
  type TeachingDocument,
  type Token,
} from "./document.ts";
import type { DrawingTask, Point, Yardstick } from "./drawing.ts";
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
  if (problems.length > 0) return { lesson: null, problems: problems.sort((a, b) => a.line - b.line) };
  return { lesson: { ...head, opening: document.opening, steps }, problems: [] };
}

type Head = Omit<Lesson, "opening" | "steps">;

const HEAD: Readonly<
  Record<keyof Head | "kind", { readonly form: RegExp; readonly allowed: string; readonly needed: boolean }>
> = {
  kind: { form: /^lesson$/, allowed: '"lesson"', needed: true },
  id: { form: /^[a-z0-9][a-z0-9-]{0,60}$/, allowed: "small letters, digits and hyphens", needed: true },
  lang: {
    form: /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/,
    allowed: 'a language as "en" or "pt-BR"',
    needed: true,
  },
  title: { form: /^.{1,100}$/, allowed: "1 to 100 characters", needed: true },
  minutes: { form: /^[1-9]\d?$/, allowed: "a whole number from 1 to 99", needed: true },
  learn: { form: /^.{1,300}$/, allowed: "1 to 300 characters", needed: true },
  order: { form: /^\d{1,4}$/, allowed: "a whole number from 0 to 9999", needed: false },
};

function readHead({ head }: TeachingDocument, problems: DocumentProblem[]): Head {
  const values = new Map<string, string>();
  for (const one of head) {
    const problem = headProblem(one, values.has(one.key));
    if (problem !== null) problems.push({ line: one.line, message: problem });
    else values.set(one.key, one.value);
  }
  for (const [key, { needed }] of Object.entries(HEAD))
    if (needed && !head.some((one) => one.key === key))
      problems.push({ line: 1, message: `The head has no line "${key}: …".` });
  const text = (key: string) => values.get(key) ?? "";
  return {
    id: text("id"),
    lang: text("lang"),
    title: text("title"),
    minutes: Number(text("minutes")),
    learn: text("learn"),
    order: values.has("order") ? Number(text("order")) : Number.POSITIVE_INFINITY,
  };
}

function headProblem({ key, value }: HeadLine, again: boolean): string | null {
  if (!Object.hasOwn(HEAD, key))
    return `"${key}" is not known in a lesson's head; it has ${Object.keys(HEAD).join(", ")}.`;
  const { form, allowed } = HEAD[key as keyof typeof HEAD];
  if (again) return `"${key}" stands twice.`;
  return form.test(value) ? null : `${key} must be ${allowed}; got "${value.slice(0, 60)}".`;
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
