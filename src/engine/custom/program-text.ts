/**
 * Reads the text of a custom program: the declarations at its start, its hooks and its variables. The program is not run for
 * this, so sliders, URLs and sweeps know the declarations before the program runs in the sandbox.
 *
 * // @sender ABE in one line
 * // @param beta = 0.8 (0.1 to 0.99) What a mark leaves of cwnd
 * // @probe target (segments) Where the last cut went
 * // @phase probing Looks for more bandwidth
 */
import { Digest } from "../core/digest.ts";
import { nearestNames } from "../params/nearest-names.ts";
import {
  type NumberParam,
  type Phase,
  type PhaseTone,
  type Probe,
  range,
  type Unit,
} from "../params/param.ts";
import { ALLOWED_GLOBALS } from "./allowed.ts";
import {
  FIELDS,
  HELPERS,
  HOOKS,
  hooksOf,
  LONGEST_CODE,
  MOST_PARAMS,
  MOST_PHASES,
  MOST_PROBES,
  MOST_QUEUES,
  type ProgramKind,
} from "./contract.ts";

/** A user-defined program with its declarations. It is plain data. */
export interface Program {
  /** Id: "own-" and a digest of the text, so that the same text has the same id everywhere. */
  readonly id: string;
  readonly kind: ProgramKind;
  readonly name: string;
  readonly code: string;
  readonly params: readonly CustomParam[];
  readonly probes: readonly CustomProbe[];
  /** Phases that the program declares. Its code enters them by their labels. */
  readonly phases: readonly Phase[];
  readonly hooks: readonly string[];
  /** Top-level variables with their lines, in the order of the text. */
  readonly variables: readonly string[];
  readonly feedback: Feedback;
  readonly isPaced: boolean;
  /** True if the program also sets cwnd during recovery. */
  readonly ownsRecovery: boolean;
  /** Number of packet queues that a queue program has. */
  readonly queues: number;
  /** Remarks on code that is allowed but probably a mistake. */
  readonly remarks: readonly ProgramProblem[];
  /** True if the program reads one-way delays. */
  readonly readsDelays: boolean;
}

/** A declared parameter with its name in the code. */
interface CustomParam {
  readonly name: string;
  readonly param: NumberParam;
}

/** A declared probe with its name in the code. */
interface CustomProbe {
  readonly name: string;
  readonly probe: Probe;
}

const FEEDBACKS = ["classic", "dctcp", "accurate", "l4s"] as const;
/** Kind of ECN feedback. "l4s" is accurate feedback with ECT(1). */
type Feedback = (typeof FEEDBACKS)[number];

/** A problem in the text, with a message for users and its line, from 1. */
interface ProgramProblem {
  readonly line: number;
  readonly message: string;
}

/** A valid program, or the problems of the text. */
export type ProgramReading =
  | { readonly program: Program; readonly problems: readonly [] }
  | { readonly program: null; readonly problems: readonly ProgramProblem[] };

const UNITS: readonly Unit[] = ["s", "ms", "Mbps", "B", "ratio", "count", "segments", "per-s"];
const NAME = /^[a-z][A-Za-z0-9]{0,23}$/;
const LONGEST_NAME = 40;
const LONGEST_HELP = 160;

/** Reads the text of a program. Returns the program, or the problems of the text. */
export function readProgram(code: string): ProgramReading {
  const problems: ProgramProblem[] = [];
  const refuse = (line: number, message: string) => void problems.push({ line, message });
  if (code.length > LONGEST_CODE) {
    refuse(1, `The program has ${code.length} characters; at most ${LONGEST_CODE} are allowed.`);
    return { program: null, problems };
  }
  const names = topLevel(code, refuse);
  return assembled(readHead(code, refuse), names, code, { problems, refuse });
}

/** A program given as a JavaScript class: its declarations, the text of the class, and the names of its methods. */
export interface ClassText {
  readonly head: string;
  readonly code: string;
  readonly methods: readonly string[];
}

