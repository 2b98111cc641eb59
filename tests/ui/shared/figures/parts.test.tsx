import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { pictureCsv, stamped } from "../../../../src/ui/shared/figures/export-text.ts";
import { FigureLegend } from "../../../../src/ui/shared/figures/FigureChart.tsx";
import { uniqueKeys } from "../../../../src/ui/shared/figures/figure-words.ts";
import { DataTable, PointStrip } from "../../../../src/ui/shared/figures/Picture.tsx";
import { madeFigure, madeSeries } from "./made-figures.ts";

const links = { href: (job: string) => (job === "gone" ? null : `#seed=${job}`), open: () => {} };

it("the strip under a picture leads to the run behind a point, and nowhere where no run shows it", () => {
  const strip = (job: string | null) =>
    renderToStaticMarkup(<PointStrip words="β_ecn 0.8: 23 %" job={job} links={links} />);
  expect(strip("3")).toContain('href="#seed=3"');
  expect(strip("3")).toContain("β<sub>ecn</sub> 0.8");
  for (const job of [null, "gone"]) expect(strip(job)).not.toContain("href");
});

it("the legend is a row of switches, one pressed, with a sample of line and marker each", () => {
  const figure = madeFigure({ series: [madeSeries(), madeSeries({ label: "400 ms" })] });
  const html = renderToStaticMarkup(<FigureLegend figure={figure} chosen={1} onChoose={() => {}} />);
  expect(html.match(/aria-pressed="true"/g)).toHaveLength(1);
  expect(html.match(/<path/g)).toHaveLength(2);
});

it("a table heads rows and columns, and says where there is nothing", () => {
  const rows = [
    ["Reno", 1.23456],
    ["ECN", null],
  ];
  const table = { id: "t", title: "Table II", head: ["sender", "p_e (%)"], rows };
  const html = renderToStaticMarkup(<DataTable table={table} />);
  expect(html).toContain('scope="col"');
  expect(html).toMatch(/<th scope="row"[^>]*>Reno<\/th><td>1.23<\/td>/);
  expect(html).toContain("–");
});

it("a CSV says where it comes from before its numbers", () => {
  const text = stamped(["Sawtooth: abe-4", "https://x.org/#a"], pictureCsv({ figures: [madeFigure()] }));
  const lines = text.split("\n");
  expect(lines.slice(0, 3)).toEqual(["# Sawtooth: abe-4", "# https://x.org/#a", "# gain: Gain with CoDel"]);
  expect(lines[4]).toBe("100 ms,ours,0.5,1,,,a");
});

it("keys are unique although texts repeat", () => {
  expect(uniqueKeys(["a", "b", "a"])).toEqual(["a", "b", "a 2"]);
});
