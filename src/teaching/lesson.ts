/**
 * A lesson: a Markdown file whose sections are steps (predict, run, compare, explain, question). docs/lessons.md says how one
 * is written. Every problem is named with its line and what is allowed.
 */
import {
  declaredParams,
  defaultScenario,
  parseQuantity,
  type Scenario,
  scenarioFromUrl,
} from "../engine/index.ts";
import { bracesIn, type Condition, conditionTexts, readConditions, readReading } from "./conditions.ts";
import {
  type DocumentProblem,
  HeadReader,
  IDENTITY_KEYS,
  type Identity,
  readDocument,
  readIdentity,
  type Section,
  shortText,
  type TeachingDocument,
  type Token,
  type Tokens,
  tokensOf,
  wholeNumber,
} from "./document.ts";
import {
  DRAWN_PLOTS,
  type DrawingTask,
  type Point,
  readDrawing,
  readYardstick,
  type Yardstick,
} from "./drawing.ts";
import { readLink, type Stretch } from "./links.ts";

export interface Lesson extends Identity {
  readonly minutes: number;
  /** What one learns, in a sentence. */
  readonly learn: string;
  /** Place in the list; lessons without one stand at its end. */
  readonly order: number;
  readonly opening: readonly Token[];
  readonly steps: readonly LessonStep[];
}

export const STEP_KINDS = ["predict", "run", "compare", "explain", "question"] as const;
export type StepKind = (typeof STEP_KINDS)[number];

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

interface Look {
  readonly label: string;
  readonly piece: string;
  readonly stretch: Stretch | null;
}

/** A piece of text; with conditions it is said while they hold. */
export interface LessonPart {
  readonly tokens: readonly Token[];
  readonly when: readonly Condition[] | null;
}

interface Option {
  readonly tokens: readonly Token[];
  readonly right: boolean;
  /** What is answered to whoever chose it. */
  readonly answer: readonly Token[];
}

interface LessonDrawing {
  readonly task: DrawingTask;
  readonly yardsticks: readonly Yardstick[];
  /** Drawings that must be judged right or wrong: for the tests. */
  readonly samples: readonly {
    readonly points: readonly Point[];
    readonly right: boolean;
    readonly line: number;
  }[];
}

interface Asked {
  /** As the lesson writes it. */
  readonly text: string;
  readonly condition: Condition;
}

/** What must hold of a run, or the lesson is wrong: students do not see it. */
interface Claim {
  readonly line: number;
  readonly text: string;
  /** Of the run: a link's fragment. */
  readonly fragment: string;
  readonly conditions: readonly Condition[];
}

export type LessonReading =
  | { readonly lesson: Lesson; readonly problems: readonly [] }
  | { readonly lesson: null; readonly problems: readonly DocumentProblem[] };

interface Known {
  /** Names of the pieces of the page, beside the parameters: only the page knows them. */
  readonly pieces: readonly string[];
}

export function readLesson(file: string, known: Known): LessonReading {
  const { document, problems: unread } = readDocument(file);
  if (document === null) return { lesson: null, problems: unread };
  const reader = new HeadReader(document.head, {
    single: [...IDENTITY_KEYS, "minutes", "learn", "order"],
    many: [],
  });
  const head = readHead(reader);
  const { problems } = reader;
  const steps = readSteps(document, known, problems);
  if (head === null || problems.length > 0)
    return { lesson: null, problems: problems.sort((a, b) => a.line - b.line) };
  return { lesson: { ...head, opening: document.opening, steps }, problems: [] };
}

function readHead(head: HeadReader): Omit<Lesson, "opening" | "steps"> | null {
  const identity = readIdentity(head, "lesson");
  const minutes = head.one("minutes", (text) => wholeNumber(text, 1, 99));
  const learn = head.one("learn", (text) => shortText(text, 300));
  const order = head.one("order", (text) => wholeNumber(text, 0, 9999), Number.POSITIVE_INFINITY);
  if (identity === null || minutes === undefined || learn === undefined || order === undefined) return null;
  return { ...identity, minutes, learn, order };
}

