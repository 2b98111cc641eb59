/**
 * A canvas context that writes SVG. The page's plots become vector shapes, thinned as on the screen. Only the methods
 * that the plots use are implemented.
 */
import { type Attributes, element, escaped } from "../../shared/figures/svg-text.ts";

interface Style {
  readonly fillStyle: string;
  readonly strokeStyle: string;
  readonly lineWidth: number;
  readonly lineJoin: string;
  readonly miterLimit: number;
  readonly globalAlpha: number;
  readonly font: string;
  readonly textAlign: string;
  readonly dash: readonly number[];
  readonly clipPath: string | null;
}

const PLAIN: Style = {
  fillStyle: "#000",
  strokeStyle: "#000",
  lineWidth: 1,
  lineJoin: "miter",
  miterLimit: 10,
  globalAlpha: 1,
  font: "10px sans-serif",
  textAlign: "left",
  dash: [],
  clipPath: null,
};

const ANCHORS: Readonly<Record<string, string>> = { center: "middle", right: "end", end: "end" };

/** Returns the drawing made by `draw` as SVG. `name` prefixes the ids, so that several pictures can share a page. */
export function drawnAsSvg(name: string, draw: (context: CanvasRenderingContext2D) => void): string {
  const pen = new SvgPen(name);
  const style: Style = { ...PLAIN };
  const methods = penMethods(pen, style);
  // The drawing functions expect a browser's context and use only the members defined here.
  draw(Object.assign(style, methods) as unknown as CanvasRenderingContext2D);
  return pen.text();
}

function penMethods(pen: SvgPen, style: Style) {
  const saved: Style[] = [];
  const set = (change: Partial<Style>) => void Object.assign(style, change);
  return {
    save: () => void saved.push(styleOf(style)),
    restore: () => set(saved.pop() ?? {}),
    setLineDash: (dash: readonly number[]) => set({ dash }),
    beginPath: () => pen.begin(),
    closePath: () => pen.add("Z"),
    moveTo: (x: number, y: number) => pen.add(`M${at(x, y)}`),
    lineTo: (x: number, y: number) => pen.add(`${pen.isEmpty ? "M" : "L"}${at(x, y)}`),
    rect: (x: number, y: number, width: number, height: number) =>
      pen.add(`M${at(x, y)}h${short(width)}v${short(height)}h${short(-width)}Z`),
    roundRect: (x: number, y: number, width: number, height: number, radius: number) =>
      pen.add(roundedBox(x, y, width, height, radius)),
    /** Draws whole circles only; the plots use no other arcs. */
    arc: (x: number, y: number, radius: number) =>
      pen.add(
        `M${at(x + radius, y)}a${at(radius, radius)} 0 1 1 ${at(-2 * radius, 0)}a${at(radius, radius)} 0 1 1 ${at(2 * radius, 0)}Z`,
      ),
    clip: () => set({ clipPath: pen.clip() }),
    stroke: () => pen.shape(style, strokeOf(style)),
    fill: () => pen.shape(style, { fill: style.fillStyle }),
    fillText: (text: string, x: number, y: number) => pen.write(style, text, x, y),
  };
}

function styleOf(style: Style): Style {
  const keys = Object.keys(PLAIN) as (keyof Style)[];
  return Object.fromEntries(keys.map((key) => [key, style[key]])) as unknown as Style;
}

function strokeOf({ strokeStyle, lineWidth, lineJoin, miterLimit, dash }: Style): Attributes {
  return {
    fill: "none",
    stroke: strokeStyle,
    "stroke-width": lineWidth,
    "stroke-linejoin": lineJoin,
    "stroke-miterlimit": miterLimit,
    "stroke-dasharray": dash.length > 0 ? dash.join(" ") : undefined,
  };
}

/** The path in progress and the shapes drawn so far. */
class SvgPen {
  readonly #name: string;
  readonly #clips: string[] = [];
  readonly #pieces: { readonly clip: string | null; readonly text: string }[] = [];
  #path: string[] = [];

  constructor(name: string) {
    this.#name = name;
  }

  get isEmpty(): boolean {
    return this.#path.length === 0;
  }

  begin(): void {
    this.#path = [];
  }

  add(step: string): void {
    this.#path.push(step);
  }

  /** Makes the current path the clip for the following shapes, and returns the id of the clip. */
  clip(): string {
    const id = `${this.#name}-clip${this.#clips.length}`;
    this.#clips.push(element("clipPath", { id }, element("path", { d: this.#path.join("") })));
    return id;
  }

  shape({ globalAlpha, clipPath }: Style, look: Attributes): void {
    if (this.isEmpty) return;
    const opacity = globalAlpha < 1 ? globalAlpha : undefined;
    this.#pieces.push({
      clip: clipPath,
      text: element("path", { d: this.#path.join(""), ...look, opacity }),
    });
  }

  write({ fillStyle, font, textAlign, clipPath }: Style, text: string, x: number, y: number): void {
    const size = Number(/(?<![\d.])([\d.]+)px/.exec(font)?.[1] ?? 10);
    const look = { x, y, fill: fillStyle, "font-size": size, "text-anchor": ANCHORS[textAlign] };
    this.#pieces.push({ clip: clipPath, text: element("text", look, escaped(text)) });
  }

  /** Consecutive shapes with the same clip share a group. */
  text(): string {
    const groups: { clip: string | null; texts: string[] }[] = [];
    for (const { clip, text } of this.#pieces) {
      const last = groups.at(-1);
      if (last?.clip === clip) last.texts.push(text);
      else groups.push({ clip, texts: [text] });
    }
    const drawn = groups.map(({ clip, texts }) =>
      clip === null ? texts.join("") : element("g", { "clip-path": `url(#${clip})` }, texts.join("")),
    );
    return this.#clips.join("") + drawn.join("");
  }
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
