/**
 * The SVG back end of the pen: a drawing surface that collects vector shapes. They become the text of a file, or elements of the
 * page. Plots are thinned as on the screen.
 */
import { type Attributes, element, escaped, symbolSpans, widestPx } from "../figures/svg-text.ts";
import type { Surface } from "./symbols.ts";

/** An SVG element with its content: other elements, or a text. */
export interface SvgShape {
  readonly name: "path" | "text" | "tspan" | "g" | "clipPath";
  readonly attributes: Attributes;
  readonly content?: readonly SvgShape[] | string;
}

/** Returns the shapes of a drawing. `name` prefixes the ids, so that several drawings can share a page. */
export function shapesOf(name: string, draw: (surface: Surface) => void): readonly SvgShape[] {
  const surface = new SvgSurface(name);
  draw(surface);
  return surface.shapes();
}

/** Returns a drawing as the text of SVG elements. */
export function drawnAsSvg(name: string, draw: (surface: Surface) => void): string {
  return shapesOf(name, draw).map(textOf).join("");
}

function textOf({ name, attributes, content = "" }: SvgShape): string {
  return element(
    name,
    attributes,
    typeof content === "string" ? escaped(content) : content.map(textOf).join(""),
  );
}

const ANCHORS: Readonly<Record<string, string>> = { center: "middle", right: "end", end: "end" };

/** State that `save` stores and `restore` sets again. */
interface Saved {
  readonly look: Pick<
    Surface,
    | "fillStyle"
    | "strokeStyle"
    | "lineWidth"
    | "lineJoin"
    | "miterLimit"
    | "globalAlpha"
    | "font"
    | "textAlign"
  >;
  readonly dash: readonly number[];
  readonly clipId: string | null;
}

class SvgSurface implements Surface {
  fillStyle: Surface["fillStyle"] = "#000";
  strokeStyle: Surface["strokeStyle"] = "#000";
  lineWidth = 1;
  lineJoin: CanvasLineJoin = "miter";
  miterLimit = 10;
  globalAlpha = 1;
  font = "10px sans-serif";
  textAlign: CanvasTextAlign = "left";
  readonly #name: string;
  readonly #clips: SvgShape[] = [];
  readonly #drawn: { readonly clipId: string | null; readonly shape: SvgShape }[] = [];
  readonly #saved: Saved[] = [];
  #dash: readonly number[] = [];
  #clipId: string | null = null;
  #path: string[] = [];
  #halo: Attributes = {};

  constructor(name: string) {
    this.#name = name;
  }

  save(): void {
    const { fillStyle, strokeStyle, lineWidth, lineJoin, miterLimit, globalAlpha, font, textAlign } = this;
    const look = { fillStyle, strokeStyle, lineWidth, lineJoin, miterLimit, globalAlpha, font, textAlign };
    this.#saved.push({ look, dash: this.#dash, clipId: this.#clipId });
  }

  restore(): void {
    const saved = this.#saved.pop();
    if (saved === undefined) return;
    Object.assign(this, saved.look);
    this.#dash = saved.dash;
    this.#clipId = saved.clipId;
  }

  setLineDash(dash: Iterable<number>): void {
    this.#dash = [...dash];
  }

  beginPath(): void {
    this.#path = [];
  }

  closePath(): void {
    this.#path.push("Z");
  }

  moveTo(x: number, y: number): void {
    this.#path.push(`M${at(x, y)}`);
  }

  lineTo(x: number, y: number): void {
    this.#path.push(`${this.#path.length === 0 ? "M" : "L"}${at(x, y)}`);
  }

  rect(x: number, y: number, width: number, height: number): void {
    this.#path.push(`M${at(x, y)}h${short(width)}v${short(height)}h${short(-width)}Z`);
  }

  roundRect(x: number, y: number, width: number, height: number, radius: number): void {
    this.#path.push(roundedBox(x, y, width, height, radius));
  }

  /** Draws whole circles only; the plots use no other arcs. */
  arc(x: number, y: number, radius: number): void {
    const half = (dx: number) => `a${at(radius, radius)} 0 1 1 ${at(dx, 0)}`;
    this.#path.push(`M${at(x + radius, y)}${half(-2 * radius)}${half(2 * radius)}Z`);
  }