const MOST_STEPS = 40;

function readSteps({ sections }: TeachingDocument, known: Known, problems: DocumentProblem[]): LessonStep[] {
  if (sections.length === 0 || sections.length > MOST_STEPS)
    problems.push({
      line: 0,
      message: `A lesson has 1 to ${MOST_STEPS} steps, each begins with a heading "## …"; this file has ${sections.length}.`,
    });
  const steps: LessonStep[] = [];
  let bench: SetBench = { fragment: "v=2", scenario: defaultScenario() };
  for (const section of sections.slice(0, MOST_STEPS)) {
    const reader = new StepReader(section, bench, known, problems);
    const step = reader.read();
    if (steps.length === 0 && step.bench === null)
      problems.push({ line: step.line, message: 'The first step sets the bench by a line "bench: #…".' });
    if (step.kind === "compare" && !steps.some(({ kind }) => kind === "predict"))
      problems.push({ line: step.line, message: "A step compare comes after a step predict." });
    bench = reader.bench;
    steps.push(step);
  }
  return steps;
}

/** What the lesson has set the bench to. */
interface SetBench {
  readonly fragment: string;
  readonly scenario: Scenario;
}

const STEP_KEYS = [
  "step",
  "bench",
  "look",
  "draw",
  "judge",
  "drawing right",
  "drawing wrong",
  "done",
  "solved with",
  "holds",
] as const;
type StepKey = (typeof STEP_KEYS)[number];

/** "key: value" at the head of a step. */
interface StepLine {
  readonly key: StepKey;
  /** Of "holds with SETTINGS": the settings; empty else. */
  readonly settings: string;
  readonly value: string;
  readonly line: number;
}