/** Reads the declarations of a program that is a JavaScript class. Line numbers in problems count the lines of `head`. */
export function readClass({ head: text, code, methods }: ClassText): ProgramReading {
  const problems: ProgramProblem[] = [];
  const refuse = (line: number, message: string) => void problems.push({ line, message });
  const head = readHead(text, refuse);
  const names: TopLevel = {
    functions: new Map(methods.map((name) => [name, 1])),
    // The variables of a class are fields of its instances. They are not known before an instance exists, so only the probes are
    // listed.
    variables: new Map(head.probes.map(({ name }) => [name, 1])),
    mentions: topLevel(code, IGNORED).mentions,
    asyncOrGenerator: new Map(),
    twice: [],
  };
  return assembled(head, names, `${text}\n${code}`, { problems, refuse });
}

function assembled(
  head: Head,
  names: TopLevel,
  code: string,
  { problems, refuse }: { readonly problems: ProgramProblem[]; readonly refuse: Refuse },
): ProgramReading {
  const { functions, variables } = names;
  const { kind } = head;
  if (kind === null) {
    refuse(1, 'One line must say what the program is: "// @sender NAME" or "// @queue NAME".');
    return { program: null, problems };
  }
  const hooks = hooksOf(kind)
    .map(({ name }) => name)
    .filter((name) => functions.has(name));
  checkHooks(kind, functions, refuse);
  for (const { name } of hooksOf(kind)) {
    const line = names.asyncOrGenerator.get(name);
    if (line !== undefined) refuse(line, `${name} must be a plain function, neither async nor a generator.`);
  }
  if (kind === "queue")
    for (const { line } of head.phases) refuse(line, "A queue has no phases: @phase belongs to a sender.");
  if (kind === "sender" && head.queues > 1)
    refuse(head.queuesLine, "A sender has no queues: @queues belongs to a queue.");
  for (const { name, line } of head.probes)
    if (!variables.has(name))
      refuse(
        line,
        `There is no variable ${name} to show: declare it outside of the functions, "let ${name} = 0".`,
      );
  for (const { name } of head.params) {
    const line = variables.get(name) ?? functions.get(name);
    if (line !== undefined)
      refuse(line, `${name} is declared twice: the line // @param ${name} makes it already.`);
  }
  if (problems.length > 0) return { program: null, problems: problems.sort((a, b) => a.line - b.line) };
  const program: Program = {
    id: idOf(code),
    kind,
    name: head.name,
    code,
    params: head.params,
    probes: head.probes.map(({ name, probe }) => ({ name, probe })),
    phases: head.phases.map(({ phase }) => phase),
    hooks,
    variables: [...variables.keys()],
    feedback: head.feedback,
    isPaced: head.isPaced,
    ownsRecovery: head.ownsRecovery,
    queues: head.queues,
    remarks: remarksOn(kind, names),
    readsDelays: names.mentions.has("oneWayDelayMs"),
  };
  return { program, problems: [] };
}

/** Returns the id of the program with this text. */
export function idOf(code: string): string {
  const digest = new Digest();
  digest.text(code);
  return `own-${digest.hex()}`;
}

interface Head {
  kind: ProgramKind | null;
  name: string;
  readonly params: (CustomParam & { readonly line: number })[];
  readonly probes: (CustomProbe & { readonly line: number })[];
  readonly phases: { readonly phase: Phase; readonly line: number }[];
  feedback: Feedback;
  isPaced: boolean;
  ownsRecovery: boolean;
  queues: number;
  /** Line of `@queues`. */
  queuesLine: number;
}

type Refuse = (line: number, message: string) => void;

const TAG = /^[ \t]*\/\/[ \t]*@([A-Za-z]+)(?:$|[ \t](.*))/s;

function readHead(code: string, refuse: Refuse): Head {
  const head: Head = {
    kind: null,
    name: "",
    params: [],
    probes: [],
    phases: [],
    feedback: "classic",
    isPaced: false,
    ownsRecovery: false,
    queues: 1,
    queuesLine: 1,
  };
  for (const [i, text] of code.split(/\r\n|[\n\r\u2028\u2029]/).entries()) {
    const match = TAG.exec(text);
    if (match !== null) readTag(head, match[1], (match[2] ?? "").trim(), i + 1, refuse);
  }
  return head;
}

