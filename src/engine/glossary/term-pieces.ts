/** Finds the terms of the glossary in a text. */
import { formsOf, glossary, type Term } from "./glossary.ts";

/** A piece of a text: a term of the glossary, or plain text between terms. */
export interface TermPiece {
  readonly text: string;
  /** The term; null for plain text, and for a term that an earlier piece has explained. */
  readonly term: Term | null;
  /** Start position in the text. */
  readonly at: number;
}

interface Finder {
  readonly pattern: RegExp;
  readonly byForm: ReadonlyMap<string, Term>;
}

let made: Finder | null = null;

function finder(): Finder {
  if (made !== null) return made;
  const byForm = new Map<string, Term>();
  for (const term of glossary()) for (const form of formsOf(term)) byForm.set(form, term);
  // Longer forms come first, so that "slow start" is found before "start".
  const forms = [...byForm.keys()].sort((a, b) => b.length - a.length).map(patternOf);
  const word = String.raw`[\p{L}\p{N}_]`;
  made = {
    pattern: new RegExp(`(?<!${word}|${word}-)(${forms.join("|")})s?(?!${word}|-${word})`, "gu"),
    byForm,
  };
  return made;
}

/** Returns the regular expression for a spelling. A spelling in lower case also matches at the start of a sentence. */
function patternOf(form: string): string {
  const text = form.replace(/[()+.]/g, String.raw`\$&`);
  return /^[a-z][a-z]/.test(form) ? `[${form[0].toUpperCase()}${form[0]}]${text.slice(1)}` : text;
}

function termAt(byForm: Finder["byForm"], found: string): Term | null {
  return byForm.get(found) ?? byForm.get(found[0].toLowerCase() + found.slice(1)) ?? null;
}

/** Splits a text into pieces. A term that occurs several times becomes a term piece only once. */
export function termPieces(text: string): TermPiece[] {
  const { pattern, byForm } = finder();
  const pieces: TermPiece[] = [];
  const seen = new Set<Term>();
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    const term = termAt(byForm, match[1]);
    if (term === null || seen.has(term)) continue;
    seen.add(term);
    pieces.push({ text: text.slice(from, match.index), term: null, at: from });
    pieces.push({ text: match[0], term, at: match.index });
    from = match.index + match[0].length;
  }
  pieces.push({ text: text.slice(from), term: null, at: from });
  return pieces.filter((piece) => piece.text !== "");
}

/** Returns the terms of the glossary that a text uses, in order of occurrence. */
export function termsIn(text: string): readonly Term[] {
  return termPieces(text).flatMap(({ term }) => (term === null ? [] : [term]));
}