const STEP_LINE = /^(?:(holds) with (\S+)|([a-z][a-z ]{0,20}[a-z])):(?:\s+(.*)|)$/;
const LOOK = /^\[([^\]]{1,80})\]\((#point=[^)]+)\)$/;
/** Ahead of a quote that is said while a condition holds. */
const WHEN = /^if ([^:\n]{1,200}):\s*/;

/** Reads one step from its section of the file; what is wrong goes to `problems`. */
class StepReader {
  /** After `read`: what the bench is set to from this step on. */
  bench: SetBench;
  readonly #section: Section;
  readonly #known: Known;
  readonly #problems: DocumentProblem[];
  /** Below the step's own head, with the line of each in the file. */
  readonly #tokens: readonly { readonly token: Token; readonly line: number }[];
  readonly #lines: readonly StepLine[];

  constructor(section: Section, before: SetBench, known: Known, problems: DocumentProblem[]) {
    const { title, line, tokens, lines } = section;
    this.#section = section;
    this.bench = before;
    this.#known = known;
    this.#problems = problems;
    // The head is the section's first paragraph.
    const [first] = tokens;
    const hasHead = first?.type === "paragraph" && first.raw.startsWith("step:");
    if (!hasHead)
      this.#fault(
        line,
        `The step "${title}" begins with a line "step: predict" (or run, compare, explain, question).`,
      );
    this.#lines = hasHead ? this.#readLines(first.raw, lines[0]) : [];
    this.#tokens = tokens.map((token, i) => ({ token, line: lines[i] })).slice(hasHead ? 1 : 0);
  }

  read(): LessonStep {
    const { title, line } = this.#section;
    const kind = this.#readKind();
    const set = this.#readBench();
    this.bench = set ?? this.bench;
    const { parts, options } = this.#readParts(kind);
    this.#checkTexts();
    const drawing = this.#readDrawing();
    this.#checkKind(kind, options, drawing);
    const step: LessonStep = {
      kind,
      title,
      line,
      bench: set?.fragment ?? null,
      inForce: this.bench.fragment,
      look: this.#readLook(),
      parts,
      options,
      drawing,
      asked: this.#all("done", (value) => {
        const texts = conditionTexts(value);
        return readConditions(value, this.bench.scenario).map((condition, i) => ({
          text: texts[i],
          condition,
        }));
      }).flat(),
      solved: this.#of("solved with")[0]?.value ?? null,
      claims: this.#of("holds").flatMap((one) => this.#readClaim(one) ?? []),
    };
    for (const { value, line: at } of this.#of("solved with"))
      this.#scenarioOf(withSettings(this.bench.fragment, value), at);
    return step;
  }

  #fault(line: number, message: string): void {
    this.#problems.push({ line, message });
  }

  /** Notes the line where `read` throws a sentence. */
  #attempt<T>(line: number, read: () => T): T | null {
    try {
      return read();
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      this.#fault(line, `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}${/[.?]$/.test(text) ? "" : "."}`);
      return null;
    }
  }

  #of(key: StepKey): readonly StepLine[] {
    return this.#lines.filter((one) => one.key === key);
  }

  #all<T>(key: StepKey, read: (value: string) => T): T[] {
    return this.#of(key).flatMap(({ value, line }) => this.#attempt(line, () => [read(value)]) ?? []);
  }

  #readLines(paragraph: string, from: number): StepLine[] {
    return paragraph
      .trimEnd()
      .split("\n")
      .flatMap((text, i) => {
        const match = STEP_LINE.exec(text.trim());
        const key = STEP_KEYS.find((one) => one === (match?.[1] ?? match?.[3]));
        if (match !== null && key !== undefined)
          return [{ key, settings: match[2] ?? "", value: (match[4] ?? "").trim(), line: from + i }];
        this.#fault(
          from + i,
          `"${text.slice(0, 60)}" is no line of a step's head; those are "${STEP_KEYS.join(':", "')}:". An empty line ends the head.`,
        );
        return [];
      });
  }

  #readKind(): StepKind {
    const [first] = this.#of("step");
    const kind = STEP_KINDS.find((one) => one === first?.value);
    if (first !== undefined && kind === undefined)
      this.#fault(first.line, `A step is one of ${STEP_KINDS.join(", ")}; got "${first.value}".`);
    return kind ?? "explain";
  }

  #readBench(): SetBench | null {
    const [first, ...more] = this.#of("bench");
    for (const { line } of more) this.#fault(line, "A step has one line bench.");
    if (first === undefined) return null;
    const link = readLink(first.value);
    if (link.to === "bench")
      return { fragment: link.fragment, scenario: this.#scenarioOf(link.fragment, first.line) };
    this.#fault(
      first.line,
      `bench is a link to a state of the bench, like "#aqm=codel&target=5ms"; got "${first.value.slice(0, 80)}".`,
    );
    return null;
  }

  #scenarioOf(fragment: string, line: number): Scenario {
    const { scenario, problems, view } = scenarioFromUrl(fragment);
    const ofPin = view.pin === undefined ? [] : scenarioFromUrl(view.pin, []).problems;
    for (const { message } of [...problems, ...ofPin]) this.#fault(line, `In the link: ${message}`);
    return scenario;
  }

  #readClaim({ settings, value, line }: StepLine): Claim | null {
    const fragment = withSettings(this.bench.fragment, settings);
    const scenario = settings === "" ? this.bench.scenario : this.#scenarioOf(fragment, line);
    const conditions = this.#attempt(line, () => readConditions(value, scenario));
    return conditions && { line, text: value, fragment, conditions };
  }

  #readLook(): Look | null {
    const [first] = this.#of("look");
    if (first === undefined) return null;
    return this.#attempt(first.line, () => {
      const [, label, href] = LOOK.exec(first.value) ?? [];
      const link = href === undefined ? null : readLink(href);
      if (link?.to !== "piece")
        throw new Error(
          `look is like "[the queue](#point=delay&from=20s&to=30s)"; got "${first.value.slice(0, 80)}"`,
        );
      const problem = this.#pieceProblem(link.piece);
      if (problem !== null) throw new Error(problem);
      return { label, piece: link.piece, stretch: link.stretch };
    });
  }

  #readDrawing(): LessonDrawing | null {
    const [first] = this.#of("draw");
    const task = first && this.#attempt(first.line, () => readDrawing(first.value));
    if (!task) return null;
    if (this.#of("judge").length === 0)
      this.#fault(first.line, 'What is drawn is judged by a line like "judge: mean within 40 ms".');
    const samples = ([true, false] as const).flatMap((right) =>
      this.#of(right ? "drawing right" : "drawing wrong").flatMap(({ value, line }) => {
        const points = this.#attempt(line, () => readPoints(value, DRAWN_PLOTS[task.plot].unit));
        return points === null ? [] : [{ points, right, line }];
      }),
    );
    return { task, yardsticks: this.#all("judge", (value) => readYardstick(value, task.plot)), samples };
  }

  #readParts(kind: StepKind): Pick<LessonStep, "parts" | "options"> {
    const parts: LessonPart[] = [];
    let options: readonly Option[] = [];
    for (const { token, line } of this.#tokens) {
      const text = token.type === "blockquote" ? (token as Tokens.Blockquote).text : "";
      const [ahead, condition] = WHEN.exec(text) ?? [];
      if (isChoice(token)) {
        if (kind !== "predict" && kind !== "question")
          this.#fault(line, "Only the steps predict and question have options.");
        if (options.length > 0) this.#fault(line, "A step has one list of options.");
        options = this.#readOptions(token, line);
      } else if (ahead !== undefined) {
        const when = this.#attempt(line, () => readConditions(condition, this.bench.scenario));
        if (when !== null) parts.push({ tokens: tokensOf(text.slice(ahead.length)), when });
      } else parts.push({ tokens: [token], when: null });
    }
    return { parts, options };
  }

  #readOptions({ items }: Tokens.List, line: number): Option[] {
    const isAnswer = (token: Token) => token.type === "blockquote";
    const options = items.map(({ tokens, checked }) => ({
      tokens: tokens.filter(
        (token) => token.type !== "checkbox" && token.type !== "space" && !isAnswer(token),
      ),
      right: checked === true,
      answer: tokens.filter(isAnswer).flatMap((token) => (token as Tokens.Blockquote).tokens),
    }));
    if (options.length < 2) this.#fault(line, "There are at least two options.");
    if (!options.some(({ right }) => right))
      this.#fault(line, 'One option at least is right: it begins with "- [x]".');
    if (options.some(({ answer }) => answer.length === 0))
      this.#fault(line, 'Each option has an answer under it: a quote, in lines that begin with "  >".');
    return options;
  }

  #checkKind(kind: StepKind, options: readonly Option[], drawing: LessonDrawing | null): void {
    const has = (key: StepKey) => this.#of(key).length > 0;
    const problem = (message: string) => this.#fault(this.#section.line, message);
    if (kind === "predict" && options.length > 0 === (drawing !== null || has("draw")))
      problem('A step predict has options ("- [ ] …"), or a line "draw: …", and not both.');
    if (kind === "question" && options.length === 0) problem('A step question has options ("- [ ] …").');
    if (kind !== "predict" && has("draw")) problem('Only a step predict has a line "draw".');
    if (kind !== "run" && has("done")) problem('Only a step run has lines "done".');
    if (has("done") !== has("solved with"))
      problem(
        'Lines "done" and a line "solved with: beta-ecn=0.8" (settings with which they hold) belong together.',
      );
  }

  /** Links and readings between braces within the texts: each must be known before a student meets it. */
  #checkTexts(): void {
    for (const { token, line } of this.#tokens) {
      const note = (part: string, message: string | null) => {
        const before = token.raw.slice(0, Math.max(0, token.raw.indexOf(part)));
        if (message !== null) this.#fault(line + before.split("\n").length - 1, message);
      };
      const leaves = leavesOf(token);
      const texts = leaves.flatMap((one) => (one.type === "text" ? [(one as Tokens.Text).text] : []));
      for (const inside of texts.flatMap(bracesIn)) note(`{${inside}}`, this.#braceProblem(inside));
      for (const href of linksWithin(token)) note(href, this.#linkProblem(href));
    }
  }

  #braceProblem(inside: string): string | null {
    try {
      readReading(inside, this.bench.scenario);
      return null;
    } catch (error) {
      return `In {${inside}}: ${(error as Error).message}.`;
    }
  }

  #linkProblem(href: string): string | null {
    const link = readLink(href);
    switch (link.to) {
      case "nowhere":
        return `${link.problem[0].toUpperCase()}${link.problem.slice(1)}.`;
      case "piece":
        return this.#pieceProblem(link.piece);
      case "bench": {
        const [first] = scenarioFromUrl(link.fragment).problems;
        return first === undefined ? null : `In the link: ${first.message}`;
      }
      case "outside":
        return null;
    }
  }

  /** A piece of the page, or a parameter that has a control in this run. */
  #pieceProblem(piece: string): string | null {
    const { pieces } = this.#known;
    if (pieces.includes(piece) || controlsOf(this.bench.scenario).includes(piece)) return null;
    return `There is no piece "${piece}" on the page. Pieces are ${pieces.join(", ")}, and the names of parameters, like beta-ecn.`;
  }
}

