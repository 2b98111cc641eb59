import { expect, test } from "vitest";
import { type BucketSeries, jainIndex, type Samples } from "../../src/engine/index.ts";
import { runScenario } from "../../src/engine/simulator.ts";
import { scenarioOf } from "../../src/experiments/grid.ts";
import {
  cumulativeAt,
  delayQuantilesMs,
  fractions,
  goodputsBps,
  jainRunningAt,
  jainSince,
  lastAt,
  middlesS,
  ratesBps,
  readLink,
  resample,
  times,
} from "../../src/experiments/read-run.ts";

const run = runScenario(
  scenarioOf("flow=cc=newreno&flow=cc=newreno,start=2s&capacity=5Mbps&rtt=40ms&duration=10s"),
);
const snapshot = run.snapshot();

test("results of a link and of flows", () => {
  const [link] = snapshot.results.links;
  const reading = readLink(snapshot);
  expect(reading.utilisation).toBeCloseTo(link.utilisation, 6);
  expect(reading.delayP90Ms).toBeCloseTo(link.sojournMs?.p90 ?? Number.NaN, 4);
  expect(Number(reading.dropsAqm) + Number(reading.dropsOverflow)).toBe(link.drops.aqm + link.drops.overflow);
  expect(goodputsBps(snapshot)).toHaveLength(2);
});

test("the delay's distribution at fixed fractions agrees with the percentiles", () => {
  const [p50, p90, p100] = delayQuantilesMs(snapshot, [0.5, 0.9, 1]);
  const sojournMs = snapshot.results.links[0].sojournMs;
  expect(p50).toBeCloseTo(sojournMs?.p50 ?? 0, 3);
  expect(p90).toBeCloseTo(sojournMs?.p90 ?? 0, 3);
  expect(p100).toBeCloseTo(sojournMs?.max ?? 0, 0);
  expect(fractions(4)).toEqual([0, 0.25, 0.5, 0.75, 1]);
});

test("rates of all flows add up to what was received", () => {
  const part = { fromS: 0, toS: 10, n: 5 };
  const total = snapshot.samples.receivedBytes.flatMap((bytes) => ratesBps(snapshot.samples, bytes, part));
  const received = snapshot.samples.receivedBytes.map((bytes) => cumulativeAt(snapshot.samples, bytes, 10));
  const bits = total.reduce<number>((sum, rate) => sum + (rate ?? 0) * 2, 0);
  expect(bits).toBeCloseTo(8 * received.reduce((sum, bytes) => sum + bytes, 0), -2);
  expect(middlesS(part)).toEqual([1, 3, 5, 7, 9]);
});

test("reads F(t) at given times", () => {
  const [before, after] = jainRunningAt(snapshot, [1, 9]);
  expect(before).toBe(1);
  expect(after).toBeGreaterThan(0.5);
  expect(times(0, 10, 3)).toEqual([0, 5, 10]);
});

test("Jain's index of what was received since a time; none if nothing was", () => {
  const { samples } = snapshot;
  const since = samples.receivedBytes.map(
    (bytes) => cumulativeAt(samples, bytes, 9) - cumulativeAt(samples, bytes, 8),
  );
  const [none, index] = jainSince(snapshot, 8, [8, 9]);
  expect(none).toBeNull();
  expect(index).toBeCloseTo(jainIndex(since), 5);
});

const series: BucketSeries = {
  startS: 0,
  bucketS: 0.5,
  length: 6,
  min: Float32Array.from([Number.NaN, 1, 2, 3, 4, 5]),
  max: Float32Array.from([Number.NaN, 11, 12, 13, 14, 15]),
  last: Float32Array.from([Number.NaN, 6, 7, 8, 9, 10]),
};

test("series reduced to fewer points: the last, smallest or largest value of each part", () => {
  const part = { fromS: 0, toS: 3, n: 3 };
  expect(resample(series, part)).toEqual([6, 8, 10]);
  expect(resample(series, part, "min")).toEqual([1, 2, 4]);
  expect(resample(series, part, "max")).toEqual([11, 13, 15]);
});

test("series extended to more points repeat their buckets; before the first record there is nothing", () => {
  expect(resample(series, { fromS: 0, toS: 1, n: 4 })).toEqual([null, null, 6, 6]);
  expect(resample(series, { fromS: 3, toS: 4, n: 2 })).toEqual([null, null]);
});

test("the value of a series at a time is the last value of its bucket; beyond the end the final value, before the first record none", () => {
  expect([0.6, 1, 2.9, 99].map((s) => lastAt(series, s))).toEqual([6, 7, 10, 10]);
  expect([-1, 0.2].map((s) => lastAt(series, s))).toEqual([null, null]);
});

test("cumulative columns between samples, and beyond their ends", () => {
  const samples: Samples = {
    intervalS: 2,
    length: 3,
    receivedBytes: [Float64Array.from([0, 10, 30])],
    arrivedBytes: [],
    jainMomentary: new Float32Array(3),
    jainRunning: new Float32Array(3),
    turns: { timeS: new Float64Array(), flow: new Int32Array(), joined: new Uint8Array() },
  };
  const [column] = samples.receivedBytes;
  expect([-1, 0, 1, 2, 3, 4, 9].map((s) => cumulativeAt(samples, column, s))).toEqual([
    0, 0, 5, 10, 20, 30, 30,
  ]);
});
