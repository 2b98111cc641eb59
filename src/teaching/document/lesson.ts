/**
 * A lesson: a Markdown file whose sections are steps (predict, run, compare, explain, question). docs/lessons.md describes the
 * format. Every problem is reported with its line and what is allowed.
 */

import {
  declaredParams,
  defaultScenario,
  type Place,
  parseQuantity,
  type Scenario,
  scenarioFromUrl,
} from "../../engine/index.ts";
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
  unusedPrograms,
  wholeNumber,
} from "./document.ts";
import {
  DRAWN_PLOTS,
  type DrawingTask,
  type DrawnPoint,
  readDrawing,
  readYardstick,
  type Yardstick,
} from "./drawing.ts";
import type { FilePrograms } from "./file-programs.ts";
import { PROGRAM_READER } from "./file-programs.ts";
import { readLink, type TimeRange } from "./links.ts";
import { SHARED_PLACES } from "./parameters.ts";

export interface Lesson extends Identity {
  /** A lab is a longer lesson after a lab of a course; its steps may offer the script for Linux. */
  readonly kind: LessonKind;
  readonly minutes: number;
  /** Sentence on what students learn. */
  readonly learn: string;
  /** Position in the list; lessons without a position come last. */
  readonly order: number;
  readonly opening: readonly Token[];
  readonly steps: readonly LessonStep[];
  /** Programs in the packed form that URLs use. */
  readonly programs: readonly string[];
}

const LESSON_KINDS = ["lesson", "lab"] as const;
type LessonKind = (typeof LESSON_KINDS)[number];

export const STEP_KINDS = ["predict", "run", "compare", "explain", "question"] as const;
export type LessonStepKind = (typeof STEP_KINDS)[number];

export interface LessonStep {
  readonly kind: LessonStepKind;
  readonly title: string;
  readonly line: number;
  /** State of the simulator from this step on, as a URL fragment; null if the step does not change it. */
  readonly bench: string | null;
  /** State of the simulator at this step, as a URL fragment. This step or an earlier one has set it. */
  readonly inForce: string;
  /** Program that is shown next to the plots from this step on, instead of the controls; null if the step does not change this. */
  readonly code: "sender" | "queue" | "closed" | null;
  /** Part of the page that this step points at; null if there is none. */
  readonly look: Look | null;
  /** Time range that the plots show at this step. This step has set it, or an earlier one since the last `bench`. Null for the whole run. */
  readonly view: TimeRange | null;
  /** True if the step offers its run as a script for Linux. */
  readonly onLinux: boolean;
  readonly parts: readonly LessonPart[];
  readonly options: readonly Option[];
  readonly drawing: LessonDrawing | null;
  /** Exercises of the step. */
  readonly asked: readonly Asked[];
  /** A run that solves all exercises of the step; null if the lesson has none. */
  readonly solved: Solved | null;
  readonly claims: readonly Claim[];
}

interface Look {
  readonly label: string;
  readonly piece: string;
  readonly stretch: TimeRange | null;
}

/** A text of the lesson. If it has conditions, it is shown only while they hold. */
export interface LessonPart {
  readonly tokens: readonly Token[];
  readonly when: readonly Condition[] | null;
}

interface Option {
  readonly tokens: readonly Token[];
  readonly right: boolean;
  /** Feedback for students who chose this option. */
  readonly answer: readonly Token[];
}

interface LessonDrawing {
  readonly task: DrawingTask;
  readonly yardsticks: readonly Yardstick[];
  /** Drawings with the verdicts that they must get. Tests check them. */
  readonly samples: readonly {
    readonly points: readonly DrawnPoint[];
    readonly right: boolean;
    readonly line: number;
  }[];
}

interface Solved {
  /** The settings in the spelling of the lesson. */
  readonly text: string;
  /** The run as a URL fragment. */
  readonly fragment: string;
}

interface Asked {
  /** The condition in the spelling of the lesson. */
  readonly text: string;
  readonly condition: Condition;
}

/** A statement about a run that must be true. It is checked; students do not see it. */
interface Claim {
  readonly line: number;
  readonly text: string;
  /** The run as a URL fragment. */
  readonly fragment: string;
  readonly conditions: readonly Condition[];
}

export type LessonReading =
  | { readonly lesson: Lesson; readonly problems: readonly [] }
  | { readonly lesson: null; readonly problems: readonly DocumentProblem[] };

interface Known {
  /** Names of parts of the page that are not parameters. Only the page knows them; null if any name is accepted. */
  readonly pieces: readonly string[] | null;
}

