import { describe, expect, test } from "vitest";
import { fitOf } from "../../src/measured/fit.ts";
import { connectionWords, fitLines, fitSentences } from "../../src/measured/fit-words.ts";
import { cutsOfWindow } from "../../src/measured/measurement.ts";
import { readAll } from "./read.ts";
import { finished } from "./runs.ts";

const { scenario, snapshot } = finished("v=2&duration=30s&warmup=10s");

const table = (rows: readonly (readonly number[])[]) =>
  `t,cwnd,srtt_ms\n${rows.map((row) => row.join(",")).join("\n")}\n`;
const steady = (fromS: number, toS: number, cwnd: number) =>
  table(Array.from({ length: Math.round((toS - fromS) * 10) + 1 }, (_, i) => [fromS + i / 10, cwnd, 100]));

function fitted(text: string, beginsS: number) {
  const [connection] = readAll(text).connections;
  return fitOf({ connection, beginsS, scenario, snapshot, flow: 0 });
}

describe("the compared time", () => {
  test("is from the end of the warm-up to the end of one of them", () => {
    const fit = fitted(steady(0, 22, 50), 0);
    expect(fit.stretch).toEqual({ fromS: 10, toS: 22 });
    expect(fitSentences(fit)[0]).toBe(
      "Both values cover the same time: 10 s to 22 s of the run, after the warm-up.",
    );
    const [cwnd] = fit.rows;
    expect(cwnd.measured).toEqual({ mean: 50, p90: 50 });
    const { flows } = finished("v=2&duration=22s&warmup=10s").snapshot.results;
    expect(cwnd.run.mean).toBeCloseTo(flows[0].cwndSegments?.mean ?? 0, 0);
  });

  test("starts at the start of a measurement that ends within the warm-up", () => {
    const fit = fitted(steady(0, 6, 50), 1);
    expect(fit.stretch).toEqual({ fromS: 1, toS: 7 });
    expect(fitSentences(fit)[0]).toBe("Both values cover the same time: 1 s to 7 s of the run.");
  });

  test("is empty without an overlap, and nothing is compared, with a message", () => {
    const fit = fitted(steady(0, 6, 50), 31);
    expect(fit.rows).toEqual([]);
    expect(fitSentences(fit)).toEqual([
      "Nothing is compared, because the measurement and the run do not overlap in time. Move the measurement.",
    ]);
  });

  test("excludes a gap for both", () => {
    const text = steady(0, 12, 50) + steady(20, 24, 70).replace(/^.*\n/, "");
    const [cwnd] = fitted(text, 0).rows;
    // After 12 s, the value is held for 20 usual steps of 0.1 s.
    expect(cwnd.coveredS).toBeCloseTo(2 + 2 + 4, 1);
    expect(cwnd.measured.mean).toBeCloseTo((50 * 4 + 70 * 4) / 8, 0);
    expect(fitSentences(fitted(text, 0)).join(" ")).toMatch(
      /cwnd: over 8\.?\d* s of that, where both have values\./,
    );
  });
});

test("moving the measurement moves its reductions", () => {
  const teeth = table(Array.from({ length: 250 }, (_, i) => [i / 10, 40 + (i % 50), 100]));
  const [one, other] = [fitted(teeth, 0), fitted(teeth, 0.5)];
  expect(one.cuts?.measuredS.map((timeS) => Number(timeS.toFixed(3)))).toEqual([10, 15, 20]);
  expect(other.cuts?.measuredS.map((timeS) => Number(timeS.toFixed(3)))).toEqual([10.5, 15.5, 20.5]);
});

test("the table has the file's value, the run's, and their difference", () => {
  const lines = fitLines(fitted(steady(0, 30, 50), 0));
  expect(lines.map(({ label }) => label)).toEqual([
    "cwnd, mean (segments)",
    "cwnd, 90th percentile (segments)",
    "srtt, mean (ms)",
    "srtt, 90th percentile (ms)",
    "cuts",
  ]);
  const { mean } = fitted(steady(0, 30, 50), 0).rows[0].run;
  expect(lines[0]).toMatchObject({
    measured: "50",
    run: mean.toPrecision(3),
    difference: `+${(2 * mean - 100).toFixed(0)} %`,
  });
});

test("reductions of a window: a gradual fall is one, small steps are none, and a steady sawtooth has each", () => {
  const series = (...values: number[]) => ({
    timeS: Float64Array.from(values, (_, i) => i / 10),
    value: Float64Array.from(values),
  });
  const rtt = series(150, 150);
  const times = (...values: number[]) => Array.from(cutsOfWindow(series(...values), rtt)?.timeS ?? []);
  expect(times(10, 20, 18, 14, 10, 11, 12)).toEqual([0.2]);
  expect(times(100, 101, 100, 101, 102)).toEqual([]);
  expect(times(10, 20, 10, 15, 20, 10, 15, 20)).toEqual([0.2, 0.5]);
});

test("states which of several connections is used", () => {
  const measurement = readAll("t,id,cwnd\n0,a,10\n1,a,10\n0,b,10\n");
  expect(connectionWords(measurement, 0)).toBe("id a (of 2 connections, the one with the most bytes)");
  expect(connectionWords(measurement, 1)).toBe("id b (of 2 connections, number 2 by bytes)");
});
