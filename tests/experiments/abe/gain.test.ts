import { describe, expect, test } from "vitest";
import { runScenario } from "../../../src/engine/simulator.ts";
import {
  gainFigures,
  gainJobs,
  gainsPercent,
  LENGTHS_S,
  LONG_S,
  meanGain,
  readBytes,
} from "../../../src/experiments/abe/gain.ts";
import type { Reading } from "../../../src/experiments/experiment.ts";
import { numberIn } from "./points.ts";

const GRID = { sender: "newreno", quickBetas: [0.5, 0.8] } as const;
const RUN = { aqm: "codel", rtt: 400, beta: 0.8 } as const;

describe("gains", () => {
  // Ten per cent more for each tenth of β.
  const readings = new Map<string, Reading>(
    gainJobs(GRID, "full").map((job) => [
      job.key,
      { bytes: LENGTHS_S.map((s) => s * (1 + numberIn(job, "beta") - 0.5)) },
    ]),
  );

  test("are per run, against the sender's own β with the same seed", () => {
    const gains = gainsPercent(readings, "full", "newreno", RUN, LONG_S);
    expect(gains).toHaveLength(10);
    for (const gain of gains) expect(gain).toBeCloseTo(30);
  });

  test("leave out runs that are missing", () => {
    const some = new Map([...readings].filter(([key]) => !key.endsWith("seed=3")));
    expect(gainsPercent(some, "full", "newreno", RUN, LONG_S)).toHaveLength(9);
    expect(meanGain(new Map(), "full", "newreno", RUN, LONG_S)).toBeNull();
  });

  test("every point of the figures names a run, and the paper's numbers stand apart", () => {
    const figures = gainFigures(readings, "full", "newreno", 0.8, [{ ...RUN, percent: 24 }]);
    expect(figures.map(({ id }) => id)).toEqual(["codel-beta", "codel-length", "pie-beta", "pie-length"]);
    for (const { jobs: keys } of figures.flatMap(({ series }) => series)) {
      for (const key of keys ?? []) expect(readings.has(String(key))).toBe(true);
    }
    expect(figures[0].series.filter(({ source }) => source === "paper")).toHaveLength(1);
    expect(figures[2].series.filter(({ source }) => source === "paper")).toHaveLength(0);
  });
});

test("bytes are those of the run at each length", () => {
  const [{ scenario }] = gainJobs(GRID, "quick");
  const snapshot = runScenario(scenario).snapshot();
  const { bytes } = readBytes(snapshot);
  expect(bytes).toHaveLength(LENGTHS_S.length);
  const whole = snapshot.results.flows[0].bytesReceived;
  expect(Number(Array.isArray(bytes) ? bytes.at(-1) : null)).toBeCloseTo(whole, -2);
});