export function readLesson(file: string, known: Known): LessonReading {
  const { document, problems: unread } = readDocument(file);
  if (document === null) return { lesson: null, problems: unread };
  const reader = new HeadReader(document.head, {
    single: [...IDENTITY_KEYS, "minutes", "learn", "order"],
    many: [],
  });
  const head = readHead(reader);
  const isLab = document.head.some(({ key, value }) => key === "kind" && value === "lab");
  const { problems } = reader;
  const { opening, programs } = document;
  for (const { message } of linksResolved(opening, programs)) problems.push({ line: 0, message });
  const steps = readSteps(document, known.pieces, problems);
  problems.push(...unusedPrograms(document));
  if (head === null || problems.length > 0)
    return { lesson: null, problems: problems.sort((a, b) => a.line - b.line) };
  return {
    lesson: { ...head, kind: isLab ? "lab" : "lesson", opening, steps, programs: programs.packed },
    problems: [],
  };
}

function readHead(head: HeadReader): Omit<Lesson, "kind" | "opening" | "steps" | "programs"> | null {
  const identity = readIdentity(head, ...LESSON_KINDS);
  const minutes = head.one("minutes", (text) => wholeNumber(text, 1, 99));
  const learn = head.one("learn", (text) => shortText(text, 300));
  const order = head.one("order", (text) => wholeNumber(text, 0, 9999), Number.POSITIVE_INFINITY);
  if (identity === null || minutes === undefined || learn === undefined || order === undefined) return null;
  return { ...identity, minutes, learn, order };
}

const MOST_STEPS = 40;

function readSteps(
  { sections, programs }: TeachingDocument,
  pieces: readonly string[] | null,
  problems: DocumentProblem[],
): LessonStep[] {
  if (sections.length === 0 || sections.length > MOST_STEPS)
    problems.push({
      line: 0,
      message: `A lesson has 1 to ${MOST_STEPS} steps, and each step starts with a heading "## …"; this file has ${sections.length}.`,
    });
  const steps: LessonStep[] = [];
  let bench: SetBench = { fragment: "v=2", scenario: defaultScenario(), view: null };
  for (const section of sections.slice(0, MOST_STEPS)) {
    const reader = new StepReader(section, bench, { pieces, programs });
    const step = reader.read();
    if (steps.length === 0 && step.bench === null)
      reader.fault(step.line, 'The first step sets the bench by a line "bench: #…".');
    if (step.kind === "compare" && !steps.some(({ kind }) => kind === "predict"))
      reader.fault(step.line, "A step “compare” must follow a step “predict”.");
    problems.push(...reader.problems);
    bench = reader.bench;
    steps.push(step);
  }
  const open = steps.findLast(({ kind }) => kind === "predict" || kind === "compare");
  if (open?.kind === "predict")
    problems.push({
      line: open.line,
      message:
        "A step “compare” must follow this step. Otherwise the student does not learn whether the prediction was right.",
    });
  return steps;
}

/** State of the simulator that the lesson has set. */
interface SetBench {
  readonly fragment: string;
  readonly scenario: Scenario;
  /** Time range of the plots; null for the whole run. */
  readonly view: TimeRange | null;
}

const STEP_KEYS = {
  single: ["step", "bench", "code", "look", "view", "linux", "draw"],
  many: ["judge", "drawing right", "drawing wrong", "done", "solved with", "holds"],
};
const ALL_STEP_KEYS = [...STEP_KEYS.single, ...STEP_KEYS.many];