/** `settings`: "beta-ecn=0.8&aqm=pie", which replace those of the same names. */
export function withSettings(fragment: string, settings: string): string {
  const added = settings.split("&").filter((part) => part !== "");
  const names = added.map((part) => part.split("=")[0]);
  const kept = fragment.split("&").filter((part) => !names.includes(part.split("=")[0]));
  return [...kept, ...added].join("&");
}

/** "0s 10, 5s 300": times and heights. */
function readPoints(text: string, unit: string): Point[] {
  return text.split(",").map((part) => {
    const match = /^(\S+) ([\d.]+)$/.exec(part.trim());
    const timeS = match === null ? null : parseQuantity(match[1], "s");
    if (match === null || timeS === null)
      throw new Error(`points are times and heights in ${unit}, like "0s 10, 5s 300"; got "${part.trim()}"`);
    return { timeS, value: Number(match[2]) };
  });
}

function isChoice(token: Token): token is Tokens.List {
  return token.type === "list" && (token as Tokens.List).items.some(({ task }) => task);
}

/** Tokens hold others under several names. */
function within(token: Token): Token[] {
  type Cell = { readonly tokens: Token[] };
  const inner = token as { tokens?: Token[]; items?: Token[]; header?: Cell[]; rows?: Cell[][] };
  const cells = [...(inner.header ?? []), ...(inner.rows ?? []).flat()].flatMap(({ tokens }) => tokens);
  return [...(inner.tokens ?? []), ...(inner.items ?? []), ...cells];
}

function leavesOf(token: Token): Token[] {
  const inner = within(token);
  return inner.length > 0 ? inner.flatMap(leavesOf) : [token];
}

function linksWithin(token: Token): string[] {
  const own = token.type === "link" ? [(token as Tokens.Link).href] : [];
  return [...own, ...within(token).flatMap(linksWithin)];
}

function controlsOf(scenario: Scenario): string[] {
  const places = [
    { scope: "run" },
    { scope: "path" },
    { scope: "queue" },
    { scope: "tcp" },
    ...scenario.flows.map((_, flow) => ({ scope: "flow" as const, flow })),
  ] as const;
  return ["aqm", "cc", ...places.flatMap((place) => declaredParams(scenario, place).map(({ id }) => id))];
}
