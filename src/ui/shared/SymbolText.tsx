/** Text in which `x_sub` is set as the field writes it, with a real subscript: in HTML, in SVG, or in pieces for a canvas. */
import { memo } from "react";

interface SymbolPiece {
  readonly text: string;
  readonly lowered: boolean;
  /** Where in the text it begins. */
  readonly at: number;
}

/** Names in capitals are no symbols: PROBE_BW. */
const SUBSCRIPT = /(?<=\p{L})_(?!\p{Lu}{2})(\p{L}+)/gu;

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

export const SymbolText = memo(function SymbolText({ text }: { readonly text: string }) {
  return symbolPieces(text).map((piece) =>
    piece.lowered ? <sub key={piece.at}>{piece.text}</sub> : piece.text,
  );
});

/** Inside an SVG text element. */
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
