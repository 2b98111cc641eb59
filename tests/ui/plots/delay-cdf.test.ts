import { describe, expect, it, test } from "vitest";
import type { RunView } from "../../../src/ui/core/run-view.ts";
import {
  type CdfInput,
  type CdfScale,
  cdfDomain,
  cdfNotes,
  cdfPlot,
  cdfPoints,
  cdfReadings,
  cdfTable,
  cdfTitle,
  distributionWords,
  fractionAt,
  ghostName,
  LOG_FLOOR_MS,
  percentileLabels,
  quantileMs,
  tailText,
} from "../../../src/ui/plots/delay-cdf.ts";
import { runOf } from "./simulated-runs.ts";

const cdfOf = (ms: number[], fraction: number[]) => {
  return { ms: Float32Array.from(ms), fraction: Float32Array.from(fraction) };
};
const cdf = cdfOf([0, 1, 2, 10], [0.25, 0.5, 0.99, 1]);
const empty = cdfOf([], []);

describe("the points of a distribution", () => {
  it("are as recorded on linear axes, and not below the floor on log axes", () => {
    expect(cdfPoints(cdf, "linear")[0]).toEqual({ ms: 0, fraction: 0.25 });
    expect(cdfPoints(cdf, "log")[0].ms).toBe(LOG_FLOOR_MS);
  });

  it("are the fractions above each delay for the tail, without the last one", () => {
    const shares = cdfPoints(cdf, "tail").map(({ fraction }) => fraction);
    expect(shares).toEqual([0.75, 0.5, expect.closeTo(0.01)]);
  });
});

test("a quantile is the smallest delay that this share of packets does not exceed", () => {
  expect([0.5, 0.51, 0.99, 1].map((p) => quantileMs(cdf, p))).toEqual([1, 2, 2, 10]);
  expect(quantileMs(empty, 0.5)).toBeNaN();
});

test("the fraction at a delay counts the packets that waited at most that long", () => {
  expect([-1, 0, 1.5, 2, 99].map((ms) => fractionAt(cdf, ms))).toEqual([
    0,
    0.25,
    0.5,
    expect.closeTo(0.99),
    1,
  ]);
  expect(fractionAt(empty, 1)).toBeNaN();
});

describe("the axes", () => {
  it("end near p99 on the linear scale, whatever one late packet did, and cover both runs", () => {
    expect(cdfDomain([cdf], "linear")?.toMs).toBeLessThan(5);
    expect(cdfDomain([cdf, cdfOf([50], [1])], "linear")?.toMs).toBeGreaterThan(50);
    expect(cdfDomain([empty], "linear")).toBeNull();
  });

  it.each(["log", "tail"] as const)(
    "start at a whole decade and include the longest delay on the scale %s",
    (scale) => {
      const domain = cdfDomain([cdf], scale);
      expect(domain?.fromMs).toBe(1);
      expect(domain?.toMs).toBeGreaterThanOrEqual(10);
      expect(domain?.fromFraction).toBeCloseTo(scale === "tail" ? 0.01 : 0);
    },
  );
});

const TWO = "duration=20s&warmup=5s&flow=cc=newreno&flow=cc=cubic";
const runAt = (untilS: number): RunView => ({ ...runOf(TWO, { untilS }), words: undefined });
const picture = (run: RunView, pinned: RunView | null = null, scale: CdfScale = "linear"): CdfInput => {
  return { run, pinned, byFlow: [], scale };
};
const byFlow = (): CdfInput => ({
  ...picture(runAt(20)),
  byFlow: [0, 1].map((flow) => {
    return { flow, name: `flow ${flow + 1}`, shortName: `${flow + 1}`, cdf: cdfOf([1, 50], [0.5, 1]) };
  }),
});
const plotOf = (of: CdfInput) => cdfPlot({ width: 320, height: 240, dpr: 1 }, of)!;

describe("the time that a distribution covers", () => {
  it("is in its title and its description if the run is not complete", () => {
    expect([3, 12, 20].map((nowS) => cdfTitle(runAt(nowS), "linear"))).toEqual([
      "queue delay, warm-up",
      "queue delay, so far",
      "queue delay, cumulative",
    ]);
    const words = [12, 3].map((nowS) => distributionWords(picture(runAt(nowS))));
    expect(words[0]).toContain(", after the warm-up of 5 s, so far, 12.0 of 20 s.");
    expect(words[1]).toContain(", in the warm-up, so far, 3.0 of 20 s.");
  });

  it("is stated for the pinned run: that it is whole, and not compared yet", () => {
    const [half, whole] = [runAt(12), runAt(20)];
    expect([ghostName(half, whole), ghostName(whole, whole)]).toEqual(["pinned, whole run", "pinned"]);
    expect(distributionWords(picture(half, whole))).toContain(
      "The comparison with the pinned run appears when this run is complete.",
    );
    expect(distributionWords(picture(whole, whole))).toMatch(
      /Compared with the pinned run: median as before; /,
    );
  });
});

