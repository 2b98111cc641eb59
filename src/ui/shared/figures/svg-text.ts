/** SVG files as text: elements, texts that fit, and the frame of a file with its title and source. */
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

/** A part of a file. Its coordinates start at its upper edge. */
export interface Drawing {
  readonly text: string;
  readonly height: number;
}

/** Colours and font of a file. */
export interface FileLook {
  readonly paper: string;
  readonly ink: string;
  readonly inkSoft: string;
  readonly font: string;
}

interface FileContent {
  /** "_" starts a subscript. */
  readonly title: string;
  /** False if the title is for screen readers only. True by default. */
  readonly isTitled?: boolean;
  readonly width: number;
  /** Width on paper; absent means `width` px. */
  readonly widthCm?: number | undefined;
  /** Parts, one below the other. */
  readonly parts: readonly Drawing[];
  /** Lines about the source. */
  readonly caption: readonly string[];
}

/** Margin on the left and right of all text of a file (px). */
export const SIDE_PX = 12;
const TITLE_SIZE = 14;
const [TITLE_PX, TITLE_LINE_PX] = [28, 18];
const UNTITLED_PX = 4;
/** Font size of legends and axes. */
export const TEXT_SIZE = 11;
const [CAPTION_SIZE, CAPTION_PX] = [9.5, 13];
/** Room below the last line. */
const FOOT_PX = 14;

/** Returns a file: the title, the parts below it, and the lines about the source. Lines that are too long are broken. */
export function svgFile(content: FileContent, look: FileLook): string {
  const { title, isTitled = true, width, widthCm, parts, caption } = content;
  const most = width - 2 * SIDE_PX;
  const titleLines = isTitled ? brokenText(title, most, TITLE_SIZE) : [];
  const heading = titleLines.map((line, index) =>
    symbolText(
      {
        x: SIDE_PX,
        y: 20 + TITLE_LINE_PX * index,
        "font-size": TITLE_SIZE,
        "font-weight": 650,
        fill: look.ink,
      },
      line,
    ),
  );
  let top = isTitled ? TITLE_PX + TITLE_LINE_PX * (titleLines.length - 1) : UNTITLED_PX;
  const placed = parts.map(({ text, height }) => {
    const part = element("g", { transform: `translate(0,${numberText(top)})` }, text);
    top += height;
    return part;
  });
  const lines = caption.flatMap((line) => brokenText(line, most, CAPTION_SIZE));
  const source = lines.map((line, index) =>
    element(
      "text",
      {
        x: SIDE_PX,
        y: top + CAPTION_PX * (index + 1) + 2,
        fill: look.inkSoft,
        "font-size": CAPTION_SIZE,
      },
      escaped(line),
    ),
  );
  const height = Math.ceil(top + CAPTION_PX * lines.length + FOOT_PX);
  const cm = (px: number) => `${Number((((widthCm ?? 0) * px) / width).toFixed(3))}cm`;
  const frame: Attributes = {
    xmlns: "http://www.w3.org/2000/svg",
    width: widthCm === undefined ? width : cm(width),
    height: widthCm === undefined ? height : cm(height),
    viewBox: `0 0 ${width} ${height}`,
    role: "img",
    "font-family": look.font,
    "font-size": TEXT_SIZE,
  };
  const name = element("title", {}, escaped(title.replaceAll("_", " ")));
  const ground = element("rect", { width, height, fill: look.paper });
  return `${element("svg", frame, [name, ground, ...heading, ...placed, ...source].join("\n"))}\n`;
}