function readTag(head: Head, tag: string, rest: string, line: number, refuse: Refuse): void {
  if (tag === "sender" || tag === "queue") {
    if (head.kind !== null)
      refuse(line, "A program is one sender or one queue: this line is the second that says so.");
    else if (rest === "" || rest.length > LONGEST_NAME || /\p{C}/u.test(rest))
      refuse(line, `After @${tag} comes a name of 1 to ${LONGEST_NAME} characters.`);
    else Object.assign(head, { kind: tag, name: rest });
  } else if (tag === "param") readParam(head, rest, line, refuse);
  else if (tag === "probe") readProbe(head, rest, line, refuse);
  else if (tag === "phase") readPhase(head, rest, line, refuse);
  else if (tag === "paced") head.isPaced = true;
  else if (tag === "feedback") {
    const known = FEEDBACKS.find((one) => one === rest);
    if (known === undefined)
      refuse(line, `@feedback must be ${FEEDBACKS.slice(0, -1).join(", ")} or ${FEEDBACKS.at(-1)}.`);
    else head.feedback = known;
  } else if (tag === "recovery") {
    if (rest !== "own") refuse(line, 'This line must be "// @recovery own". Correct it or remove it.');
    head.ownsRecovery = true;
  } else if (tag === "queues") {
    const queues = /^\d{1,3}$/.test(rest) ? Number(rest) : 0;
    if (queues < 1 || queues > MOST_QUEUES)
      refuse(line, `After @queues comes a number of queues from 1 to ${MOST_QUEUES}.`);
    else Object.assign(head, { queues, queuesLine: line });
  } else
    refuse(
      line,
      `There is no @${tag}: known are @sender, @queue, @param, @probe, @phase, @feedback, @paced, @recovery and @queues.`,
    );
}

const NUMBER = "[-+]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][-+]?\\d+)?";
const PARAM = new RegExp(
  `^(\\S+)\\s*=\\s*(${NUMBER})(?:\\s*(${UNITS.join("|")}))?\\s*\\(\\s*(${NUMBER})\\s+to\\s+(${NUMBER})\\s*\\)(.*)`,
);

function readParam(head: Head, rest: string, line: number, refuse: Refuse): void {
  const match = PARAM.exec(rest);
  if (match === null) {
    refuse(
      line,
      'A parameter is written as "// @param beta = 0.8 (0.1 to 0.99) What a mark leaves of cwnd".',
    );
    return;
  }
  const [, name, value, unit, least, most, help] = match;
  const [usual, min, max] = [value, least, most].map(Number);
  if (!isFreeName(head, name, line, refuse)) return;
  if (!(min < max && max - min < Number.POSITIVE_INFINITY))
    refuse(line, `The range of ${name} must go up: ${least} is not below ${most}.`);
  else if (!(min <= usual && usual <= max))
    refuse(line, `${name} = ${value} lies outside of its range, ${least} to ${most}.`);
  else if (head.params.length === MOST_PARAMS)
    refuse(line, `A program has at most ${MOST_PARAMS} parameters.`);
  else {
    const param: NumberParam = {
      id: idOfName(name),
      label: name,
      unit: UNITS.find((one) => one === unit) ?? "count",
      ...range({ default: usual, min, max, step: stepFor(max - min) }),
      help: helpOf(help, `Declared by the program as ${name}.`),
    };
    head.params.push({ name, param, line });
  }
}

/** Returns the help text of a declaration as a complete sentence. `otherwise` is used if the declaration has no text. */
function helpOf(written: string, otherwise: string): string {
  const help = written.trim().slice(0, LONGEST_HELP).trim();
  if (help === "") return otherwise;
  return /[.!?。！？]$/.test(help) ? help : `${help}.`;
}

/** Returns a step for a slider over a range of the given width: at most a hundredth of the width, with one significant digit. */
function stepFor(width: number): number {
  let step = 1;
  while (step > width / 100) step /= 10;
  while (step * 10 <= width / 100) step *= 10;
  return Number(step.toPrecision(1));
}

const PROBE = new RegExp(`^(\\S+)(?:\\s*\\((${UNITS.join("|")})\\))?(.*)`);

function readProbe(head: Head, rest: string, line: number, refuse: Refuse): void {
  const match = PROBE.exec(rest);
  if (match === null) {
    refuse(line, 'A probe is written as "// @probe target (segments) Where the last cut went".');
    return;
  }
  const [, name, unit, help] = match;
  if (!isFreeName(head, name, line, refuse)) return;
  if (head.probes.length === MOST_PROBES)
    refuse(line, `A program shows at most ${MOST_PROBES} variables as plots.`);
  else {
    const probe: Probe = {
      id: idOfName(name),
      label: name,
      unit: UNITS.find((one) => one === unit) ?? "count",
      ...(unit === "segments" && { besideCwnd: true }),
      help: helpOf(help, `The program's variable ${name}.`),
    };
    head.probes.push({ name, probe, line });
  }
}

