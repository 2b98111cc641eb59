/**
 * The common form of lessons, tasks and talks. The file is Markdown with a head of "key: value" lines between two lines "---", an
 * opening text, and one section per heading of the second level. Programs are in fenced blocks that are not shown with the text.
 * Lessons, tasks and talks interpret the parts in their own way.
 */
import { lexer, type Token, type Tokens } from "marked";
import { nearestNames } from "../../engine/index.ts";
import { steadyText } from "../../lib/visible-text.ts";
import { FilePrograms, takePrograms } from "./file-programs.ts";

export type { Token, Tokens } from "marked";

const LONGEST_DOCUMENT = 100_000;

export interface HeadLine {
  readonly key: string;
  readonly value: string;
  /** Line in the file, from 1. */
  readonly line: number;
}

export interface Section {
  readonly title: string;
  readonly line: number;
  readonly tokens: readonly Token[];
  /** For each token, its line in the file. */
  readonly lines: readonly number[];
}

export interface TeachingDocument {
  /** Lines in the order of the file; a key may occur more than once. */
  readonly head: readonly HeadLine[];
  /** Everything after the head, without the programs. */
  readonly body: string;
  readonly opening: readonly Token[];
  readonly sections: readonly Section[];
  readonly programs: FilePrograms;
  /** For each program, the line at which its block starts. */
  readonly programLines: ReadonlyMap<string, number>;
}

export interface DocumentProblem {
  /** Line in the file, from 1; 0 if the problem concerns the file as a whole. */
  readonly line: number;
  readonly message: string;
}

type DocumentReading =
  | { readonly document: TeachingDocument; readonly problems: readonly [] }
  | { readonly document: null; readonly problems: readonly DocumentProblem[] };

const FENCE = /^---\s*$/;
const HEAD_LINE = /^([a-z][a-z0-9-]*):(.*)$/;

export function readDocument(file: string): DocumentReading {
  const failed = (line: number, message: string) => ({ document: null, problems: [{ line, message }] });
  if (file.length > LONGEST_DOCUMENT)
    return failed(0, `The file has ${file.length} characters; at most ${LONGEST_DOCUMENT} are allowed.`);
  const lines = file.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
  if (!FENCE.test(lines[0])) return failed(1, 'The file begins with a line "---" and its head.');
  const end = lines.findIndex((line, i) => i > 0 && FENCE.test(line));
  if (end < 0) return failed(1, 'The head has no second line "---" at its end.');
  const head: HeadLine[] = [];
  for (let i = 1; i < end; i++) {
    if (lines[i].trim() === "") continue;
    const match = HEAD_LINE.exec(lines[i]);
    if (match === null)
      return failed(i + 1, `Each line of the head must be "key: value", got "${lines[i].slice(0, 60)}".`);
    head.push({ key: match[1], value: match[2].trim(), line: i + 1 });
  }
  const { lines: own, programs, stretches, problems } = takePrograms(lines.slice(end + 1), end + 1);
  if (problems.length > 0) return { document: null, problems };
  const tangled = markdownFault(own);
  if (tangled !== null) return failed(end + 1 + tangled.line, tangled.message);
  const document: TeachingDocument = {
    head,
    body: without(own, stretches).join("\n"),
    ...sectionsOf(own.join("\n"), end + 2),
    programs: new FilePrograms(programs),
    programLines: new Map(programs.map(({ name, line }) => [name, line])),
  };
  return { document, problems: [] };
}

/** Removes ranges of lines, each with the empty line after it, so that the text before and after a range stays connected. */
function without(lines: readonly string[], stretches: readonly (readonly [number, number])[]): string[] {
  const isTaken = (i: number) =>
    stretches.some(([from, to]) => from <= i && (i <= to || (i === to + 1 && lines[i].trim() === "")));
  return stretches.length === 0 ? [...lines] : lines.filter((_, i) => !isTaken(i));
}

/** Returns a problem for each program that nothing in the file has named. */
export function unusedPrograms({ programs, programLines }: TeachingDocument): DocumentProblem[] {
  return programs.unused().map((name) => ({
    line: programLines.get(name) ?? 0,
    message: `Nothing in the file uses the program "${name}". Use it in a setting, like "cc=@${name}" or "aqm=@${name}".`,
  }));
}

/** A text that is too complex to be read as Markdown. It is shown as typed, and `fault` says why. */
export interface PlainToken {
  readonly type: "plain";
  readonly raw: string;
  readonly fault: string;
}

/** Parses Markdown. No other code parses Markdown, so the limits on time and nesting apply to every input. */
export function tokensOf(text: string): (Token | PlainToken)[] {
  const fault = faultOfText(text);
  const shown = steadyText(text);
  return fault === null ? lexer(shown, { gfm: true }) : [{ type: "plain", raw: shown, fault }];
}

function faultOfText(text: string): string | null {
  if (text.length > LONGEST_DOCUMENT)
    return `The text has ${text.length} characters; at most ${LONGEST_DOCUMENT} are read as Markdown.`;
  return markdownFault(text.split(/\r\n|\r|\n/))?.message ?? null;
}

