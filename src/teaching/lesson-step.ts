/** One step of a lesson from its section of the file. */
import { parseQuantity, type Scenario, scenarioFromUrl } from "../engine/index.ts";
import type { DocumentProblem, Section, Token, Tokens } from "./document.ts";
import { DRAWN_PLOTS, type Point, readDrawing, readYardstick } from "./drawing.ts";
import type { Claim, LessonDrawing, LessonPart, LessonStep, Look, Option } from "./lesson.ts";
import { conditionTexts, readLessonConditions } from "./lesson-conditions.ts";
import { checkTexts, pieceProblem } from "./lesson-texts.ts";
import { readLink } from "./links.ts";
import {
  conditionAhead,
  readStepLines,
  STEP_KINDS,
  type StepBody,
  type StepKey,
  type StepKind,
  type StepLine,
} from "./step-lines.ts";

export interface Known {
  /** Names of the pieces of the page, beside the parameters: only the page knows them. */
  readonly pieces: readonly string[];
}

/** What the lesson has set the bench to. */
export interface SetBench {
  readonly fragment: string;
  readonly scenario: Scenario;
}

/** Reads one thing, and notes the line where it throws a sentence. */
type Try = <T>(line: number, read: () => T) => T | null;

export function readStep(
  section: Section,
  before: SetBench,
  known: Known,
  problems: DocumentProblem[],
): { readonly step: LessonStep; readonly bench: SetBench } {
  const attempt: Try = (line, read) => {
    try {
      return read();
    } catch (error) {
      problems.push({ line, message: sentence(error) });
      return null;
    }
  };
  const body = readStepLines(section, problems);
  const of = (key: StepKey) => body.lines.filter((one) => one.key === key);
  const kind = readKind(of("step"), problems);
  const set = readBench(of("bench"), problems);
  const bench = set ?? before;
  const { parts, options } = readParts(body, kind, bench, attempt, problems);
  checkTexts(body, bench.scenario, known, problems);
  const drawing = readDrawn(of, attempt);
  checkKind(section, kind, { body, options, drawing }, problems);
  const step: LessonStep = {
    kind,
    title: section.title,
    line: section.line,
    bench: set?.fragment ?? null,
    inForce: bench.fragment,
    look: readLook(of("look"), bench, known, attempt),
    parts,
    options,
    drawing,
    asked: of("done").flatMap(({ value, line }) =>
      (attempt(line, () => readLessonConditions(value, bench.scenario)) ?? []).map((condition, i) => ({
        text: conditionTexts(value)[i],
        condition,
      })),
    ),
    solved: of("solved with")[0]?.value ?? null,
    claims: of("holds").flatMap((one) => readClaim(one, bench, attempt, problems)),
  };
  checkSettings(of("solved with"), bench, problems);
  return { step, bench };
}