describe("curves", () => {
  it("have names: all packets, the flows and the pinned run", () => {
    const notes = cdfNotes({ ...byFlow(), run: runAt(12), pinned: runAt(20) });
    expect(notes.map(({ text, paint }) => [text, paint])).toEqual([
      ["all packets", "ink"],
      ["flow 1", 0],
      ["flow 2", 1],
      ["pinned, whole run", "ghost"],
    ]);
    const alone = cdfNotes(picture(runOf("duration=1s")));
    expect(alone).toEqual([{ text: "all packets", paint: 0, dash: [] }]);
  });

  it("by flow have labelled percentiles beside those of all packets", () => {
    const plot = plotOf(byFlow());
    expect(percentileLabels(byFlow(), plot).every(({ text }) => text.startsWith("all: p"))).toBe(true);
    expect(percentileLabels(picture(runAt(20)), plot)[0].text).toMatch(/^p/);
    expect(tailText(byFlow().byFlow[0].cdf)).toBe("p99 50.0 ms");
    expect(distributionWords(byFlow())).toContain(" Flow 2: p50 1.00 ms, p90 50.0 ms, p99 50.0 ms.");
    expect(plot.x.domain()[1]).toBeGreaterThanOrEqual(50);
    expect(cdfTable(byFlow()).head).toEqual(["packets", "delay at most", "flow 1", "flow 2"]);
  });

  it("are read at a delay: full names for screen readers, short ones in the plot, fractions above in a tail", () => {
    const [all, first] = cdfReadings(byFlow(), 10, plotOf(byFlow()));
    expect(all.name).toMatch(/^≤ 10\.0 ms: all: [\d.]+ %$/);
    expect([first.name, first.text, first.value]).toEqual(["flow 1: 50 %", "1: 50 %", 0.5]);
    const tail = picture(runAt(20), null, "tail");
    const [above] = cdfReadings(tail, 0.01, plotOf(tail));
    expect(above.name).toMatch(/^> 0.01 ms: [\d.]+ %$|^> 10 µs: [\d.]+ %$/);
    expect(above.value).toBeGreaterThan(0.5);
  });

  it("write short delays in a suitable unit, at the points, in descriptions and in the table", () => {
    const short = cdfOf([8e-6, 0.012], [0.9, 1]);
    const run = runAt(20);
    const links = run.snapshot.links.map((link) => ({ ...link, delayCdf: short }));
    const made = picture({ ...run, snapshot: { ...run.snapshot, links } });
    expect(percentileLabels(made, plotOf(made)).map(({ text }) => text)).toEqual(
      expect.arrayContaining(["p50 8 ns", "p90 8 ns", "p99 12 µs"]),
    );
    expect(distributionWords(made)).toContain("p50 8 ns, p90 8 ns, p99 12 µs");
    expect(cdfTable(made).rows[0]).toEqual(["5 %", "8 ns"]);
  });
});

describe("a discipline with two queues", () => {
  const two = runOf("v=2&aqm=dualpi2&flow=cc=prague&flow=cc=cubic&duration=20s&warmup=5s");

  it("has a curve for each and none of both, with percentiles by queue", () => {
    expect(cdfNotes(picture(two)).map(({ text }) => text)).toEqual(["L queue", "C queue"]);
    expect(cdfTable(picture(two)).head).toEqual(["packets", "L queue", "C queue"]);
    expect(distributionWords(picture(two))).toMatch(/: L queue p50 .*; C queue p50 /);
    const plot = plotOf(picture(two));
    expect(
      percentileLabels(picture(two), plot)
        .map(({ text }) => text.split(" ")[0])
        .sort(),
    ).toEqual(["C:", "L:"]);
    expect(cdfReadings(picture(two), 1, plot).map(({ text }) => text.split(":")[0])).toEqual([
      "≤ 1.00 ms",
      "C",
    ]);
  });

  it("by flow has the curve of all packets beside those of the flows, like any queue", () => {
    const both = { ...picture(two), byFlow: byFlow().byFlow };
    expect(cdfNotes(both).map(({ text }) => text)).toEqual(["all packets", "flow 1", "flow 2"]);
  });
});