const PHASE = /^([A-Za-z][A-Za-z0-9_-]{0,23})(?:$|[ \t](.*))/s;

/** Colours for the phases of a program. They are used in turn, so that phases that follow each other differ. */
const CUSTOM_TONES: readonly PhaseTone[] = ["grow", "push", "hold", "back", "small"];

function readPhase({ phases }: Head, rest: string, line: number, refuse: Refuse): void {
  const match = PHASE.exec(rest);
  if (match === null)
    refuse(
      line,
      'A phase is written as "// @phase probing Looks for more bandwidth"; its name has letters, digits, _ and -, 24 at most.',
    );
  else if (phases.length === MOST_PHASES) refuse(line, `A sender has at most ${MOST_PHASES} phases.`);
  else if (phases.some(({ phase }) => phase.label === match[1]))
    refuse(line, `The phase ${match[1]} is declared twice.`);
  else {
    const [, label, help = ""] = match;
    const tone = CUSTOM_TONES[phases.length % CUSTOM_TONES.length];
    const phase = { id: `own-${label}`, label, tone, help: helpOf(help, `The program's phase ${label}.`) };
    phases.push({ phase, line });
  }
}

/** Words that cannot be names in strict mode (ECMAScript 2025 §12.7.2). */
const KEYWORDS = new Set(
  (
    "await break case catch class const continue debugger default delete do else enum export extends false finally for " +
    "function if implements import in instanceof interface let new null package private protected public return static " +
    "super switch this throw true try typeof var void while with yield"
  ).split(" "),
);

/** Fields that were added later. Older programs may have parameters with the same names. */
const NEWER_FIELDS = new Set(["oneWayDelayMs", "isAppLimited", "seq", "ecn"]);

const TAKEN = new Set([
  ...[...ALLOWED_GLOBALS, ...KEYWORDS, "arguments", "async", "eval"],
  ...[...FIELDS, ...HOOKS, ...HELPERS].map(({ name }) => name).filter((name) => !NEWER_FIELDS.has(name)),
  ...["tcp", "queue", "packet", "event"],
]);

function isFreeName({ params, probes }: Head, name: string, line: number, refuse: Refuse): boolean {
  if (!NAME.test(name))
    refuse(
      line,
      `The name ${JSON.stringify(name.slice(0, 30))} must be letters and digits, beginning with a small letter, 24 at most.`,
    );
  else if (TAKEN.has(name)) refuse(line, `The name ${name} has a meaning already; choose another one.`);
  else if ([...params, ...probes].some((one) => idOfName(one.name) === idOfName(name)))
    refuse(line, `The name ${name} is declared twice.`);
  else return true;
  return false;
}