function sentence(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}${/[.?]$/.test(text) ? "" : "."}`;
}

function readKind(lines: readonly StepLine[], problems: DocumentProblem[]): StepKind {
  const [first] = lines;
  const kind = STEP_KINDS.find((one) => one === first?.value);
  if (first !== undefined && kind === undefined)
    problems.push({
      line: first.line,
      message: `A step is one of ${STEP_KINDS.join(", ")}; got "${first.value}".`,
    });
  return kind ?? "explain";
}

/** `settings`: "beta-ecn=0.8&aqm=pie", which replace those of the same names. */
export function withSettings(fragment: string, settings: string): string {
  const added = settings.split("&").filter((part) => part !== "");
  const names = added.map((part) => part.split("=")[0]);
  const kept = fragment.split("&").filter((part) => !names.includes(part.split("=")[0]));
  return [...kept, ...added].join("&");
}

function readBench(lines: readonly StepLine[], problems: DocumentProblem[]): SetBench | null {
  for (const { line } of lines.slice(1)) problems.push({ line, message: "A step has one line bench." });
  const [first] = lines;
  if (first === undefined) return null;
  const link = readLink(first.value);
  if (link.to !== "bench") {
    problems.push({
      line: first.line,
      message: `bench is a link to a state of the bench, like "#aqm=codel&target=5ms"; got "${first.value.slice(0, 80)}".`,
    });
    return null;
  }
  return { fragment: link.fragment, scenario: scenarioOf(link.fragment, first.line, problems) };
}

function scenarioOf(fragment: string, line: number, problems: DocumentProblem[]): Scenario {
  const { scenario, problems: found, view } = scenarioFromUrl(fragment);
  const ofPin = view.pin === undefined ? [] : scenarioFromUrl(view.pin, []).problems;
  for (const { message } of [...found, ...ofPin]) problems.push({ line, message: `In the link: ${message}` });
  return scenario;
}

function checkSettings(lines: readonly StepLine[], bench: SetBench, problems: DocumentProblem[]): void {
  for (const { value, line } of lines) scenarioOf(withSettings(bench.fragment, value), line, problems);
}

function readClaim(one: StepLine, bench: SetBench, attempt: Try, problems: DocumentProblem[]): Claim[] {
  const { settings, value, line } = one;
  const fragment = withSettings(bench.fragment, settings);
  const scenario = settings === "" ? bench.scenario : scenarioOf(fragment, line, problems);
  const conditions = attempt(line, () => readLessonConditions(value, scenario));
  return conditions === null ? [] : [{ line, text: value, fragment, conditions }];
}

const LOOK = /^\[([^\]]{1,80})\]\((#point=[^)]+)\)$/;

function readLook(lines: readonly StepLine[], bench: SetBench, known: Known, attempt: Try): Look | null {
  const [first] = lines;
  if (first === undefined) return null;
  return attempt(first.line, () => {
    const [, label, href] = LOOK.exec(first.value) ?? [];
    const link = href === undefined ? null : readLink(href);
    if (link?.to !== "piece")
      throw new Error(
        `look is like "[the queue](#point=delay&from=20s&to=30s)"; got "${first.value.slice(0, 80)}"`,
      );
    const problem = pieceProblem(link.piece, bench.scenario, known);
    if (problem !== null) throw new Error(problem);
    return { label, piece: link.piece, stretch: link.stretch };
  });
}

function readDrawn(of: (key: StepKey) => readonly StepLine[], attempt: Try): LessonDrawing | null {
  const [first] = of("draw");
  if (first === undefined) return null;
  const task = attempt(first.line, () => readDrawing(first.value));
  if (task === null) return null;
  const judges = of("judge");
  if (judges.length === 0)
    attempt(first.line, () => {
      throw new Error('what is drawn is judged by a line like "judge: mean within 40 ms"');
    });
  const samples = (["drawing right", "drawing wrong"] as const).flatMap((key) =>
    of(key).flatMap(({ value, line }) => {
      const points = attempt(line, () => readPoints(value, DRAWN_PLOTS[task.plot].unit));
      return points === null ? [] : [{ points, right: key === "drawing right", line }];
    }),
  );
  return {
    task,
    yardsticks: judges.flatMap(
      ({ value, line }) => attempt(line, () => readYardstick(value, task.plot)) ?? [],
    ),
    samples,
  };
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

function readParts(
  { tokens, at }: StepBody,
  kind: StepKind,
  bench: SetBench,
  attempt: Try,
  problems: DocumentProblem[],
): { parts: LessonPart[]; options: Option[] } {
  const parts: LessonPart[] = [];
  let options: Option[] = [];
  tokens.forEach((token, i) => {
    const quoted = token.type === "blockquote" ? conditionAhead((token as Tokens.Blockquote).text) : null;
    if (isChoice(token)) {
      if (kind !== "predict" && kind !== "question")
        problems.push({ line: at[i], message: "Only the steps predict and question have options." });
      if (options.length > 0) problems.push({ line: at[i], message: "A step has one list of options." });
      options = token.items.map(readOption);
      checkOptions(options, at[i], problems);
    } else if (quoted !== null) {
      const when = attempt(at[i], () => readLessonConditions(quoted.condition, bench.scenario));
      if (when !== null) parts.push({ tokens: quoted.tokens, when });
    } else parts.push({ tokens: [token], when: null });
  });
  return { parts, options };
}

function isChoice(token: Token): token is Tokens.List {
  return token.type === "list" && (token as Tokens.List).items.some(({ task }) => task);
}

function readOption({ tokens, checked }: Tokens.ListItem): Option {
  const isAnswer = (token: Token) => token.type === "blockquote";
  return {
    tokens: tokens.filter((token) => token.type !== "checkbox" && token.type !== "space" && !isAnswer(token)),
    right: checked === true,
    answer: tokens.filter(isAnswer).flatMap((token) => (token as Tokens.Blockquote).tokens),
  };
}

function checkOptions(options: readonly Option[], line: number, problems: DocumentProblem[]): void {
  if (options.length < 2) problems.push({ line, message: "There are at least two options." });
  if (!options.some(({ right }) => right))
    problems.push({ line, message: 'One option at least is right: it begins with "- [x]".' });
  if (options.some(({ answer }) => answer.length === 0))
    problems.push({
      line,
      message: 'Each option has an answer under it: a quote, in lines that begin with "  >".',
    });
}

interface Found {
  readonly body: StepBody;
  readonly options: readonly Option[];
  readonly drawing: LessonDrawing | null;
}

function checkKind(
  { line }: Section,
  kind: StepKind,
  { body, options, drawing }: Found,
  problems: DocumentProblem[],
): void {
  const has = (key: StepKey) => body.lines.some((one) => one.key === key);
  const problem = (message: string) => problems.push({ line, message });
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
