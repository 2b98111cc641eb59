import { expect, test } from "vitest";
import { mapBeta } from "../../../src/experiments/beyond/map-beta.ts";
import type { Job } from "../../../src/experiments/experiment.ts";
import { madeReadings, verdicts } from "../experiment-checks.ts";

const numberIn = ({ key }: Job, name: string) => Number(new RegExp(`${name}=([\\d.]+)`).exec(key)?.[1]);

test("each cell of a map is the mean of its runs, and names one of them", () => {
  const readings = madeReadings(mapBeta, "full", (job) => ({
    utilisation: numberIn(job, "beta") / 2 + numberIn(job, "seed") / 100,
    delayP90Ms: numberIn(job, "rtt"),
  }));
  const map = (id: string) => mapBeta.reduce(readings, "full").heatMaps.find((one) => one.id === id);
  const pie = map("utilisation-rtt-pie");
  expect(pie?.values[0][0]).toBeCloseTo(100 * (0.25 + 0.02), 6);
  expect(pie?.jobs[0][0]).toBe("aqm=pie rtt=10 target=15 beta=0.5 seed=1");
  expect(map("delay-rtt-codel")?.values.map(([ms]) => ms)).toEqual([10, 20, 40, 80, 160, 320]);
  expect(mapBeta.reduce(readings, "full").heatMaps).toHaveLength(8);
});

test("the line of the least β_ecn", () => {
  const readings = madeReadings(mapBeta, "full", (job) => ({
    utilisation: numberIn(job, "beta") >= 0.7 ? 0.96 : 0.9,
    delayP90Ms: 5,
  }));
  const [{ series }] = mapBeta.reduce(readings, "full").figures;
  expect(series[0].y).toEqual([0.7, 0.7, 0.7, 0.7, 0.7, 0.7]);
  // In the closed form, CoDel's queue is half a bandwidth-delay product at 10 ms and almost nothing at 320 ms.
  expect(series[1].y[0]).toBe(0.5);
  expect(Number(series[1].y[5])).toBeGreaterThan(0.85);
});

test("claims: the β for a full link rises with the round trip, and gentle reductions pay on long paths", () => {
  const made = (far: number, gentleMs: number) =>
    verdicts(mapBeta, (job) => {
      const [beta, rtt] = [numberIn(job, "beta"), numberIn(job, "rtt")];
      return { utilisation: rtt < 100 || beta > 0.9 ? 1 : far, delayP90Ms: beta > 0.9 ? gentleMs : 5 };
    });
  const all = (holds: boolean) => ({
    "codel-least-rises": holds,
    "codel-gentle-gains": holds,
    "pie-least-rises": holds,
    "pie-gentle-gains": holds,
  });
  expect(made(0.7, 6)).toEqual(all(true));
  expect(made(0.97, 6)).toEqual(all(false));
  expect(made(0.7, 50)["pie-gentle-gains"]).toBe(false);
});
