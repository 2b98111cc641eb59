/** Parts of an SVG file as text. */
import { symbolPieces } from "../SymbolText.tsx";

export type Attributes = Readonly<Record<string, string | number | undefined>>;

export function element(name: string, attributes: Attributes, content = ""): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(
      ([key, value]) => ` ${key}="${escaped(typeof value === "number" ? numberText(value) : String(value))}"`,
    )
    .join("");
  return content === "" ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`;
}

function numberText(value: number): string {
  return String(Number(value.toFixed(2)));
}

/** Characters that XML forbids, even escaped (XML 1.0, production 2). */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

export function escaped(text: string): string {
  return text
    .replace(FORBIDDEN, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

const LOWERED_PX = 3;

/** Returns a text element in which `x_sub` has a subscript. */
export function symbolText(attributes: Attributes, text: string): string {
  const spans = symbolSpans(text).map(([look, piece]) =>
    Object.values(look).every((value) => value === undefined)
      ? escaped(piece)
      : element("tspan", look, escaped(piece)),
  );
  return element("text", attributes, spans.join(""));
}

/** Returns the parts of a text with their attributes; a part after "_" is a subscript. */
export function symbolSpans(text: string): [Attributes, string][] {
  const pieces = symbolPieces(text);
  return pieces.map(({ text: piece, lowered }, index) => {
    const before = pieces[index - 1]?.lowered ?? false;
    const dy = lowered === before ? undefined : lowered ? LOWERED_PX : -LOWERED_PX;
    return [{ dy, "font-size": lowered ? "0.82em" : undefined }, piece];
  });
}

/**
 * Widths in em. Each is the largest of its class in DejaVu Sans, which is the widest of the fonts that viewers
 * substitute for the page's font. Text that fits by these widths fits in every viewer.
 */
const WIDTHS: readonly (readonly [characters: RegExp, em: number])[] = [
  [/[fijlrt.,:;'|/()[\] -]/, 0.42],
  [/[mwMW%@&=+#<>~−×]/, 0.99],
  [/\p{Lu}/u, 0.79],
];
const USUAL_WIDTH = 0.64;

/** Returns the greatest width that a text in a font of this size can have. */
export function widestPx(text: string, fontPx: number): number {
  const em = (character: string) => WIDTHS.find(([characters]) => characters.test(character))?.[1];
  return [...text].reduce((sum, character) => sum + fontPx * (em(character) ?? USUAL_WIDTH), 0);
}

/**
 * Breaks a text into lines of at most `mostPx`: between words, and within a word that is longer than a line, such as
 * a URL.
 */
export function brokenText(text: string, mostPx: number, fontPx: number): string[] {
  const fits = (line: string) => widestPx(line, fontPx) <= mostPx;
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && fits(`${line} ${word}`)) {
      line += ` ${word}`;
      continue;
    }
    if (line !== "") lines.push(line);
    line = "";
    for (const character of word) {
      if (line !== "" && !fits(line + character)) {
        lines.push(line);
        line = "";
      }
      line += character;
    }
  }
  return line === "" ? lines : [...lines, line];
}
