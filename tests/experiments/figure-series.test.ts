import { expect, test } from "vitest";
import { figuresCsv, outcomeCsv, spreadSeries } from "../../src/experiments/figure-series.ts";
import { quartiles } from "../../src/lib/statistics.ts";

test("a line through means, with gaps and a spread", () => {
  expect(
    spreadSeries("ours", [
      { x: 1, values: [1, 3], job: "a" },
      { x: 2, values: [] },
    ]),
  ).toEqual({ label: "ours", x: [1, 2], y: [2, null], low: [1, null], high: [3, null], jobs: ["a", null] });
  expect(spreadSeries("one", [{ x: 1, values: [5] }])).toEqual({ label: "one", x: [1], y: [5] });
  expect(spreadSeries("q", [{ x: 1, values: [1, 2, 3, 4, 100] }], quartiles)).toMatchObject({
    y: [3],
    high: [4],
  });
});

test("figures as CSV have the stored digits", () => {
  expect(figuresCsv(["id"], [["a", 1 / 3, null, Number.NaN]])).toBe("# id\na,0.3333333,,\n");
});

test("an outcome as CSV: a block for each figure, map and table", () => {
  const axis = { label: "RTT", unit: "ms", scale: "linear" } as const;
  const text = outcomeCsv({
    figures: [
      {
        id: "f",
        title: "F",
        kind: "lines",
        x: axis,
        y: { ...axis, unit: "", label: "ρ" },
        series: [{ label: "s", x: [1], y: [null], source: "paper" }],
      },
    ],
    heatMaps: [
      {
        id: "m",
        title: "M",
        x: axis,
        y: axis,
        xs: [1, 2],
        ys: [3],
        label: "u",
        unit: "%",
        values: [[5, null]],
        jobs: [["k", null]],
      },
    ],
    tables: [{ id: "t", title: "T", head: ["a"], rows: [["x"]] }],
    claims: [],
  });
  expect(text).toBe(
    [
      "# f: F\nseries,source,RTT (ms),ρ,low,high,run\ns,paper,1,,,,\n",
      "# m: M\nRTT (ms),RTT (ms),u (%),run\n3,1,5,k\n3,2,,\n",
      "# t: T\na\nx\n",
    ].join("\n"),
  );
});