  /** Makes the current path the clip for the following shapes. */
  clip(): void {
    const id = `${this.#name}-clip${this.#clips.length}`;
    const path: SvgShape = { name: "path", attributes: { d: this.#path.join("") } };
    this.#clips.push({ name: "clipPath", attributes: { id }, content: [path] });
    this.#clipId = id;
  }

  stroke(): void {
    this.#shape({
      fill: "none",
      stroke: String(this.strokeStyle),
      "stroke-width": this.lineWidth,
      "stroke-linejoin": this.lineJoin,
      "stroke-miterlimit": this.miterLimit,
      "stroke-dasharray": this.#dash.length > 0 ? this.#dash.join(" ") : undefined,
    });
  }

  fill(): void {
    this.#shape({ fill: String(this.fillStyle) });
  }

  /** Sets the outline of the next text. */
  strokeText(): void {
    this.#halo = {
      stroke: String(this.strokeStyle),
      "stroke-width": this.lineWidth,
      "stroke-linejoin": this.lineJoin,
      // The outline of letters is painted below them.
      "paint-order": "stroke",
    };
  }

  fillText(text: string, x: number, y: number): void {
    const look = {
      fill: String(this.fillStyle),
      "font-size": this.#fontPx,
      "font-weight": /^\d+(?= )/.exec(this.font)?.[0],
      "text-anchor": ANCHORS[this.textAlign],
      opacity: this.#opacity,
    };
    this.#add({ name: "text", attributes: { x, y, ...look, ...this.#halo }, content: spansOf(text) });
    this.#halo = {};
  }

  /** Returns the greatest width in any viewer, because the viewer's font is unknown. */
  measureText(text: string): { readonly width: number } {
    return { width: widestPx(text, this.#fontPx) };
  }

  /** Returns the clips, then the shapes in drawing order. Consecutive shapes with the same clip share a group. */
  shapes(): readonly SvgShape[] {
    const groups: { clipId: string | null; shapes: SvgShape[] }[] = [];
    for (const { clipId, shape } of this.#drawn) {
      const last = groups.at(-1);
      if (last?.clipId === clipId) last.shapes.push(shape);
      else groups.push({ clipId, shapes: [shape] });
    }
    const drawn = groups.flatMap(({ clipId, shapes }): SvgShape[] =>
      clipId === null
        ? shapes
        : [{ name: "g", attributes: { "clip-path": `url(#${clipId})` }, content: shapes }],
    );
    return [...this.#clips, ...drawn];
  }

  get #fontPx(): number {
    return Number(/(?<![\d.])([\d.]+)px/.exec(this.font)?.[1] ?? 10);
  }

  get #opacity(): number | undefined {
    return this.globalAlpha < 1 ? this.globalAlpha : undefined;
  }

  #shape(look: Attributes): void {
    if (this.#path.length === 0) return;
    this.#add({ name: "path", attributes: { d: this.#path.join(""), ...look, opacity: this.#opacity } });
  }

  #add(shape: SvgShape): void {
    this.#drawn.push({ clipId: this.#clipId, shape });
  }
}

/** Returns the pieces of a text in which `x_sub` has a subscript. */
function spansOf(text: string): string | SvgShape[] {
  const spans = symbolSpans(text);
  return spans.length < 2
    ? text
    : spans.map(([attributes, content]) => ({ name: "tspan", attributes, content }));
}

function roundedBox(x: number, y: number, width: number, height: number, radius: number): string {
  const r = Math.min(radius, width / 2, height / 2);
  const corner = (dx: number, dy: number) => `a${at(r, r)} 0 0 1 ${at(dx, dy)}`;
  return [
    `M${at(x + r, y)}h${short(width - 2 * r)}${corner(r, r)}v${short(height - 2 * r)}${corner(-r, r)}`,
    `h${short(2 * r - width)}${corner(-r, -r)}v${short(2 * r - height)}${corner(r, -r)}Z`,
  ].join("");
}

function at(x: number, y: number): string {
  return `${short(x)},${short(y)}`;
}

function short(value: number): string {
  return String(Number(value.toFixed(2)));
}
