import { expect, test } from "vitest";
import { l4s } from "../../../src/experiments/beyond/l4s.ts";
import { readRuns, verdicts } from "../experiment-checks.ts";

test("reads runs and handles missing ones", () => {
  const readings = readRuns(l4s, ({ key }) => key.startsWith("setup=prague"));
  const beside = readings.get("setup=prague-beside-abe rtt=10 seed=1");
  expect(Number(beside?.lDelayP50Ms)).toBeLessThan(1);
  expect(Number(beside?.cDelayP50Ms)).toBeGreaterThan(10);
  expect(readings.get("setup=prague rtt=10 seed=1")).toMatchObject({ cDelayP50Ms: null });
});

test("claims over delays and shares can fail", () => {
  const made = (lMs: number, cMs: number, coupled: number, apart: number) =>
    verdicts(l4s, ({ key }) => ({
      ratio: key.startsWith("setup=prague-beside-abe ") ? coupled : apart,
      delayP50Ms: key.startsWith("setup=abe-codel") ? 6 : 15,
      lDelayP50Ms: lMs,
      lDelayP99Ms: lMs,
      cDelayP50Ms: cMs,
    }));
  const all = (holds: boolean) => ({
    "l4s-hardly-waits": holds,
    "abe-cannot": holds,
    "abe-no-harm": holds,
    "coupling-shares": holds,
    "dctcp-is-no-l4s": holds,
    "one-queue-is-not-enough": holds,
  });
  expect(made(0.5, 15, 1.2, 8)).toEqual(all(true));
  expect(made(4, 30, 3, 1)).toEqual(all(false));
});