/** Returns the opening and the sections of a text. `line` is its first line in the file. */
function sectionsOf(body: string, line: number): Pick<TeachingDocument, "opening" | "sections"> {
  const opening: Token[] = [];
  const sections: { title: string; line: number; tokens: Token[]; lines: number[] }[] = [];
  let at = line;
  for (const token of tokensOf(body)) {
    const section = sections.at(-1);
    if (token.type === "heading" && (token as Tokens.Heading).depth === 2)
      sections.push({ title: (token as Tokens.Heading).text, line: at, tokens: [], lines: [] });
    else if (token.type !== "space") {
      (section?.tokens ?? opening).push(token);
      section?.lines.push(at);
    }
    at += token.raw.split("\n").length - 1;
  }
  return { opening, sections };
}

/**
 * Limits on the complexity of Markdown. The parser reads a paragraph again for each line, and for each character that could start
 * something, and calls itself for nested quotations and lists. Without limits, a file of 5,000 characters can take half a second
 * or overflow the stack. Characters and lines are counted between empty lines.
 */
const MOST_SIGNS = 200;
const MOST_LINES = 300;
const MOST_NESTED = 8;
const DEEPEST_INDENT = 40;
/** Limit on the cells of all tables in a text. The parser fills each row up to the number of columns. */
const MOST_CELLS = 10_000;
/**
 * Length of a word up to which the parser may look for addresses in it. For an "@" it reads the word again from each character,
 * and for each of `ADDRESS_SIGNS` once. It removes punctuation from the end of an address one sign at a time, and reads the word
 * again after each.
 */
const LONGEST_ADDRESS = 2000;
const MOST_ADDRESS_SIGNS = 20;
const ADDRESS_SIGNS = /www\.|:\/\/|[();]/g;
const MANY_MARKS = new RegExp(`[?!.,:;*_'"~()&]{${MOST_ADDRESS_SIGNS + 1}}`);

/** Matches the markers of nested quotations and list items at the start of a line. */
const MARKERS = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)))*/;

