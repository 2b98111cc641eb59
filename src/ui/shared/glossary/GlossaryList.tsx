/** All terms of the glossary, with a search. */

import { type RefObject, useId, useState } from "react";
import { formsOf, glossary, type Term } from "../../../engine/index.ts";
import { counted } from "../../../lib/counted.ts";
import { SymbolText } from "../SymbolText.tsx";

/** Returns the terms that match a search: first by name, then by explanation. */
export function wordsFor(words: readonly Term[], sought: string): readonly Term[] {
  const text = sought.trim().toLowerCase();
  if (text === "") return words;
  const isCalled = (term: Term) => formsOf(term).some((form) => form.toLowerCase().includes(text));
  const called = words.filter(isCalled);
  return [...called, ...words.filter((term) => !isCalled(term) && term.text.toLowerCase().includes(text))];
}

export function GlossaryList({ field }: { readonly field: RefObject<HTMLInputElement | null> }) {
  const titleId = useId();
  const [sought, setSought] = useState("");
  const all = glossary();
  const found = wordsFor(all, sought);
  return (
    <section className="words" aria-labelledby={titleId}>
      <h3 id={titleId}>Glossary</h3>
      <input
        ref={field}
        type="search"
        className="words__search"
        aria-label="Search the glossary"
        placeholder="cwnd, sojourn, ABE, …"
        value={sought}
        onChange={(event) => setSought(event.currentTarget.value)}
      />
      <p className="words__count" role="status">
        {`${found.length < all.length ? `${found.length} of ` : ""}${counted(all.length, "word")}`}
      </p>
      <dl className="words__list">
        {found.map((term) => (
          <Entry key={term.term} term={term} />
        ))}
      </dl>
    </section>
  );
}

function Entry({ term }: { readonly term: Term }) {
  const [name, ...others] = formsOf(term);
  return (
    <div data-word={name}>
      <dt>
        <SymbolText text={name} />
        {others.length > 0 && (
          <small>
            {" "}
            <SymbolText text={others.join(", ")} />
          </small>
        )}
      </dt>
      <dd>
        <SymbolText text={term.text} /> <small>{term.source}</small>
      </dd>
    </div>
  );
}
