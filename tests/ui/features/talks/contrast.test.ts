/** Tests WCAG 2.2's contrast of every text and line colour against its backgrounds, in the three themes. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";

const UI = resolve(import.meta.dirname, "../../../../src/ui");
const palette = readFileSync(resolve(UI, "shared/chart/palette.css"), "utf8");
const contrast = readFileSync(resolve(UI, "app/contrast.css"), "utf8");

/** Returns the custom properties of the first block with this selector. */
function coloursOf(css: string, selector: string): Record<string, string> {
  const from = css.indexOf(`${selector} {`) >= 0 ? css.indexOf(`${selector} {`) : css.indexOf(`${selector},`);
  const block = css.slice(css.indexOf("{", from), css.indexOf("}", from));
  return Object.fromEntries(
    [...block.matchAll(/--([a-z0-9-]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]),
  );
}

/** Returns the relative luminance of a colour (WCAG 2.2, glossary). */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function ratio(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const FLOWS = Array.from({ length: 8 }, (_, flow) => `flow-${flow}`);
/** Names of flows are written in the flows' colours, so these are text colours too. */
const TEXTS = ["ink", "ink-soft", "accent", "mark", "loss", "good", ...FLOWS];
const PROFILES = [
  { name: "light", colours: coloursOf(palette, ":root"), text: 4.5, line: 3 },
  { name: "dark", colours: coloursOf(palette, ':root[data-theme="dark"]'), text: 4.5, line: 3 },
  { name: "high contrast", colours: coloursOf(contrast, ':root[data-theme="contrast"]'), text: 7, line: 4.5 },
];

describe.each(PROFILES)("the $name theme", ({ colours, text, line }) => {
  it.each(TEXTS)("has %s as text on the page and on panels", (name) => {
    for (const ground of ["paper", "panel"])
      expect(ratio(colours[name], colours[ground])).toBeGreaterThanOrEqual(text);
  });

  it("has the pinned run's line, and text on the accent", () => {
    expect(ratio(colours.ghost, colours.paper)).toBeGreaterThanOrEqual(line);
    expect(ratio(colours.paper, colours.accent)).toBeGreaterThanOrEqual(text);
  });
});

describe("high contrast", () => {
  it("exceeds that of the usual themes, for every colour and for the edges of controls", () => {
    const [light, , high] = PROFILES.map(({ colours }) => colours);
    for (const name of [...TEXTS, "ghost"])
      expect(ratio(high[name], high.paper)).toBeGreaterThan(ratio(light[name], light.paper));
    expect(ratio(high.hairline, high.paper)).toBeGreaterThanOrEqual(4.5);
  });

  it("is computed as in WCAG", () => {
    expect(ratio("#000000", "#ffffff")).toBeCloseTo(21, 10);
    expect(ratio("#767676", "#ffffff")).toBeCloseTo(4.54, 2);
  });
});