/** Returns the first violation of the limits; null if there is none. Lines count from 1. */
export function markdownFault(lines: readonly string[]): DocumentProblem | null {
  let signs = 0;
  let paragraphStart = 0;
  let columns = 0;
  let cells = 0;
  for (const [i, text] of lines.entries()) {
    const isEmpty = text.trim() === "";
    if (isEmpty) paragraphStart = i + 1;
    signs = isEmpty ? 0 : signs + countOf(/[*_~`[\]!<]/g, text);
    columns = isEmpty ? 0 : Math.max(columns, columnsOf(text));
    cells += columns;
    const message =
      cells > MOST_CELLS
        ? `The tables up to this line have more than ${MOST_CELLS} cells.`
        : (faultOf(text, signs, i + 1 - paragraphStart) ?? faultOfAddresses(text));
    if (message !== null) return { line: i + 1, message };
  }
  return null;
}

/** Returns the number of columns if the line can be the one below a table's header, such as "|---|:-:|"; otherwise 0. */
function columnsOf(text: string): number {
  return /^[\s>*+\d.)|:-]+$/.test(text) && text.includes("|") ? countOf(/\|/g, text) + 1 : 0;
}

function faultOfAddresses(text: string): string | null {
  if (text.length <= LONGEST_ADDRESS) return null;
  for (const word of text.split(/\s/)) {
    if (word.length <= LONGEST_ADDRESS) continue;
    if (word.includes("@")) return `A word with "@" may have at most ${LONGEST_ADDRESS} characters.`;
    if (!/www\.|:\/\//.test(word)) continue;
    if (countOf(ADDRESS_SIGNS, word) > MOST_ADDRESS_SIGNS)
      return `A word of more than ${LONGEST_ADDRESS} characters may have at most ${MOST_ADDRESS_SIGNS} of "www." "://" "(" ")" ";".`;
    if (MANY_MARKS.test(word))
      return `An address of more than ${LONGEST_ADDRESS} characters may have at most ${MOST_ADDRESS_SIGNS} punctuation marks in a row.`;
  }
  return null;
}

function faultOf(text: string, signs: number, count: number): string | null {
  if (count > MOST_LINES) return `There are more than ${MOST_LINES} lines without an empty one between them.`;
  if (signs > MOST_SIGNS)
    return `There are more than ${MOST_SIGNS} signs of Markdown (* _ ~ \` [ ] ! <) without an empty line between them.`;
  if (countOf(/>|[-*+]|\d+/g, MARKERS.exec(text)?.[0] ?? "") > MOST_NESTED)
    return `Quotations and lists may be nested ${MOST_NESTED} levels deep; this line starts a deeper level.`;
  if (text.trim() !== "" && text.search(/[^ \t]/) > DEEPEST_INDENT)
    return `A line may start with at most ${DEEPEST_INDENT} spaces.`;
  return null;
}

function countOf(what: RegExp, text: string): number {
  return text.match(what)?.length ?? 0;
}

/** Makes messages on lines that cannot be read. */
interface Complaints {
  readonly unknown: (key: string, known: readonly string[]) => string;
  /** Returns the message for a value that cannot be read. `message` is the error that reading the value has thrown. */
  readonly unread: (key: string, message: string) => string;
}

const OF_A_HEAD: Complaints = {
  unknown: (key, known) => {
    const near = nearestNames(key, known);
    return near.length > 0
      ? `There is no "${key}". Did you mean "${near.join('" or "')}"?`
      : `There is no "${key}". Allowed: ${known.join(", ")}.`;
  },
  unread: (key, message) => `${key}: ${message}`,
};

/** Reads lines "key: value" by their keys. Collects errors with their line numbers. */
export class HeadReader {
  readonly problems: DocumentProblem[] = [];
  readonly #lines: readonly HeadLine[];
  readonly #complaints: Complaints;

  /** Creates the reader. Keys in `single` may occur only once. */
  constructor(
    lines: readonly HeadLine[],
    { single, many }: { readonly single: readonly string[]; readonly many: readonly string[] },
    complaints: Partial<Complaints> = {},
  ) {
    this.#lines = lines;
    this.#complaints = { ...OF_A_HEAD, ...complaints };
    const known = [...single, ...many];
    for (const [i, { key, line }] of lines.entries()) {
      if (!known.includes(key)) this.fault(line, this.#complaints.unknown(key, known));
      else if (single.includes(key) && lines.findIndex((one) => one.key === key) < i)
        this.fault(line, `"${key}" occurs twice; only one is allowed.`);
    }
  }

  fault(line: number, message: string): void {
    this.problems.push({ line, message });
  }

  /** Returns the line of a key; 0 if it is absent. */
  lineOf(key: string): number {
    return this.#lines.find((one) => one.key === key)?.line ?? 0;
  }

  /**
   * Returns the value of a key, converted by `read`, which throws if the value is wrong. If the key is absent, returns
   * `otherwise`; if `otherwise` is undefined, reports a problem.
   */
  one<T, E = T>(key: string, read: (value: string) => T, otherwise?: E): T | E | undefined {
    const found = this.#lines.find((one) => one.key === key);
    if (found !== undefined) return this.attempt(found.line, key, () => read(found.value));
    if (otherwise === undefined) this.fault(0, `The head has no line "${key}: …".`);
    return otherwise;
  }

  /** Returns the values of a key that may occur several times. Lines beyond `most` are not read, which is reported once. */
  every<T>(
    key: string,
    read: (value: string) => T,
    most = Number.POSITIVE_INFINITY,
  ): { readonly line: number; readonly value: T }[] {
    const lines = this.#lines.filter((one) => one.key === key);
    if (lines.length > most) this.fault(lines[most].line, `"${key}" may occur at most ${most} times.`);
    return lines.slice(0, most).flatMap(({ line, value: text }) => {
      const value = this.attempt(line, key, () => read(text));
      return value === undefined ? [] : [{ line, value }];
    });
  }

  /** Returns the result of `read`. If it throws, reports a problem at the line and returns undefined. */
  attempt<T>(line: number, key: string, read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      this.fault(line, this.#complaints.unread(key, error instanceof Error ? error.message : String(error)));
      return undefined;
    }
  }
}

/** Reads an integer of the head. Throws an error with a message for the user. */
export function wholeNumber(text: string, least: number, most: number): number {
  const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new Error(`must be a whole number from ${least} to ${most}, got "${text}"`);
}

/** Reads a text of limited length. Throws an error with a message for the user. */
export function shortText(text: string, most: number): string {
  if (text !== "" && text.length <= most) return text;
  throw new Error(text === "" ? "is empty" : `must have at most ${most} characters, has ${text.length}`);
}

/** Keys that every teaching file must have: its kind, its id for URLs, its language, its title. */
export const IDENTITY_KEYS = ["kind", "id", "lang", "title"] as const;

export interface Identity {
  readonly id: string;
  /** Language of the file (BCP 47). */
  readonly lang: string;
  readonly title: string;
}

export function identityLines(kind: string, { id, lang, title }: Identity): string[] {
  return [`kind: ${kind}`, `id: ${id}`, `lang: ${lang}`, `title: ${title}`];
}

/** Returns these values; null if one is missing or wrong. The reader of the head then reports the problem. */
export function readIdentity(head: HeadReader, ...wanted: readonly string[]): Identity | null {
  const matching = (pattern: RegExp, what: string) => (text: string) => {
    if (pattern.test(text)) return text;
    throw new Error(`must be ${what} got "${text.slice(0, 60)}"`);
  };
  const kind = head.one("kind", (text) => {
    if (wanted.includes(text)) return text;
    throw new Error(`must be ${wanted.join(" or ")}, got "${text.slice(0, 60)}"`);
  });
  const id = head.one(
    "id",
    matching(/^[A-Za-z0-9][A-Za-z0-9-]{0,59}$/, "letters, digits and hyphens, at most 60;"),
  );
  const lang = head.one(
    "lang",
    matching(
      /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,4}$/,
      "the code of a language, like en, pt-BR or zh-Hans;",
    ),
    "en",
  );
  const title = head.one("title", (text) => steadyText(shortText(text, 120)));
  if (kind === undefined || id === undefined || lang === undefined || title === undefined) return null;
  return { id, lang, title };
}
