import { expect, test } from "vitest";
import { dctcp16 } from "../../../src/experiments/dctcp/dctcp-16.ts";
import { readRuns, verdicts } from "../experiment-checks.ts";

test("reads the time in which a second flow gets its share, and leaves out what missing runs would show", () => {
  const readings = readRuns(dctcp16, ({ key }) => key === "part=join sender=dctcp gbps=1 rtt=0.1");
  const [{ settledS }] = readings.values();
  expect(Number(settledS)).toBeGreaterThan(0.01);
  expect(Number(settledS)).toBeLessThan(0.1);
  expect(dctcp16.reduce(readings, "quick").claims).toEqual([]);
});

test("claims can fail", () => {
  const made = (jain: number, tcpVariation: number, dctcpS: readonly number[], tcpS: number) =>
    verdicts(dctcp16, ({ key }) => ({
      jain,
      variation: key.includes("sender=tcp") ? tcpVariation : 0.05,
      settledS: key.includes("sender=tcp") ? tcpS : dctcpS[key.includes("gbps=1 ") ? 0 : 1],
    }));
  const all = (holds: boolean) => ({
    fair: holds,
    "tcp-varies": holds,
    "convergence-1gbps": holds,
    "convergence-10gbps": holds,
    "slower-than-tcp": holds,
  });
  expect(made(0.999, 0.2, [0.025, 0.1], 0.01)).toEqual(all(true));
  expect(made(0.9, 0.06, [0.2, 0.5], 0.3)).toEqual(all(false));
});
