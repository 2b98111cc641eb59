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
  const pieces = symbolPieces(text);
  const spans = pieces.map(({ text: piece, lowered }, index) => {
    const before = pieces[index - 1]?.lowered ?? false;
    if (!lowered && !before) return escaped(piece);
    const dy = lowered === before ? undefined : lowered ? LOWERED_PX : -LOWERED_PX;
    return element("tspan", { dy, "font-size": lowered ? "0.82em" : undefined }, escaped(piece));
  });
  return element("text", attributes, spans.join(""));
}
