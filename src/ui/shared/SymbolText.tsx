/** Text in which `x_sub` is shown with a real subscript: in HTML, in SVG, or in pieces for a canvas. */
import { type ComponentProps, memo, type ReactNode } from "react";

interface SymbolPiece {
  readonly text: string;
  readonly lowered: boolean;
  /** Offset in the text. */
  readonly at: number;
}

/** Names in capitals and names of the kernel are not symbols: PROBE_BW, tcp_probe. */
const SUBSCRIPT = /(?<=\p{L})(?<!\btcp[\p{L}_]{0,20})_(?!\p{Lu}{2})(\p{L}+)/gu;

export function symbolPieces(text: string): SymbolPiece[] {
  const pieces: SymbolPiece[] = [];
  let from = 0;
  for (const match of text.matchAll(SUBSCRIPT)) {
    pieces.push({ text: text.slice(from, match.index), lowered: false, at: from });
    pieces.push({ text: match[1], lowered: true, at: match.index });
    from = match.index + match[0].length;
  }
  pieces.push({ text: text.slice(from), lowered: false, at: from });
  return pieces.filter((piece) => piece.text !== "");
}

const NAME = String.raw`(?:(?=[\p{Ll}\p{N}]*\p{Lu}[\p{Ll}\p{Lt}\p{Lm}\p{Lo}_]*[\p{Lu}\p{N}])[\p{L}\p{N}_]+|\p{Lu}(?=-\p{Lu})|[0-9a-f]{16}|cwnd|ssthresh|Prague|Reno|Vegas|Westwood)`;

/** Symbols, digests, and names that a translator would mistake for words: CUBIC, PIE, FQ-CoDel, cwnd. */
const KEPT = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:\p{L}+${SUBSCRIPT.source}|${NAME}(?:[-/]${NAME}){0,8})(?![\p{L}\p{N}])`,
  "gu",
);

interface KeptPiece {
  readonly text: string;
  readonly isKept: boolean;
  readonly at: number;
}

/** Splits a text into parts that a translator may change and parts that it must keep. */
export function keptPieces(text: string): KeptPiece[] {
  const pieces: KeptPiece[] = [];
  let from = 0;
  for (const { index, 0: kept } of text.matchAll(KEPT)) {
    pieces.push({ text: text.slice(from, index), isKept: false, at: from });
    pieces.push({ text: kept, isKept: true, at: index });
    from = index + kept.length;
  }
  pieces.push({ text: text.slice(from), isKept: false, at: from });
  return pieces.filter((piece) => piece.text !== "");
}

/** Returns whether a short text, such as an algorithm's name, must be kept as a whole. */
export const hasName = (text: string) => keptPieces(text).some(({ isKept }) => isKept);

/** Renders one element per text. A new text gets a new element, so that no part of a translated text is left. */
export const SymbolText = memo(function SymbolText({ text }: { readonly text: string }) {
  const pieces = keptPieces(text);
  if (pieces.length === 0) return null;
  return (
    <span key={text} translate={pieces.every(({ isKept }) => isKept) ? "no" : undefined}>
      {pieces.length === 1 ? lowered(text) : pieces.map(keptPiece)}
    </span>
  );
});

function keptPiece({ text, isKept, at }: KeptPiece): ReactNode {
  return isKept ? (
    <span key={at} translate="no">
      {lowered(text)}
    </span>
  ) : (
    <span key={at}>{text}</span>
  );
}

function lowered(text: string): ReactNode {
  const pieces = symbolPieces(text);
  if (pieces.length < 2) return text;
  return pieces.map(({ text, lowered, at }) => (lowered ? <sub key={at}>{text}</sub> : text));
}

/** Renders the same text inside an SVG text element. */
export function SymbolSpans({ text }: { readonly text: string }) {
  const pieces = symbolPieces(text);
  return pieces.map((piece, index) => (
    <tspan
      key={piece.at}
      dy={shift(piece.lowered, pieces[index - 1]?.lowered ?? false)}
      fontSize={piece.lowered ? "0.82em" : undefined}
    >
      {piece.text}
    </tspan>
  ));
}

function shift(lowered: boolean, beforeLowered: boolean): number | undefined {
  if (lowered === beforeLowered) return undefined;
  return lowered ? 3 : -3;
}

export function SymbolLines({
  lines,
  ...list
}: { readonly lines: readonly string[] } & ComponentProps<"ul">) {
  return (
    <ul {...list}>
      {lines.map((words) => (
        <li key={words}>
          <SymbolText text={words} />
        </li>
      ))}
    </ul>
  );
}
