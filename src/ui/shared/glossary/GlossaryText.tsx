/** A text in which the terms of the glossary can be opened. */
import { memo, type ReactNode } from "react";
import { type TermPiece, termPieces } from "../../../engine/index.ts";
import { SymbolText } from "../SymbolText.tsx";
import { TermWord } from "./TermWord.tsx";

export const GlossaryText = memo(function GlossaryText({ text }: { readonly text: string }) {
  const pieces = termPieces(text);
  return pieces.map((piece, i) => drawn(piece, pieces[i - 1], pieces[i + 1]));
});

/** Matches brackets and punctuation that must stay on the same line as the term. */
const BEFORE = /(?<![([])[([]+$/;
const AFTER = /^[\])]*[.,;:!?]*/;

function drawn(piece: TermPiece, before: TermPiece | undefined, after: TermPiece | undefined): ReactNode {
  const { text, at, term } = piece;
  if (isAsked(piece) && term !== null) {
    const [lead, tail] = [BEFORE.exec(before?.text ?? "")?.[0], AFTER.exec(after?.text ?? "")?.[0]];
    return (
      <TermWord key={at} term={term} lead={isAsked(before) ? "" : lead} tail={isAsked(after) ? "" : tail}>
        <SymbolText text={text} />
      </TermWord>
    );
  }
  const from = isAsked(before) ? text.replace(AFTER, "") : text;
  return <SymbolText key={at} text={isAsked(after) ? from.replace(BEFORE, "") : from} />;
}

const isAsked = (piece: TermPiece | undefined) =>
  piece !== undefined && piece.term !== null && piece.term.isCommon !== true;
