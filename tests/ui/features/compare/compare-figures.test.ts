import { expect, test } from "vitest";
import {
  comparedFlows,
  delayFigure,
  isSpread,
  runHue,
  sharedView,
} from "../../../../src/ui/features/compare/compare-figures.ts";
import { comparePicture } from "../../../../src/ui/features/compare/compare-picture.ts";
import { notebookNumbers } from "../../../../src/ui/parts/runs/notebook-table.ts";
import { notebookScales } from "../../../../src/ui/parts/runs/small-plots.ts";
import { runOf } from "../../plots/simulated-runs.ts";
import { COLOURS } from "../../shared/figures/made-figures.ts";

const TWO = "v=2&flow=cc=cubic,rtt=20ms&flow=cc=prague,rtt=20ms&capacity=20Mbps&duration=10s&warmup=2s";
const run = (name: string, fragment: string) => ({ ...runOf(fragment), name });
const codel = run("CoDel", `${TWO}&aqm=codel`);
const dualpi2 = run("DualPI2", `${TWO}&aqm=dualpi2`);

test("draws one curve for each run in its colour, and for DualPI2 one for each queue in the same colour", () => {
  const { series } = delayFigure([codel, dualpi2], false);
  expect(series.map(({ label, hue }) => [label, hue])).toEqual([
    ["CoDel", runHue(0)],
    ["DualPI2, L queue", runHue(1)],
    ["DualPI2, C queue", runHue(1)],
  ]);
  for (const { x, y } of series) {
    expect([x[0], y[0]]).toEqual([0, 0]);
    expect(y.at(-1)).toBeCloseTo(1, 6);
  }
});

test("names the flows by their senders if these are the same in all runs", () => {
  expect(comparedFlows([codel, dualpi2])).toEqual(["flow 1: CUBIC", "flow 2: TCP Prague"]);
  expect(comparedFlows([codel, run("NewReno", "v=2&duration=2s")])).toEqual(["flow 1", "flow 2: TCP Prague"]);
});

test("uses a logarithmic axis if the medians are far apart", () => {
  expect(isSpread([codel, dualpi2])).toBe(true);
  expect(isSpread([codel, codel])).toBe(false);
});

test("shows all runs over the same time range, in which single sawtooth cycles can be seen", () => {
  const dense = run("dense", "v=2&rtt=20ms&duration=60s");
  const view = sharedView([dense, dense]);
  expect((view?.toS ?? 0) - (view?.fromS ?? 0)).toBeLessThan(10);
  // One of the runs has long teeth. The time range must contain some of them.
  const both = sharedView([dense, run("long", "v=2&rtt=200ms&duration=60s")]);
  expect((both?.toS ?? 0) - (both?.fromS ?? 0)).toBe(12);
  expect(sharedView([run("long", "v=2&rtt=200ms&duration=60s")])).toBeNull();
});

test("shows the delays of both queues in one row, under the same label as a single queue's delay", () => {
  const [p50] = notebookNumbers([codel, dualpi2], 0).filter(({ label }) => label === "Delay p50");
  expect(p50.cells[0].value).toMatch(/^[\d.]+ ms$/);
  expect(p50.cells[1].value).toMatch(/^[\d.]+ (?:ms|µs) L · [\d.]+ ms C$/);
  expect(p50.cells[1].difference).toBeNull();
  const [own] = notebookNumbers([dualpi2, { ...dualpi2 }], 0).filter(({ label }) => label === "Delay p50");
  expect(own.cells[1].difference).toBe("0.0 ms L · 0.0 ms C");
});

test("makes one picture of all: curves, panels, the table, and a link that is whole", () => {
  const link = `https://example.org/sawtooth/#screen=compare&v=2&${"flow=cc=cubic%2Crtt=40ms&".repeat(12)}end`;
  const svg = comparePicture(
    {
      runs: [codel, dualpi2],
      figure: delayFigure([codel, dualpi2], true),
      scales: notebookScales([codel, dualpi2], "shared"),
      against: 0,
      caption: ["Same seed.", link],
    },
    COLOURS,
  );
  const texts = [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) =>
    text.replaceAll("&amp;", "&"),
  );
  for (const part of [
    "CoDel (base)",
    "DualPI2, L queue",
    "flow 2: TCP Prague",
    "cwnd (segments)",
    "Delay p50",
  ])
    expect(texts).toContain(part);
  const panels = [...svg.matchAll(/<clipPath id="(run\d-\w+)-clip0">/g)].map(([, panel]) => panel);
  expect(panels).toEqual(["run0-cwnd", "run0-delay", "run1-cwnd", "run1-delay"]);
  // The delay of each run is drawn in the run's colour.
  for (const at of [0, 1]) expect(svg).toContain(`stroke="${COLOURS.flows[runHue(at)]}" stroke-width="0.94"`);
  expect(texts.join("")).toContain(link);
  expect(svg).not.toMatch(/NaN|undefined/);
});
