/** A plot or the drawn path, as shown on the bench, as an SVG file without cursor and playhead. */
import type { PlotFrame } from "../../plots/chart-props.ts";
import { drawPlot } from "../../shared/chart/chart-drawing.ts";
import type { ChartNote } from "../../shared/chart/chart-model.ts";
import { type ChartColours, canvasPaint, readColours } from "../../shared/chart/colours.ts";
import { Pen } from "../../shared/chart/pen.ts";
import { drawnAsSvg } from "../../shared/chart/svg-surface.ts";
import { type Attributes, element, escaped } from "../../shared/figures/svg-text.ts";
import { PATH_DRAWINGS } from "../path/PictureCanvas.tsx";
import { type LegendEntry, pictureSvg } from "./picture-svg.ts";

/** Height of the labels of a time axis that the page draws below another plot. */
const TIME_LABELS_PX = 16;

/** The look of a picture for a publication. */
export interface PaperLook {
  readonly isTitled: boolean;
  readonly font: string;
  readonly widthCm: number;
}

/** Returns the picture of a plot. Without `paper`, it has the size and the font of the page. */
export function plotPicture(frame: PlotFrame, caption: readonly string[], paper?: PaperLook): string {
  const { kind, title, drawn, notes, besides = [], xWords } = frame;
  if (drawn === null) throw new Error("The plot is still empty.");
  const colours = paperColours(paper?.font);
  const { width, height } = drawn.plot;
  const unit = frame.yWords ?? frame.unit;
  return pictureSvg(
    {
      title: unit === "" ? title : `${title} (${unit})`,
      width,
      height: height + (drawn.x.labelled ? 0 : TIME_LABELS_PX),
      drawing: drawnAsSvg(kind, (surface) => drawPlot(new Pen(surface, drawn.plot, colours), drawn)),
      legend: [...notes, ...besides].map((note) => noteEntry(note, colours)),
      xWords,
      caption,
      isTitled: paper?.isTitled,
    },
    colours,
    paper?.widthCm,
  );
}

/** Returns the canvases of a path. */
const canvasesOf = (figure: Element) => [...figure.querySelectorAll("canvas")];

/** Returns whether a path has been drawn. Its canvas exists a moment earlier. */
export function isPathDrawn(figure: Element): boolean {
  const canvases = canvasesOf(figure);
  return canvases.length > 0 && canvases.every((canvas) => PATH_DRAWINGS.has(canvas));
}

export function pathPicture(figure: Element, title: string, caption: readonly string[]): string {
  const layers = [...figure.querySelectorAll(".path-drawing, .path-canvas")];
  const [first] = layers;
  if (first === undefined) throw new Error("The plot is still empty.");
  const signs = [...figure.querySelectorAll(".path-key li")];
  const copies = copyOf(figure, [...layers, ...signs.map((sign) => sign.querySelector("svg") ?? sign)]);
  return onPaper(copies.ground, (colours) => {
    const drawn = layers.map((layer, index) => layerText(layer, copies.of[index], colours));
    return pictureSvg(
      {
        title,
        width: Number(first.getAttribute("width")),
        height: Number(first.getAttribute("height")),
        drawing: drawn.join(""),
        legend: signs.map((sign, index) => signEntry(sign, copies.of[layers.length + index])),
        xWords: "",
        caption,
      },
      colours,
    );
  });
}

/** Returns the colours and the font of pictures on paper. */
export function paperColours(font?: string): ChartColours {
  return onPaper(document.createElement("figure"), (colours) => colours, font);
}

/**
 * Copies the layers of a path into an element with the same classes, so that the page's style sheets apply. Layers
 * that are not drawings are omitted.
 */
function copyOf(figure: Element, layers: readonly Element[]) {
  const ground = document.createElement("figure");
  ground.className = figure.className;
  const list = layers.map((layer) => layer.cloneNode(true) as Element);
  ground.append(...list);
  return { ground, of: list };
}

function layerText(layer: Element, copy: Element, colours: ChartColours): string {
  if (!(layer instanceof HTMLCanvasElement)) return element("g", {}, plainSvg(copy));
  return drawnAsSvg("path", (surface) => PATH_DRAWINGS.get(layer)?.(surface, colours));
}

function noteEntry(
  { text, inFull, paint, dash, glyph, isBand }: ChartNote,
  colours: ChartColours,
): LegendEntry {
  const colour = paint === undefined ? colours.inkSoft : canvasPaint(paint, colours);
  return { text: inFull ?? text, colour, dash, glyph, isBand };
}

function signEntry(sign: Element, copy: Element): LegendEntry {
  const path = copy.querySelector("path");
  const style = path && getComputedStyle(path);
  const fill = style ? plainColour(style.fill) : "none";
  return {
    text: sign.textContent?.trim() ?? "",
    colour: fill === "none" && style ? plainColour(style.stroke) : fill,
    path: path?.getAttribute("d") ?? "",
  };
}

/** Fonts by names that most systems have, because the file is opened on other machines. */
const FONTS =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif';

/** Places `copy` on a white sheet next to the page while it is read. */
function onPaper<T>(copy: HTMLElement, read: (colours: ChartColours) => T, font = FONTS): T {
  const sheet = document.createElement("div");
  sheet.className = "sheet";
  sheet.inert = true;
  sheet.append(copy);
  document.body.append(sheet);
  try {
    return read({ ...readColours(sheet), paper: "#fff", font });
  } finally {
    sheet.remove();
  }
}

const SHAPES = ["path", "line", "rect", "circle", "polyline", "polygon"];
const TEXTS = ["text", "tspan"];
const PLACES = /^(?:[xydr]|[xy][12]|c[xy]|r[xy]|d[xy]|width|height|viewBox|points|transform|text-anchor)$/;

/** Returns the children of an SVG element of the page, with their computed style as attributes. */
function plainSvg(parent: Element): string {
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
      // The outline of letters is painted below them.
      "paint-order": stroke === "none" ? undefined : "stroke",
    };
  return SHAPES.includes(name) ? { ...line, fill: plainColour(style.fill) } : {};
}

/**
 * Returns a colour that all SVG viewers understand. Browsers report mixed colours as `color(srgb r g b)`; transparent
 * colours become "none".
 */
export function plainColour(computed: string): string {
  if (computed === "none" || computed === "transparent" || /^rgba\(.*, 0\)$/.test(computed)) return "none";
  const mixed = /^color\(srgb ([\d.e-]+) ([\d.e-]+) ([\d.e-]+)/.exec(computed);
  if (mixed === null) return computed;
  return `rgb(${mixed
    .slice(1, 4)
    .map((part) => Math.round(Number(part) * 255))
    .join(", ")})`;
}
