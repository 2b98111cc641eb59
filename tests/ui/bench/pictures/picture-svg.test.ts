import { expect, test } from "vitest";
import { pictureSvg, pngScale } from "../../../../src/ui/bench/pictures/picture-svg.ts";
import { widestPx } from "../../../../src/ui/shared/figures/svg-text.ts";

const LOOK = { paper: "#fff", ink: "#111", inkSoft: "#555", font: '"A", sans-serif' };
const PICTURE = {
  title: "β_ecn of flow (Mbps)",
  width: 300,
  height: 100,
  drawing: "<g/>",
  legend: [],
  xWords: "",
  caption: [],
};

test("title with its subscript, legend, drawing, label of the x axis and caption follow one below the other", () => {
  const svg = pictureSvg(
    {
      ...PICTURE,
      legend: [
        { text: "flow 1", colour: "blue", dash: [4, 2] },
        { text: "CE mark", colour: "red", glyph: "♦" },
        { text: "packet & more of them than fit", colour: "green", path: "M0,0h1" },
      ],
      xWords: "time (s)",
      caption: ["Covers 0 s to 9 s.", "https://example.org/#a&b"],
    },
    LOOK,
  );
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="310" height="221"/);
  expect(svg).toContain("<title>β ecn of flow (Mbps)</title>");
  expect(svg).toContain('fill="#fff"');
  expect(svg).toContain('stroke-dasharray="4 2"');
  expect(svg).toContain("♦");
  expect(svg).toContain("packet &amp; more");
  // The third legend entry starts a second row, so the drawing starts below two rows.
  expect(svg).toContain('transform="translate(0,66)"');
  expect(svg).toMatch(/y="112" text-anchor="end" fill="#555">time \(s\)</);
  expect(svg).toContain("Covers 0 s to 9 s.");
  expect(svg).toContain("https://example.org/#a&amp;b");
});

test("there is no gap without a legend and an axis label", () => {
  expect(pictureSvg(PICTURE, LOOK)).toMatch(/height="146".*[\s\S]*translate\(0,32\)/);
});

test("a title that is longer than the picture takes two lines, and all below moves down", () => {
  const svg = pictureSvg({ ...PICTURE, title: "queue delay, cumulative (share of packets)" }, LOOK);
  expect(svg).toMatch(/y="20"[^>]*>queue delay, cumulative \(share of<[\s\S]*y="38"[^>]*>packets\)</);
  expect(svg).toMatch(/height="164".*[\s\S]*translate\(0,50\)/);
});

test("a legend entry that is longer than the picture continues in the next line", () => {
  const words = "payload that arrives at the receiver, over 1 s: in order or not, retransmissions included";
  const svg = pictureSvg(
    {
      ...PICTURE,
      legend: [
        { text: words, colour: "red" },
        { text: "next", colour: "red" },
      ],
    },
    LOOK,
  );
  const lines = [...svg.matchAll(/<text x="12" y="(\d+)"[^>]*>([^<]+)</g)].map(([, y, text]) => [
    Number(y),
    text,
  ]);
  const legend = lines.filter(([, text]) => words.includes(String(text)) || text === "next");
  expect(legend.map(([, text]) => text).join(" ")).toBe(`${words} next`);
  expect(legend.length).toBeGreaterThan(2);
  expect(new Set(legend.map(([y]) => y)).size).toBe(legend.length);
  for (const [, text] of legend) expect(widestPx(String(text), 11)).toBeLessThanOrEqual(310 - 2 * 12);
});

test("on paper it has its size in cm, and without a title the y axis is named along it", () => {
  const svg = pictureSvg({ ...PICTURE, isTitled: false }, LOOK, 8.8);
  expect(svg).toMatch(/width="8\.8cm" height="[\d.]+cm" viewBox="0 0 318 \d+"/);
  expect(svg).toMatch(/rotate\(-90\)"[^>]*>β/);
  expect(svg).not.toContain('font-size="14"');
  const [, height, box] = /height="([\d.]+)cm" viewBox="0 0 318 (\d+)"/.exec(svg) ?? [];
  expect(Number(height) / 8.8).toBeCloseTo(Number(box) / 318, 3);
});

test("a bitmap is at least twice as large as on the page, and as wide as a slide", () => {
  expect([300, 672, 960, 1500].map(pngScale)).toEqual([7, 3, 2, 2]);
});
