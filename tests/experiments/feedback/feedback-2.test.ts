import { expect, test } from "vitest";
import { feedback2 } from "../../../src/experiments/feedback/feedback-2.ts";
import { expectSoundJobs, expectTotal, readRuns, verdicts } from "../experiment-checks.ts";

test("its runs are sound", () => {
  expectSoundJobs(feedback2);
});

test("reads a run and makes do with a part of them", () => {
  const readings = readRuns(feedback2, ({ key }) => key.startsWith("way=bbr2-ecn"));
  expectTotal(feedback2, readings, "quick");
  const [wan, dc] = feedback2.reduce(readings, "quick").figures;
  expect([wan, dc].map(({ series }) => series.length)).toEqual([2, 2]);
  // Nothing passes the WAN before 5 s.
  expect(wan.series[1].y.slice(0, 18).every((ms) => ms === null)).toBe(true);
  expect(dc.series[1].y.every((ms) => ms !== null && ms < 2)).toBe(true);
});

const delays = (withEcnMs: number, withoutMs: number) =>
  verdicts(feedback2, ({ key }) => {
    const ms = key.startsWith("way=bbr2-ecn") ? withEcnMs : withoutMs;
    return { "wan.delayP90Ms": ms, "dc.delayP90Ms": ms / 20 };
  });

test("claims that marks keep both queues about the threshold of 20 packets, and shorter than without", () => {
  const all = (holds: boolean) => ({
    "wan-controlled": holds,
    "wan-threshold": holds,
    "dc-controlled": holds,
    "dc-threshold": holds,
  });
  expect(delays(4.5, 20)).toEqual(all(true));
  expect(delays(20, 21)).toEqual(all(false));
});
