import { describe, expect, test } from "vitest";
import type { RunView } from "../../../src/ui/core/run-view.ts";
import { downloadTimes, pingRtt } from "../../../src/ui/plots/response-time-plots.ts";
import type { ChartModel } from "../../../src/ui/shared/chart/chart-model.ts";
import { makePlot } from "../../../src/ui/shared/chart/plot-geometry.ts";
import { runOf } from "./simulated-runs.ts";

const HOME = "v=2&capacity=1.5Mbps&aqm=droptail&limit=20p&ecn=off&duration=30s&warmup=5s";
const home = runOf(
  `${HOME}&flow=cc=newreno,rtt=20ms&flow=traffic=ping,rtt=20ms&flow=traffic=poisson,rtt=20ms,arrival-rate=1,transfer-size=20kB,size-distribution=fixed`,
);
const seenIn = (run: RunView, pinned: RunView | null = null) => {
  return { run, pinned, view: { fromS: 0, toS: 30 }, highlightFlow: null };
};

function modelOf(plot: typeof pingRtt, run: RunView, pinned: RunView | null = null): ChartModel {
  const model = plot.model(seenIn(run, pinned));
  if (model === null) throw new Error("the plot has a model");
  return model;
}

/** Returns the values of all dots of the plot's own run. */
function dotsOf({ marks, yDomain }: ChartModel): number[] {
  const size = { width: 3000, height: 1000, dpr: 1 };
  const plot = makePlot(size, { left: 0, right: 0, top: 0, bottom: 0 }, [0, 30], yDomain);
  return marks.flatMap((mark) =>
    mark.mark === "dots" && !mark.isPinned ? mark.places(plot).map(([, y]) => plot.y.invert(y)) : [],
  );
}

describe("the plot of pings", () => {
  test("has a dot for each ping, between the path's round trip and the full queue's", () => {
    const dots = dotsOf(modelOf(pingRtt, home));
    const { responses } = home.snapshot.results.flows[1];
    // The results count from the end of the warm-up.
    expect(dots.length).toBeGreaterThan(responses?.n ?? Number.POSITIVE_INFINITY);
    expect(Math.min(...dots)).toBeGreaterThanOrEqual(20);
    expect(Math.max(...dots)).toBeLessThan(20 + 21 * 8 + 3);
    expect(Math.max(...dots)).toBeGreaterThan(150);
  });

  test("names its flow, draws the path's round trip, and reads the last ping", () => {
    const model = modelOf(pingRtt, home);
    expect(model.notes?.(800).map(({ text }) => text)).toEqual(["flow 2 (pings)", "path"]);
    expect(model.marks[0]).toMatchObject({ mark: "rule", at: { value: 20 } });
    const [reading] = model.readAt(20);
    expect(reading).toMatchObject({ name: "last ping", paint: 1 });
    expect(reading.text).toMatch(/^[\d.]+ ms$/);
    expect(model.summary()).toMatch(
      /^Flow 2.*: \d+ pings, mean [\d.]+ ms, 90th percentile [\d.]+ ms, longest [\d.]+ ms, after the warm-up of 5 s\.$/,
    );
  });

  test("is in s where a ping takes a second, with the path's round trip and the longest ping on the axis", () => {
    const run = runOf(
      `${HOME.replace("limit=20p", "limit=300p")}&flow=cc=newreno,rtt=20ms&flow=traffic=ping,rtt=20ms`,
    );
    const model = modelOf(pingRtt, run);
    expect(model.unit).toBe("s");
    expect(model.marks[0]).toMatchObject({ mark: "rule", at: { value: 0.02 } });
    expect(Math.max(...dotsOf(model))).toBeLessThanOrEqual(model.yDomain[1]);
    expect(model.peaks).toEqual([]);
  });

  test("draws the pings of the pinned run in grey behind the others, and compares the means", () => {
    const before = runOf("v=2&traffic=ping&rtt=20ms&duration=30s&warmup=5s");
    const now = runOf("v=2&traffic=ping&rtt=40ms&duration=30s&warmup=5s");
    const model = modelOf(pingRtt, now, before);
    expect(model.marks.flatMap((mark) => (mark.mark === "dots" ? [mark.isPinned === true] : []))).toEqual([
      true,
      false,
    ]);
    expect(model.summary()).toMatch(/Compared with the pinned run: mean 40 instead of 20 ms/);
  });
});

describe("the plot of download times", () => {
  test("has a dot for each short flow, in s if the longest takes a second", () => {
    const model = modelOf(downloadTimes, home);
    expect(model.unit).toBe("s");
    const dots = dotsOf(model);
    const { responses } = home.snapshot.results.flows[2];
    expect(dots.length).toBeGreaterThanOrEqual(responses?.n ?? Number.POSITIVE_INFINITY);
    expect(Math.max(...dots)).toBeGreaterThanOrEqual((responses?.maxS ?? 0) * 0.999);
    expect(model.readAt(29).map(({ name }) => name)).toEqual(["last download"]);
    // The legend has the flow's name, as in the other plots.
    expect(model.notes?.(800).map(({ text }) => text)).toEqual(["flow 3 (short flows)"]);
  });

  test("has one dot for each transfer of a given size, at its end", () => {
    const run = runOf("v=2&flows=3&size=200kB&duration=30s&warmup=0s");
    const model = modelOf(downloadTimes, run);
    const times = run.snapshot.results.flows.map(({ fctS }) => fctS ?? Number.NaN);
    const unit = model.unit === "s" ? 1 : 1000;
    const sorted = (all: number[]) => all.map((s) => s.toFixed(3)).sort();
    expect(sorted(dotsOf(model).map((value) => value / unit))).toEqual(sorted(times));
    const [first] = model.readAt(0);
    expect(first.value).toBeNaN();
    expect(model.readAt(30)[0].value / unit).toBeCloseTo(times[0], 6);
    expect(model.readAt(30).map(({ name }) => name)).toContain("last download, flow 2");
    expect(model.summary()).toMatch(/^Flow 1.*: one download in [\d.]+ m?s; /);
  });

  test("says so while no transfer is complete", () => {
    const run = runOf("v=2&size=1GB&duration=3s&warmup=0s");
    expect(modelOf(downloadTimes, run).summary()).toMatch(/^No download is complete/);
  });
});
