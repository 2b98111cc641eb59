/** A symbol as the field writes it: "β_ecn 0.80" with its subscript. */

interface Piece {
  readonly text: string;
  readonly lowered: boolean;
}

/** "_" starts a subscript that ends at the next space. */
export function symbolPieces(text: string): Piece[] {
  return text
    .split(/_(\S+)/)
    .map((piece, index) => ({ text: piece, lowered: index % 2 === 1 }))
    .filter((piece) => piece.text !== "");
}

export function SymbolText({ text }: { text: string }) {
  return symbolPieces(text).map((piece) =>
    piece.lowered ? (
      <sub key={`_${piece.text}`}>{piece.text}</sub>
    ) : (
      <span key={piece.text}>{piece.text}</span>
    ),
  );
}

/** The same inside an SVG text element. */
export function SymbolSpans({ text }: { text: string }) {
  const pieces = symbolPieces(text);
  return pieces.map((piece, index) => (
    <tspan
      key={`${piece.lowered}${piece.text}`}
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
