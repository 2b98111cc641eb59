/**
 * The form that lessons, tasks and talks share: a Markdown file with a head of "key: value" lines between two lines "---",
 * an opening, and one section for each heading of the second level. What the parts mean is their reader's business.
 */
import { lexer, type Token, type Tokens } from "marked";
import { markdownFault } from "./markdown-limits.ts";

export type { Token, Tokens } from "marked";

export const LONGEST_DOCUMENT = 100_000;

export interface HeadLine {
  readonly key: string;
  readonly value: string;
  /** In the file, from 1. */
  readonly line: number;
}

export interface Section {
  readonly title: string;
  readonly line: number;
  readonly tokens: readonly Token[];
  /** Of each token, in the file. */
  readonly lines: readonly number[];
}

export interface TeachingDocument {
  /** In the file's order; a key may stand more than once. */
  readonly head: readonly HeadLine[];
  readonly opening: readonly Token[];
  /** Of each token of the opening, in the file. */
  readonly openingLines: readonly number[];
  readonly sections: readonly Section[];
}

export interface DocumentProblem {
  /** From 1; 0: of the file as a whole. */
  readonly line: number;
  readonly message: string;
}

export type DocumentReading =
  | { readonly document: TeachingDocument; readonly problems: readonly [] }
  | { readonly document: null; readonly problems: readonly DocumentProblem[] };

const FENCE = /^---\s*$/;
const HEAD_LINE = /^([a-z][a-z0-9-]*):(.*)$/;

export function readDocument(file: string): DocumentReading {
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
      return failed(i + 1, `A line of the head is "key: value"; this is "${lines[i].slice(0, 60)}".`);
    head.push({ key: match[1], value: match[2].trim(), line: i + 1 });
  }
  const body = lines.slice(end + 1);
  const tangled = markdownFault(body);
  if (tangled !== null) return failed(end + 1 + tangled.line, tangled.message);
  return { document: { head, ...sectionsOf(body.join("\n"), end + 2) }, problems: [] };
}

/** Of a piece of a document. */
export function tokensOf(text: string): Token[] {
  return lexer(text, { gfm: true });
}

function failed(line: number, message: string): DocumentReading {
  return { document: null, problems: [{ line, message }] };
}

/** `line`: where the body begins in the file. */
function sectionsOf(
  body: string,
  line: number,
): Pick<TeachingDocument, "opening" | "openingLines" | "sections"> {
  const opening = { tokens: [] as Token[], lines: [] as number[] };
  const sections: { title: string; line: number; tokens: Token[]; lines: number[] }[] = [];
  let at = line;
  for (const token of tokensOf(body)) {
    if (token.type === "heading" && (token as Tokens.Heading).depth === 2)
      sections.push({ title: (token as Tokens.Heading).text, line: at, tokens: [], lines: [] });
    else if (token.type !== "space") {
      const { tokens, lines } = sections.at(-1) ?? opening;
      tokens.push(token);
      lines.push(at);
    }
    at += token.raw.split("\n").length - 1;
  }
  return { opening: opening.tokens, openingLines: opening.lines, sections };
}
