/** A picture of the bench as a standalone SVG file: title, legend, labelled axes, and the source. */
import { BAND_ALPHA } from "../../shared/chart/chart-model.ts";
import {
  brokenText,
  element,
  escaped,
  type FileLook,
  SIDE_PX,
  svgFile,
  symbolText,
  TEXT_SIZE,
  widestPx,
} from "../../shared/figures/svg-text.ts";

export interface LegendEntry {
  readonly text: string;
  readonly colour: string;
  /** Dash pattern of the line; absent if there is no line. */
  readonly dash?: readonly number[] | undefined;
  /** True for an area. */
  readonly isBand?: boolean | undefined;
  /** A symbol as a character. */
  readonly glyph?: string | undefined;
  /** A symbol as a path in a square of 10 units. */
  readonly path?: string | undefined;
  /** True if only the outline of the path is drawn. */
  readonly isOutline?: boolean | undefined;
}

interface PictureText {
  /** Title with its unit; "_" starts a subscript. */
  readonly title: string;
  readonly width: number;
  /** Width and height of the drawing (px). */
  readonly height: number;
  readonly drawing: string;
  readonly legend: readonly LegendEntry[];
  /** Label at the right end of the x axis. */
  readonly xWords: string;
  readonly caption: readonly string[];
  /**
   * True if the picture has a title; false if the y axis carries the name instead, because journals set titles
   * themselves. True by default.
   */
  readonly isTitled?: boolean | undefined;
}

/** Room for the labels of the y axis, because letters are wider on other systems. */
const LEFT_PX = 10;
/** Room for the name of the y axis, written along it. */
const AXIS_WORDS_PX = 18;
const ROW_PX = 17;
const WORDS_PX = 15;
const [SAMPLE_PX, GAP_PX] = [26, 16];

/** Returns the file of a picture. `widthCm` is its width on paper; without it, the file has the size on the page. */
export function pictureSvg(picture: PictureText, look: FileLook, widthCm?: number): string {
  const { title, height, drawing, xWords, caption, isTitled = true } = picture;
  const left = isTitled ? LEFT_PX : AXIS_WORDS_PX;
  const width = picture.width + left;
  const legend = legendRows(picture.legend, width, look);
  const along = {
    transform: `translate(13,${height / 2}) rotate(-90)`,
    "text-anchor": "middle",
    fill: look.ink,
  };
  const under = { x: width - SIDE_PX, y: height + WORDS_PX - 3, "text-anchor": "end", fill: look.inkSoft };
  const text = [
    element("g", { transform: `translate(${left},0)` }, drawing),
    isTitled ? "" : symbolText(along, title),
    xWords === "" ? "" : element("text", under, escaped(xWords)),
  ];
  const parts = [
    { text: legend.text, height: ROW_PX * legend.rows + 4 },
    { text: text.join(""), height: height + (xWords === "" ? 0 : WORDS_PX) },
  ];
  return svgFile({ title, isTitled, width, widthCm, parts, caption }, look);
}

function legendRows(
  legend: readonly LegendEntry[],
  width: number,
  look: FileLook,
): { readonly rows: number; readonly text: string } {
  let [x, row] = [SIDE_PX, 0];
  const entries = legend.map((entry) => {
    const sample = entry.dash || entry.isBand ? SAMPLE_PX : entry.glyph || entry.path ? 14 : 0;
    const wide = sample + widestPx(entry.text, TEXT_SIZE) + GAP_PX;
    if (x > SIDE_PX && x + wide > width) [x, row] = [SIDE_PX, row + 1];
    // An entry that is longer than a row continues in the next row, so nothing is cut off.
    const [first = "", ...others] = brokenText(entry.text, width - x - sample - SIDE_PX, TEXT_SIZE);
    const text = legendEntry({ ...entry, text: first }, { x, y: ROW_PX * row + 8, sample }, look);
    const below = others.map((line) => {
      row += 1;
      return symbolText({ x: x + sample, y: ROW_PX * row + 12, fill: look.ink }, line);
    });
    x += others.length > 0 ? width : wide;
    return text + below.join("");
  });
  return { rows: legend.length === 0 ? 0 : row + 1, text: entries.join("") };
}

interface EntryPlace {
  readonly x: number;
  readonly y: number;
  readonly sample: number;
}

function legendEntry(entry: LegendEntry, { x, y, sample }: EntryPlace, look: FileLook): string {
  const { text, colour, dash, glyph, path, isOutline, isBand } = entry;
  const band =
    isBand &&
    element("rect", { x, y: y - 5, width: 20, height: 10, fill: colour, "fill-opacity": BAND_ALPHA });
  const line =
    dash &&
    element("line", {
      x1: x,
      x2: x + 20,
      y1: y,
      y2: y,
      stroke: colour,
      "stroke-width": 2,
      "stroke-dasharray": dash.length > 0 ? dash.join(" ") : undefined,
    });
  const sign = glyph && element("text", { x, y: y + 4, fill: colour }, escaped(glyph));
  const paint = isOutline ? { fill: "none", stroke: colour, "stroke-width": 1.5 } : { fill: colour };
  const drawn = path && element("path", { d: path, transform: `translate(${x},${y - 5})`, ...paint });
  const words = symbolText({ x: x + sample, y: y + 4, fill: look.ink }, text);
  return [band, line, sign, drawn, words].filter(Boolean).join("");
}

/** Number of CSS px per inch. */
const PX_PER_INCH = 96;
const LEAST_SCALE = 2;
/** Width of a slide (px). Smaller pictures are enlarged to this width. */
const SLIDE_PX = 1920;

export function pngScale(width: number): number {
  return Math.max(LEAST_SCALE, Math.ceil(SLIDE_PX / width));
}

/** Returns the picture as a PNG file, for slides and papers that do not accept SVG. */
export async function pngOf(svg: string, dotsPerInch?: number): Promise<Uint8Array<ArrayBuffer>> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const scale = dotsPerInch === undefined ? pngScale(image.width) : dotsPerInch / PX_PER_INCH;
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(image.width * scale);
  canvas.height = Math.round(image.height * scale);
  const paint = canvas.getContext("2d");
  if (paint === null || !givesPixels()) throw new Error(NO_PIXELS);
  paint.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob === null) throw new Error(NO_PIXELS);
  return new Uint8Array(await blob.arrayBuffer());
}

const NO_PIXELS = "This browser does not allow the page to save a bitmap. Save the picture as SVG instead.";
const SAMPLE = [18, 120, 200];
/** Tolerance in colour values, because some browsers change pixels slightly, which does no harm. */
const NEARLY = 8;

/**
 * Returns whether a canvas returns the pixels that were drawn. To prevent fingerprinting, some browsers return white or noise.
 */
function givesPixels(): boolean {
  const paint = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d");
  if (paint === null) return false;
  paint.fillStyle = `rgb(${SAMPLE.join(" ")})`;
  paint.fillRect(0, 0, 1, 1);
  const { data } = paint.getImageData(0, 0, 1, 1);
  return SAMPLE.every((value, i) => Math.abs(value - data[i]) <= NEARLY);
}
