import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { FigureLegend } from "../../../../src/ui/shared/figures/FigureChart.tsx";
import { DataTable, figureCsv, PointStrip } from "../../../../src/ui/shared/figures/FigureFrame.tsx";
import { uniqueKeys } from "../../../../src/ui/shared/figures/figure-words.ts";
import { madeFigure, madeHeatMap, madeSeries } from "./made-figures.ts";

const links = { href: (job: string) => (job === "gone" ? null : `#seed=${job}`), open: () => {} };

it("the strip below a picture links to the run of a point, and has no link if there is none", () => {
  const strip = (job: string | null) =>
    renderToStaticMarkup(<PointStrip words="β_ecn 0.8: 23 %" job={job} links={links} />);
  expect(strip("3")).toContain('href="#seed=3"');
  expect(strip("3")).toContain("β<sub>ecn</sub></span><span> 0.8");
  for (const job of [null, "gone"]) expect(strip(job)).not.toContain("href");
});

it("the legend is a row of switches, one pressed, with a sample of line and marker each", () => {
  const figure = madeFigure({ series: [madeSeries(), madeSeries({ label: "400 ms" })] });
  const html = renderToStaticMarkup(<FigureLegend figure={figure} chosen={1} onChoose={() => {}} />);
  expect(html.match(/aria-pressed="true"/g)).toHaveLength(1);
  expect(html.match(/<path/g)).toHaveLength(2);
});

it("a table has row and column heads, and marks empty cells", () => {
  const rows = [
    ["Reno", 1.23456],
    ["ECN", null],
  ];
  const table = { id: "t", title: "Table II", head: ["sender", "p_e (%)"], rows };
  const html = renderToStaticMarkup(<DataTable table={table} />);
  expect(html).toContain('scope="col"');
  expect(html).toMatch(
    /<th scope="row"[^>]*><span translate="no">Reno<\/span><\/th><td><span translate="no">1.23<\/span><\/td>/,
  );
  expect(html).toContain("–");
});

it("a CSV states its origin before its numbers", () => {
  const lines = figureCsv({ figures: [madeFigure()] }).split("\n");
  expect(lines[0]).toBe("# gain: Gain with CoDel");
  expect(lines[2]).toBe("100 ms,ours,0.5,1,,,a");
});

it("a CSV contains only what was run, and states how much it omits", () => {
  const series = [
    madeSeries({ y: [1, null, null], jobs: ["a", null, "failed"] }),
    { label: "200 ms", x: [0.5, 0.7], y: [null, null] },
    { label: "paper", x: [0.5, 0.7], y: [null, 24], source: "paper" as const },
  ];
  expect(figureCsv({ figures: [madeFigure({ series })] }).split("\n")).toEqual([
    "# Not run, left out: 3 places of the picture",
    "# gain: Gain with CoDel",
    "series,source,β_ecn,gain (%),low,high,run",
    "100 ms,ours,0.5,1,,,a",
    "100 ms,ours,0.9,,,,failed",
    "paper,paper,0.5,,,,",
    "paper,paper,0.7,24,,,",
    "",
  ]);
  const map = madeHeatMap({
    values: [
      [70, null, 90],
      [null, null, null],
    ],
    jobs: [
      ["a", "b", "c"],
      [null, null, null],
    ],
  });
  const csv = figureCsv({ heatMaps: [map] });
  expect(csv).toContain("# Not run, left out: 3 places of the picture");
  expect(csv.split("\n").filter((line) => line.startsWith("2"))).toHaveLength(3);
});

it("keys are unique although texts repeat", () => {
  expect(uniqueKeys(["a", "b", "a"])).toEqual(["a", "b", "a 2"]);
});
