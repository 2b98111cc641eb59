/** What stands as SVG on the page, as text that needs no style sheet: in the colours of paper, whatever the page's are. */
import { type ChartColours, readColours } from "../../shared/chart/theme-colours.ts";
import { type Attributes, element, escaped } from "../../shared/figures/svg-text.ts";
import "./light-copy.css";

/** Named by what most systems have: the file is opened elsewhere. */
export const FONTS =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif';

/** Lays `copy` on white paper beside the page for as long as it is read. */
export function onPaper<T>(copy: HTMLElement, read: (colours: ChartColours) => T): T {
  const sheet = document.createElement("div");
  sheet.className = "sheet";
  sheet.inert = true;
  sheet.append(copy);
  document.body.append(sheet);
  try {
    return read({ ...readColours(sheet), paper: "#fff", font: FONTS });
  } finally {
    sheet.remove();
  }
}

const SHAPES = ["path", "line", "rect", "circle", "polyline", "polygon"];
const TEXTS = ["text", "tspan"];
const PLACES = /^(?:[xydr]|[xy][12]|c[xy]|r[xy]|d[xy]|width|height|points|transform|text-anchor)$/;

/** The children of an SVG element that is on the page, with the looks that the page gives them. */
export function plainSvg(parent: Element): string {
  return [...parent.childNodes]
    .map((node) => {
      if (node instanceof Element) return plainElement(node);
      return escaped(node.textContent ?? "");
    })
    .join("");
}

function plainElement(shown: Element): string {
  const style = getComputedStyle(shown);
  if (style.display === "none" || style.visibility === "hidden") return "";
  const name = shown.localName;
  const places = [...shown.attributes].filter((attribute) => PLACES.test(attribute.name));
  const attributes: Attributes = {
    ...Object.fromEntries(places.map((attribute) => [attribute.name, attribute.value])),
    ...looksOf(name, style),
    opacity: style.opacity === "1" ? undefined : style.opacity,
  };
  return element(name, attributes, plainSvg(shown));
}

function looksOf(name: string, style: CSSStyleDeclaration): Attributes {
  const stroke = plainColour(style.stroke);
  const line =
    stroke === "none"
      ? {}
      : {
          stroke,
          "stroke-width": Number.parseFloat(style.strokeWidth),
          "stroke-dasharray": style.strokeDasharray === "none" ? undefined : style.strokeDasharray,
          "stroke-linejoin": style.strokeLinejoin === "miter" ? undefined : style.strokeLinejoin,
        };
  if (TEXTS.includes(name))
    return {
      ...line,
      fill: plainColour(style.fill),
      "font-size": Number.parseFloat(style.fontSize),
      "font-weight": style.fontWeight === "400" ? undefined : style.fontWeight,
      "text-anchor": style.textAnchor === "start" ? undefined : style.textAnchor,
      // The halo lies under the letters.
      "paint-order": stroke === "none" ? undefined : "stroke",
    };
  return SHAPES.includes(name) ? { ...line, fill: plainColour(style.fill) } : {};
}

/** As every viewer of SVG reads it: mixed colours come as `color(srgb r g b)`; what cannot be seen is "none". */
export function plainColour(computed: string): string {
  if (computed === "none" || computed === "transparent" || /^rgba\(.*, 0\)$/.test(computed)) return "none";
  const mixed = /^color\(srgb ([\d.e-]+) ([\d.e-]+) ([\d.e-]+)/.exec(computed);
  if (mixed === null) return computed;
  return `rgb(${mixed
    .slice(1, 4)
    .map((part) => Math.round(Number(part) * 255))
    .join(", ")})`;
}
