import { expect, test } from "vitest";
import { dctcp13 } from "../../../src/experiments/dctcp/dctcp-13.ts";
import { QUANTILES } from "../../../src/experiments/dctcp/paper.ts";
import { readRuns, verdicts } from "../experiment-checks.ts";

test("reads the queue in packets and the payload of all flows", () => {
  const readings = readRuns(dctcp13, ({ key }) => key === "sender=dctcp flows=2 k=20");
  const [reading] = readings.values();
  const queue = reading.queueQuantiles as readonly number[];
  expect(queue.every((packets, i) => i === 0 || packets >= queue[i - 1])).toBe(true);
  expect(queue[queue.length - 1]).toBeLessThan(30);
  expect(Number(reading.goodputBps)).toBeGreaterThan(0.9e9);
  expect(dctcp13.reduce(readings, "quick").claims).toEqual([]);
});

test("claims can fail", () => {
  const made = (goodputBps: number, dctcp: number, tcp: number, spread: number) =>
    verdicts(dctcp13, ({ key }) => {
      const middle = key.startsWith("sender=tcp") ? tcp : dctcp;
      const width = key.startsWith("sender=tcp") ? spread : 2;
      return { goodputBps, queueQuantiles: QUANTILES.map((fraction) => middle + width * (fraction - 0.5)) };
    });
  const all = (holds: boolean) => ({
    "full-throughput": holds,
    "queue-at-threshold": holds,
    "ten-times": holds,
    "varies-widely": holds,
    "any-threshold": holds,
  });
  expect(made(0.955e9, 20, 300, 200)).toEqual(all(true));
  expect(made(0.8e9, 60, 300, 10)).toEqual(all(false));
});
