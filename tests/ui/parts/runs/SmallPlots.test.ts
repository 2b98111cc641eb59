import { describe, expect, test } from "vitest";
import {
  distributionPath,
  notebookScales,
  ownWords,
  SMALL,
  samplesPath,
  scalesOf,
  seriesPath,
  smallPlotWords,
} from "../../../../src/ui/parts/runs/SmallPlots.tsx";
import { linearScale } from "../../../../src/ui/shared/chart/plot-geometry.ts";
import { madeSnapshot, withBeta } from "../../core/made-runs.ts";

const series = (last: number[], min = last, max = last) => ({
  startS: 0,
  bucketS: 1,
  length: last.length,
  min: Float32Array.from(min),
  max: Float32Array.from(max),
  last: Float32Array.from(last),
});
const y = linearScale([0, 100], [100, 0]);

type Runs = Parameters<typeof scalesOf>[0];

describe("a small plot", () => {
  test("shows each px's extremes, and interrupts the line in a gap", () => {
    const apart = linearScale([0, 10], [0, 100]);
    expect(seriesPath(series([10, Number.NaN, 30]), apart, y)).toBe("M0,90V90M20,70V70");
    // The plot has ten buckets per px.
    const together = linearScale([0, 10], [0, 1]);
    expect(seriesPath(series([20, 20], [5, 20], [20, 60]), together, y)).toBe("M0,80V40V95V80");
  });

  test("of the distribution starts at 0; without packets there is none", () => {
    const cdf = { ms: Float32Array.of(1, 2), fraction: Float32Array.of(0.5, 1) };
    const share = linearScale([0, 1], [100, 0]);
    expect(distributionPath(cdf, linearScale([0, 2], [0, 20]), share)).toBe("M0,100L10,50L20,0");
    expect(distributionPath({ ms: Float32Array.of(), fraction: Float32Array.of() }, y, share)).toBe("");
  });

  test("has the scales of the run that needs the most room", () => {
    const run = (nowS: number) => ({ scenario: withBeta(0.5), snapshot: madeSnapshot({ nowS }), link: 0 });
    const { time } = scalesOf([run(50), run(100)]);
    expect([time(0), time(100)]).toEqual([SMALL.left, SMALL.right]);
    expect(scalesOf([]).cwnd(0)).toBe(SMALL.bottom);
  });

  test("is as high as the run after its warm-up, whatever the start was; for a single run its own", () => {
    const made = madeSnapshot({ nowS: 100 });
    const cwndOf = (steady: number) =>
      series(Array.from({ length: 100 }, (_, s) => (s < 10 ? 50 * steady : steady)));
    const run = (steady: number) => ({
      scenario: withBeta(0.5),
      snapshot: { ...made, flows: [{ flow: 0, cwnd: cwndOf(steady) }] },
      link: 0,
    });
    const topOf = (...runs: ReturnType<typeof run>[]) => scalesOf(runs as unknown as Runs).cwnd.domain()[1];
    expect(topOf(run(10), run(80))).toBe(80);
    expect(topOf(run(10))).toBe(10);
    // If one run would make another look flat, each run has its own scale, but only in that plot.
    const scales = (...tops: number[]) => notebookScales(tops.map(run) as unknown as Runs, "auto");
    expect([...scales(10, 80).own]).toEqual(["cwnd"]);
    expect(ownWords(scales(10, 80), "auto")).toBe(
      "One run would flatten the others, so each run has its own scale for cwnd. Compare the numbers on these axes.",
    );
    const three = { ...scales(30, 80), own: new Set(["cwnd", "delay", "delays"] as const) };
    expect(ownWords(three, "auto")).toContain(" for cwnd, queue delay and the distribution. ");
    expect([...scales(30, 80).own]).toEqual([]);
    expect(ownWords(scales(30, 80), "auto")).toBe("All runs have the same scales.");
    const chosen = (choice: "shared" | "own") =>
      notebookScales([run(10), run(80)] as unknown as Runs, choice).own.size;
    expect([chosen("shared"), chosen("own")]).toEqual([0, 5]);
  });

  test("of throughput has one value per px, and a gap if a flow has no rate", () => {
    const x = linearScale([0, 4], [0, 4]);
    const mbps = Float32Array.of(Number.NaN, 10, 20, Number.NaN, 40);
    expect(samplesPath({ mbps, intervalS: 1 }, x, y)).toBe("M1,90L2,80M4,60");
    expect(samplesPath({ mbps, intervalS: 0.5 }, x, y)).toBe("M0,90M2,60");
  });
});

test("small plots state their numbers, and the time that these cover", () => {
  const run = { scenario: withBeta(0.5), snapshot: madeSnapshot({ medianMs: 2 }), link: 0 };
  const { delay, distribution } = smallPlotWords(run);
  expect(delay).toMatch(/^Queue delay over time: at most [\d.]+ ms from 10 s to 100 s$/);
  expect(distribution).toContain("p50 2.0 ms");
});
