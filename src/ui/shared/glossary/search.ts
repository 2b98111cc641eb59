/** Words of the glossary that fit what is sought: first those so called, then those in whose sentence it stands. */
import { formsOf, type Term } from "../../../engine/index.ts";

export function wordsFor(words: readonly Term[], sought: string): readonly Term[] {
  const text = sought.trim().toLowerCase();
  if (text === "") return words;
  const isCalled = (term: Term) => formsOf(term).some((form) => form.toLowerCase().includes(text));
  const called = words.filter(isCalled);
  return [...called, ...words.filter((term) => !isCalled(term) && term.text.toLowerCase().includes(text))];
}
