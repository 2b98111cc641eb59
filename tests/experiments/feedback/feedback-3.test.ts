import { expect, test } from "vitest";
import { feedback3 } from "../../../src/experiments/feedback/feedback-3.ts";
import { expectSoundJobs, expectTotal, readRuns, verdicts } from "../experiment-checks.ts";

test("its runs are sound, with gains designed for each router", () => {
  expectSoundJobs(feedback3);
  const [{ scenario }] = feedback3.jobs("full");
  const gains = scenario.path.links.map(({ queue }) => Number(queue?.params["pi-a"]));
  expect(gains).toHaveLength(2);
  expect(gains[0]).toBeGreaterThan(10 * gains[1]);
});

test("reads its runs, and holds both queues at 20 packets", () => {
  const readings = readRuns(feedback3, () => true);
  expectTotal(feedback3, readings, "quick");
  const { claims, tables } = feedback3.reduce(readings, "quick");
  expect(claims.map(({ id, holds }) => [id, holds])).toEqual([
    ["wan-set-point", true],
    ["wan-steady", true],
    ["dc-set-point", true],
    // In Linux's ticks CUBIC's window stands for up to 28 ms, a hundred of these round trips, and then catches up.
    ["dc-steady", false],
  ]);
  expect(tables[0].rows).toHaveLength(2);
});

test("claims fail where the queues stand above the set point or wander", () => {
  const made = (p50: number, p99: number) =>
    verdicts(feedback3, () => ({
      "wan.delayP50Ms": p50,
      "wan.delayP99Ms": p99,
      "dc.delayP50Ms": p50 / 20,
      "dc.delayP99Ms": p99 / 20,
    }));
  expect(made(6, 9)).toEqual({
    "wan-set-point": false,
    "wan-steady": true,
    "dc-set-point": false,
    "dc-steady": true,
  });
  expect(made(4.8, 20)["wan-steady"]).toBe(false);
});
