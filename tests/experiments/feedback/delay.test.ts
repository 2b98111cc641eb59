import { expect, test } from "vitest";
import { feedback2, feedback3 } from "../../../src/experiments/feedback/delay.ts";
import { readRuns, verdicts } from "../experiment-checks.ts";

test("reads a run and handles missing ones", () => {
  const readings = readRuns(feedback2, ({ key }) => key.startsWith("way=bbr2-ecn"));
  const [wan, dc] = feedback2.reduce(readings, "quick").figures;
  expect([wan, dc].map(({ series }) => series.length)).toEqual([2, 2]);
  // No packet passes the WAN before 5 s.
  expect(wan.series[1].y.slice(0, 18).every((ms) => ms === null)).toBe(true);
  expect(dc.series[1].y.every((ms) => ms !== null && ms < 2)).toBe(true);
});

const delays = (withEcnMs: number, withoutMs: number) =>
  verdicts(feedback2, ({ key }) => {
    const ms = key.startsWith("way=bbr2-ecn") ? withEcnMs : withoutMs;
    return { "wan.delayP90Ms": ms, "dc.delayP90Ms": ms / 20 };
  });

test("claims that marks keep both queues near the threshold of 20 packets, and shorter than without", () => {
  const all = (holds: boolean) => ({
    "wan-controlled": holds,
    "wan-threshold": holds,
    "dc-controlled": holds,
    "dc-threshold": holds,
  });
  expect(delays(4.5, 20)).toEqual(all(true));
  expect(delays(20, 21)).toEqual(all(false));
});

test("PI has gains designed for each router", () => {
  const [{ scenario }] = feedback3.jobs("full");
  const gains = scenario.path.links.map(({ queue }) => Number(queue?.params["pi-a"]));
  expect(gains).toHaveLength(2);
  expect(gains[0]).toBeGreaterThan(10 * gains[1]);
});

test("reads its runs, and both queues stay at 20 packets", () => {
  const readings = readRuns(feedback3, () => true);
  const { claims, tables } = feedback3.reduce(readings, "quick");
  expect(claims.map(({ id, holds }) => [id, holds])).toEqual([
    ["wan-set-point", true],
    ["wan-steady", true],
    ["dc-set-point", true],
    // With Linux's ticks, CUBIC's window stays constant for up to 28 ms, which is a hundred of these round trips, and
    // then grows by many segments at once.
    ["dc-steady", false],
  ]);
  expect(tables[0].rows).toHaveLength(2);
});

test("claims fail if the queues are above the set point or unstable", () => {
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