const STEP_LINE = /^(?:(holds) with (\S+)|([a-z][a-z ]{0,20}[a-z])):(?:$|\s(.*))/s;
const LOOK = /^\[([^\]]{1,80})\]\((#point=[^)]+)\)$/;
/** Matches the start of a quotation that is shown only if a condition holds. */
const WHEN = /^if ([^:\n]{1,200}):\s*/;

/** Reads one step from its section of the file. Collects errors. */
class StepReader extends HeadReader {
  /** State of the simulator after this step. It is valid after `read`. */
  bench: SetBench;
  readonly #section: Section;
  readonly #pieces: readonly string[] | null;
  readonly #programs: FilePrograms;
  /** Tokens after the head of the step, with their lines in the file. */
  readonly #tokens: readonly { readonly token: Token; readonly line: number }[];
  /** Settings of lines "holds with SETTINGS", by line. */
  readonly #settings: ReadonlyMap<number, string>;

  constructor(
    section: Section,
    before: SetBench,
    { pieces, programs }: Known & { readonly programs: FilePrograms },
  ) {
    const { title, line, tokens, lines } = section;
    // The head of a step is the first paragraph of its section.
    const [first] = tokens;
    const hasHead = first?.type === "paragraph" && first.raw.startsWith("step:");
    const written = hasHead ? first.raw.trimEnd().split("\n") : [];
    const read = written.map((text, i) => ({ text, line: lines[0] + i, match: STEP_LINE.exec(text.trim()) }));
    const head = read.map(({ text, line: at, match }) =>
      match === null
        ? { key: text, value: "", line: at }
        : { key: match[1] ?? match[3], value: (match[4] ?? "").trim(), line: at },
    );
    super(head, STEP_KEYS, {
      unknown: (key) =>
        `"${key.slice(0, 60)}" is not a key of a step's head. Allowed keys: "${ALL_STEP_KEYS.join(':", "')}:". An empty line ends the head.`,
      unread: (_, message) => sentence(message),
    });
    if (!hasHead)
      this.fault(
        line,
        `The step "${title}" begins with a line "step: predict" (or run, compare, explain, question).`,
      );
    // A line that looks like one of the head but comes after an empty line is reported. It would be shown as text and have no
    // effect.
    for (const [i, { raw, type }] of tokens.entries()) {
      const key = type === "paragraph" && i > 0 ? STEP_LINE.exec(raw.trim()) : null;
      const name = key?.[1] ?? key?.[3];
      if (hasHead && name !== undefined && ALL_STEP_KEYS.some((one) => one === name))
        this.fault(
          lines[i],
          `An empty line has ended the head of the step "${title}" before its line "${name}:". Remove the empty line.`,
        );
    }
    this.bench = before;
    this.#section = section;
    this.#pieces = pieces;
    this.#programs = programs;
    this.#settings = new Map(read.map(({ line: at, match }) => [at, match?.[2] ?? ""]));
    this.#tokens = tokens.map((token, i) => ({ token, line: lines[i] })).slice(hasHead ? 1 : 0);
  }

  read(): LessonStep {
    const { title, line } = this.#section;
    const kind = this.one("step", readKind, "explain") ?? "explain";
    const set = this.one("bench", (text) => readBench(text, this.#programs), null) ?? null;
    if (set !== null)
      this.bench = { fragment: set, scenario: this.#scenarioOf(set, this.lineOf("bench")), view: null };
    const durationS = Number(this.bench.scenario.run.duration);
    const view = this.one("view", (text) => readView(text, durationS), this.bench.view) ?? null;
    this.bench = { ...this.bench, view };
    // This must come before the texts are split, because the targets of links are part of them.
    this.#checkTexts();
    const { parts, options } = this.#readParts(kind);
    const drawing = this.#readDrawing();
    this.#checkKind(kind, options, drawing);
    const { fragment, scenario } = this.bench;
    const solved = this.every("solved with", (text) => ({ text, fragment: this.#with(text) }));
    for (const { value, line: at } of solved) this.#scenarioOf(value.fragment, at);
    const asked = this.every("done", (value) => {
      const texts = conditionTexts(value);
      return readConditions(value, scenario).map((condition, i) => ({ text: texts[i], condition }));
    });
    return {
      kind,
      title,
      line,
      bench: set,
      code: this.one("code", readCode, null) ?? null,
      inForce: fragment,
      look: this.one("look", (text) => this.#readLook(text), null) ?? null,
      view,
      onLinux: this.one("linux", readYes, false) ?? false,
      parts,
      options,
      drawing,
      asked: asked.flatMap(({ value }) => value),
      solved: solved[0]?.value ?? null,
      claims: this.#readClaims(),
    };
  }

  /** Returns the state of the simulator with other settings. Throws an error with a message for the user. */
  #with(settings: string): string {
    return withSettings(this.bench.fragment, this.#programs.resolve(settings));
  }

  #scenarioOf(fragment: string, line: number): Scenario {
    const { scenario, problems, view } = scenarioFromUrl(fragment, PROGRAM_READER);
    const ofPin = view.pin === undefined ? [] : scenarioFromUrl(view.pin, PROGRAM_READER, []).problems;
    // A setting that no longer exists does not make a lesson unreadable. The page tells the user about it.
    for (const { fault, message, isRemoved } of [...problems, ...ofPin])
      if (isRemoved !== true) this.fault(line, `In the link: ${fault === undefined ? message : `${fault}.`}`);
    return scenario;
  }

  #readClaims(): Claim[] {
    return this.every("holds", (text) => text).flatMap(({ line, value: text }) => {
      const settings = this.#settings.get(line) ?? "";
      const fragment = this.attempt(line, "holds", () => this.#with(settings));
      if (fragment === undefined) return [];
      const scenario = settings === "" ? this.bench.scenario : this.#scenarioOf(fragment, line);
      const conditions = this.attempt(line, "holds", () => readConditions(text, scenario));
      return conditions === undefined ? [] : [{ line, text, fragment, conditions }];
    });
  }

  #readLook(text: string): Look {
    const [, label, href] = LOOK.exec(text) ?? [];
    const link = href === undefined ? null : readLink(href);
    if (link?.to !== "piece")
      throw new Error(`look is like "[the queue](#point=delay&from=20s&to=30s)"; got "${text.slice(0, 80)}"`);
    const problem = this.#pieceProblem(link.piece);
    if (problem !== null) throw new Error(problem);
    return { label, piece: link.piece, stretch: link.stretch };
  }

  #readDrawing(): LessonDrawing | null {
    const task = this.one("draw", readDrawing, null) ?? null;
    if (task === null) return null;
    if (this.lineOf("judge") === 0)
      this.fault(this.lineOf("draw"), 'What is drawn is judged by a line like "judge: mean within 40 ms".');
    const points = (text: string) => readPoints(text, DRAWN_PLOTS[task.plot].unit);
    const samples = ([true, false] as const).flatMap((right) =>
      this.every(right ? "drawing right" : "drawing wrong", points).map(({ value, line }) => ({
        points: value,
        right,
        line,
      })),
    );
    const yardsticks = this.every("judge", (text) => readYardstick(text, task.plot));
    return { task, yardsticks: yardsticks.map(({ value }) => value), samples };
  }

  #readParts(kind: LessonStepKind): Pick<LessonStep, "parts" | "options"> {
    const parts: LessonPart[] = [];
    let options: readonly Option[] = [];
    for (const { token, line } of this.#tokens) {
      const text = token.type === "blockquote" ? (token as Tokens.Blockquote).text : "";
      const [ahead, condition] = WHEN.exec(text) ?? [];
      if (isChoice(token)) {
        if (kind !== "predict" && kind !== "question")
          this.fault(line, "Only the steps “predict” and “question” can have options.");
        if (options.length > 0) this.fault(line, "A step can have only one list of options.");
        options = this.#readOptions(token, line);
      } else if (ahead !== undefined) {
        const when = this.attempt(line, "if", () => readConditions(condition, this.bench.scenario));
        const tokens = tokensOf(text.slice(ahead.length));
        linksResolved(tokens, this.#programs);
        if (when !== undefined) parts.push({ tokens, when });
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
    if (options.length < 2) this.fault(line, "At least two options are required.");
    if (!options.some(({ right }) => right))
      this.fault(line, 'One option at least is right: it begins with "- [x]".');
    if (options.some(({ answer }) => answer.length === 0))
      this.fault(line, 'Each option has an answer under it: a quote, in lines that begin with "  >".');
    return options;
  }

  #checkKind(kind: LessonStepKind, options: readonly Option[], drawing: LessonDrawing | null): void {
    const has = (key: string) => this.lineOf(key) > 0;
    const wrong: readonly (readonly [boolean, string])[] = [
      [
        kind === "predict" && options.length > 0 === (drawing !== null || has("draw")),
        'A step predict has options ("- [ ] …"), or a line "draw: …", and not both.',
      ],
      [kind === "question" && options.length === 0, 'A step question has options ("- [ ] …").'],
      [kind !== "predict" && has("draw"), 'Only a step predict has a line "draw".'],
      [kind !== "run" && has("done"), 'Only a step run has lines "done".'],
      [
        has("done") !== has("solved with"),
        'Lines "done" and a line "solved with: beta-ecn=0.8" (settings with which they hold) belong together.',
      ],
    ];
    for (const [isSo, message] of wrong) if (isSo) this.fault(this.#section.line, message);
  }

  /** Checks all links, and all values in braces, in the texts, so that students never see a wrong one. */
  #checkTexts(): void {
    for (const { token, line } of this.#tokens) {
      const note = (part: string, message: string | null) => {
        const before = token.raw.slice(0, Math.max(0, token.raw.indexOf(part)));
        if (message !== null) this.fault(line + before.split("\n").length - 1, message);
      };
      const unresolved = linksResolved([token], this.#programs);
      for (const { href, message } of unresolved) note(href, message);
      const leaves = leavesOf(token);
      const texts = leaves.flatMap((one) => (one.type === "text" ? [(one as Tokens.Text).text] : []));
      for (const inside of texts.flatMap(bracesIn)) note(`{${inside}}`, this.#braceProblem(inside));
      for (const { href } of linksWithin(token))
        if (!unresolved.some((one) => one.href === href)) note(href, this.#linkProblem(href));
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
    if (link.to === "nowhere") return sentence(link.problem);
    if (link.to === "piece") return this.#pieceProblem(link.piece);
    const problems = link.to === "bench" ? scenarioFromUrl(link.fragment, PROGRAM_READER).problems : [];
    const first = problems.find(({ isRemoved }) => isRemoved !== true);
    return first === undefined ? null : `In the link: ${first.message}`;
  }

  /** Reports a name that is neither a part of the page nor a parameter that has a control in this run. */
  #pieceProblem(piece: string): string | null {
    const { scenario } = this.bench;
    const flows = scenario.flows.map((_, flow): Place => ({ scope: "flow", flow }));
    const isControl = [...SHARED_PLACES, ...flows].some((place) =>
      declaredParams(scenario, place).some(({ id }) => id === piece),
    );
    if (isControl || this.#pieces === null || ["aqm", "cc", ...this.#pieces].includes(piece)) return null;
    return `The page has no part "${piece}". Allowed: ${this.#pieces.join(", ")}, and names of parameters, like beta-ecn.`;
  }
}

const VIEW = /^from (.+) to (.+)$/;

/** Reads the time range that the plots show: "from 0 s to 250 ms". */
function readView(text: string, durationS: number): TimeRange {
  const [fromS, toS] = (VIEW.exec(text)?.slice(1) ?? []).map((time) => parseQuantity(time, "s"));
  if (
    typeof fromS !== "number" ||
    typeof toS !== "number" ||
    !(fromS >= 0 && fromS < toS && toS <= durationS)
  )
    throw new Error(
      `view is like "from 0 s to 250 ms", inside the run of ${durationS} s; got "${text.slice(0, 80)}"`,
    );
  return { fromS, toS };
}

function readKind(text: string): LessonStepKind {
  const kind = STEP_KINDS.find((one) => one === text);
  if (kind !== undefined) return kind;
  throw new Error(`A step must be one of ${STEP_KINDS.join(", ")}; got "${text}"`);
}

function readBench(text: string, programs: FilePrograms): string {
  const link = readLink(text);
  if (link.to === "bench") return programs.resolve(link.fragment);
  throw new Error(
    `"bench" must be a link to a state of the simulator, like "#aqm=codel&target=5ms"; got "${text.slice(0, 80)}"`,
  );
}

function readYes(text: string): boolean {
  if (text === "yes") return true;
  throw new Error(`linux is "yes", or the line is left out; got "${text.slice(0, 60)}"`);
}

function readCode(text: string): NonNullable<LessonStep["code"]> {
  if (text === "sender" || text === "queue" || text === "closed") return text;
  throw new Error(
    `"code" must be sender (the program of the first flow), queue or closed (back to the controls); got "${text.slice(0, 60)}"`,
  );
}

function sentence(text: string): string {
  return `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}${/[.?]$/.test(text) ? "" : "."}`;
}

/**
 * Returns the fragment with other settings. `settings`, such as "beta-ecn=0.8&aqm=pie", replace settings of the same names;
 * programs are added.
 */
export function withSettings(fragment: string, settings: string): string {
  const added = settings.split("&").filter((part) => part !== "");
  const names = added.map((part) => part.split("=")[0]).filter((name) => name !== "program");
  const kept = fragment.split("&").filter((part) => !names.includes(part.split("=")[0]));
  return [...kept, ...added].join("&");
}

/** Reads points, each with a time and a height: "0s 10, 5s 300". */
function readPoints(text: string, unit: string): DrawnPoint[] {
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

/** Returns the child tokens of a token. Different kinds of tokens store them in different fields. */
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

function linksWithin(token: Token): Tokens.Link[] {
  const own = token.type === "link" ? [token as Tokens.Link] : [];
  return [...own, ...within(token).flatMap(linksWithin)];
}

/** Replaces names of programs in links by the programs. Reports unknown names. */
function linksResolved(
  tokens: readonly Token[],
  programs: FilePrograms,
): { href: string; message: string }[] {
  return tokens.flatMap(linksWithin).flatMap((link) => {
    const { href } = link;
    try {
      if (href.startsWith("#")) link.href = `#${programs.resolve(href.slice(1))}`;
      return [];
    } catch (error) {
      return [{ href, message: `In the link: ${sentence((error as Error).message)}` }];
    }
  });
}