/** Converts a name such as betaEcn to the setting own-beta-ecn. No other setting starts with "own-". */
function idOfName(name: string): string {
  return `own-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Hooks with which a queue makes decisions. A queue program must have at least one of them. */
const DECIDING = ["enqueue", "dequeue", "onFull", "onServe"];

function checkHooks(kind: ProgramKind, functions: ReadonlyMap<string, number>, refuse: Refuse): void {
  const hooks = hooksOf(kind).map(({ name }) => name);
  for (const { program, name } of HOOKS) {
    const line = functions.get(name);
    if (program !== kind && line !== undefined && !hooks.includes(name))
      refuse(line, `A ${kind} has no ${name}: it has ${hooks.join(", ")}.`);
  }
  if (kind === "sender" && !functions.has("onAck"))
    refuse(
      1,
      'A sender needs a function onAck, written "function onAck(tcp) { … }": without it the window never grows.',
    );
  if (kind === "queue" && !DECIDING.some((name) => functions.has(name)))
    refuse(
      1,
      'A queue needs a function enqueue or dequeue, written "function enqueue(packet, queue) { … }".',
    );
}

/** Returns the remarks on a program as sentences; empty if there are none or if the text is not a valid program. */
export function remarkWords(code: string): string[] {
  const { program } = readProgram(code);
  return (program?.remarks ?? []).map(
    ({ line, message }) => `In the program "${program?.name}", line ${line}: ${message}`,
  );
}

/** Finds hooks with misspelt names. Such a function is never called, and without a remark the author would not notice. */
function remarksOn(kind: ProgramKind, names: TopLevel): ProgramProblem[] {
  const { functions, variables, mentions, twice } = names;
  const hooks = hooksOf(kind);
  const isUnused = ([name]: readonly [string, number]) => mentions.get(name) === 1;
  const lacking = hooks.map(({ name }) => name).filter((name) => !functions.has(name));
  const misspelt = [...functions].filter(isUnused).flatMap(([name, line]) => {
    if (hooks.some((hook) => hook.name === name)) return [];
    const [near] = nearestNames(name, lacking);
    if (near !== undefined)
      return [{ line, message: `${name} is not a hook, and nothing calls it; did you mean ${near}?` }];
    if (!/^on[A-Z]/.test(name)) return [];
    const known = hooks.map((hook) => hook.name).join(", ");
    return [{ line, message: `${name} is not a hook, and nothing calls it: a ${kind} has ${known}.` }];
  });
  const inVariables = [...variables].filter(isUnused).flatMap(([name, line]) => {
    const hook = hooks.find((one) => one.name === name);
    if (hook === undefined) return [];
    const written = `function ${name}(${hook.takes.join(", ")}) { … }`;
    return [{ line, message: `${name} is a variable here and no hook: a hook is written "${written}".` }];
  });
  const doubled = twice.map(({ name, first, line }) => ({
    line,
    message: `This is the second function ${name}: it replaces the one in line ${first}.`,
  }));
  return [...misspelt, ...inVariables, ...doubled].sort((a, b) => a.line - b.line);
}

interface TopLevel {
  /** Functions by name, with their lines. */
  readonly functions: ReadonlyMap<string, number>;
  readonly variables: ReadonlyMap<string, number>;
  /** Number of occurrences of each name in the text. */
  readonly mentions: ReadonlyMap<string, number>;
  /** Async functions and generators by name, with their lines. Hooks cannot be of these kinds. */
  readonly asyncOrGenerator: ReadonlyMap<string, number>;
  /** Functions with the same name as an earlier function, with the lines of both. */
  readonly twice: readonly { readonly name: string; readonly first: number; readonly line: number }[];
}

/**
 * Finds the functions and variables of the outermost level. A name that this function misses leads to an error of the sandbox at
 * its first use.
 */
function topLevel(code: string, refuse: Refuse): TopLevel {
  const functions = new Map<string, number>();
  const variables = new Map<string, number>();
  const mentions = new Map<string, number>();
  const asyncOrGenerator = new Map<string, number>();
  const twice: TopLevel["twice"][number][] = [];
  let isAsync = false;
  let depth = 0;
  let line = 1;
  /** True inside a list of declarations such as `let a = 1, b = 2`. */
  let isListing = false;
  let before = "";
  for (const token of tokens(code, refuse)) {
    const { text } = token;
    line = token.line;
    mentions.set(text, (mentions.get(text) ?? 0) + 1);
    if (depth === 0 && /^[A-Za-z_$]/.test(text) && !KEYWORDS.has(text)) {
      if (before === "function" || before === "function*") {
        const first = functions.get(text);
        if (first !== undefined) twice.push({ name: text, first, line });
        functions.set(text, line);
        if (isAsync || before === "function*") asyncOrGenerator.set(text, line);
      } else if (/^(?:let|const|var)$/.test(before)) {
        variables.set(text, line);
        isListing = true;
      } else if (isListing && before === ",") variables.set(text, line);
    }
    if (depth === 0 && /^(?:let|const|var|function)$/.test(text)) isListing = false;
    if (text === "{" || text === "(" || text === "[") depth++;
    else if (text === "}" || text === ")" || text === "]") depth--;
    else if (text === ";" && depth === 0) isListing = false;
    if (text === "function") isAsync = before === "async";
    before = text === "*" && before === "function" ? "function*" : text;
  }
  return { functions, variables, mentions, asyncOrGenerator, twice };
}

const IGNORED: Refuse = () => undefined;

/** Returns the line of the first use of a name, searched from the line `from` on; `from` if the name is not used. */
export function lineOfName(code: string, name: string, from: number): number {
  for (const { text, line } of tokens(code, IGNORED)) if (line >= from && text === name) return line;
  return from;
}

/**
 * Returns the line of the loop that is running when the interpreter reports `line`. The interpreter reports the last call before
 * a loop. If the loop contains no calls, the function searches for it after that line.
 */
export function lineOfLoop(code: string, line: number): number {
  const loops: { readonly from: number; readonly depth: number; to: number }[] = [];
  let depth = 0;
  for (const { text, line: at } of tokens(code, IGNORED)) {
    if (/^(?:for|while|do)$/.test(text)) loops.push({ from: at, depth, to: at });
    if (text === "{") depth++;
    else if (text === "}") {
      depth--;
      for (const loop of loops) if (loop.depth === depth && loop.to === loop.from) loop.to = at;
    }
  }
  if (loops.some(({ from, to }) => from <= line && line <= to)) return line;
  return loops.find(({ from }) => from > line)?.from ?? line;
}

/** Keywords that are values. After them a slash is a division; after all other keywords it starts a regular expression. */
const VALUES = new Set(["this", "super", "null", "true", "false"]);

/** Keywords that are followed by a condition in parentheses. After the closing parenthesis a slash may start a regular expression. */
const HEADS = new Set(["if", "while", "for", "with"]);

/**
 * Matches control characters for the direction of writing. They can make code look different from what it does (Unicode Standard
 * Annex 9, §2).
 */
const BIDI = /\p{Bidi_Control}/u;

/** Maximum length of a regular expression (characters). If it is longer, its characters are read one by one. */
const LONGEST_PATTERN = 1000;

/**
 * Maximum number of regular expressions without an end that are searched for their end. No program that runs has any, and each
 * search reads up to `LONGEST_PATTERN` characters.
 */
const MOST_UNENDED = 500;

/** Yields the tokens of a program: names, operators, numbers, strings and regular expressions. Comments are skipped. */
function* tokens(code: string, refuse: Refuse): Generator<{ readonly text: string; readonly line: number }> {
  const pattern =
    /(\r\n|[\n\r\u2028\u2029])|\/\/[^\n\r\u2028\u2029]*|\/\*[\s\S]*?(?:\*\/|$)|("(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?|`(?:\\[\s\S]|[^`\\])*`?)|([A-Za-z_$][\w$]*)|(\d[\w.]*)|(\S)/g;
  let line = 1;
  let last = "";
  /** One entry per open parenthesis: true if the parenthesis follows a keyword in HEADS. */
  const heads: boolean[] = [];
  let isAfterHead = false;
  let unended = 0;
  for (let match = pattern.exec(code); match !== null; match = pattern.exec(code)) {
    const [all, newline, text, name, number, sign] = match;
    if (newline !== undefined) {
      line++;
      continue;
    }
    if (text === undefined) checkDirection(all, line, refuse);
    if (sign === "/" && beginsPattern(last, isAfterHead)) {
      const near = unended < MOST_UNENDED ? code.slice(match.index, match.index + LONGEST_PATTERN) : "";
      const rest = /^\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/\w*/.exec(near);
      if (rest === null) unended++;
      else {
        pattern.lastIndex = match.index + rest[0].length;
        checkDirection(rest[0], line, refuse);
      }
      last = '"';
      isAfterHead = false;
      yield { text: last, line };
    } else {
      const token = name ?? sign ?? (text !== undefined ? '"' : number !== undefined ? "0" : "");
      if (token !== "") {
        yield { text: token, line };
        isAfterHead = token === ")" && heads.pop() === true;
        if (token === "(") heads.push(HEADS.has(last));
        last = token;
      }
      if (text !== undefined || all.startsWith("/*")) line += all.split(/\r\n|[\n\r\u2028\u2029]/).length - 1;
    }
  }
}

function checkDirection(text: string, line: number, refuse: Refuse): void {
  if (BIDI.test(text))
    refuse(line, "This line contains a bidirectional control character, which is allowed in strings only.");
}

function beginsPattern(last: string, isAfterHead: boolean): boolean {
  if (isAfterHead) return true;
  if (KEYWORDS.has(last)) return !VALUES.has(last);
  return !/^[\w$)\]"]/.test(last);
}
