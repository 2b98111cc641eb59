import { expect, test } from "vitest";
import { rfc8290 } from "../../../src/experiments/fq-codel/rfc8290.ts";
import { readRuns, verdicts } from "../experiment-checks.ts";

test("reads the pings, the slowest long flow and the worse used direction", () => {
  const readings = readRuns(rfc8290, ({ key }) => /mix=(ping|ways) queue=fq-codel/.test(key));
  const [ping, ways] = ["ping", "ways"].map((mix) => readings.get(`mix=${mix} queue=fq-codel seed=1`));
  expect(Number(ping?.responseMs)).toBeGreaterThan(50);
  expect(Number(ping?.responseMs)).toBeLessThan(60);
  expect(ways?.responseMs).toBeNull();
  expect(Number(ways?.leastUtilisation)).toBeLessThanOrEqual(Number(ways?.utilisation));
});

test("claims can fail", () => {
  const made = (fqMs: number, fqBps: number, fqShare: number, fqDelayMs: number) =>
    verdicts(rfc8290, ({ key }) => {
      const isFq = key.includes("queue=fq-codel");
      return {
        responseMs: isFq ? fqMs : 200,
        leastGoodputBps: isFq ? fqBps : 1e4,
        leastUtilisation: isFq ? fqShare : 0.95,
        utilisation: isFq ? fqShare : 0.95,
        delayMeanMs: fqDelayMs,
      };
    });
  const all = (holds: boolean) => ({
    "low-rate-isolated": holds,
    "web-sooner": holds,
    "flood-contained": holds,
    "both-ways": holds,
    "well-used": holds,
  });
  expect(made(52, 1.9e6, 0.98, 8)).toEqual(all(true));
  expect(made(300, 0.5e6, 0.8, 60)).toEqual(all(false));
});
