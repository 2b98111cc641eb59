import { describe, expect, test } from "vitest";
import { modelledShare, ware1, ware8 } from "../../../src/experiments/bbr/ware.ts";
import { readRuns, verdicts } from "../experiment-checks.ts";

describe("the model", () => {
  test("gives half of a deep buffer's link, less the time in PROBE_RTT", () => {
    // 16 × 33.3 packets at 10 Mbps and 40 ms: p = 1/2 − 1/32 − 4/533, and 0.88 s of 10 s are spent in PROBE_RTT.
    const others = 1 / 2 - 1 / 32 - 4 / (16 * (100 / 3));
    expect(modelledShare(16, 1)).toBeCloseTo((1 - others) * (1 - (0.64 + 0.2 + 0.04) / 10), 12);
  });

  test("leaves nothing to others in a shallow buffer, and more flows of BBR get more", () => {
    expect(modelledShare(1, 1)).toBeCloseTo(1 - 0.028, 12);
    expect(modelledShare(16, 10)).toBeGreaterThan(modelledShare(16, 1));
  });
});

test("reads BBR's share of the goodput", () => {
  const key = "other=cubic flows=1 depth=1";
  const [{ share }] = readRuns(ware8, (job) => job.key === key).values();
  expect(Number(share)).toBeGreaterThan(0.6);
  expect(Number(share)).toBeLessThan(1);
});

test("claims on the number of flows can fail", () => {
  const made = (share: (flows: number) => number) =>
    verdicts(ware1, ({ key }) => ({ share: share(Number(/flows=(\d+)/.exec(key)?.[1])) }));
  const all = (holds: boolean) => ({
    "forty-per-cent": holds,
    "whatever-number": holds,
    "at-most-half": holds,
  });
  expect(made((flows) => 0.45 - flows / 500)).toEqual(all(true));
  expect(made((flows) => 0.6 - flows / 30)).toEqual(all(false));
});

test("claims on the depth of the buffer can fail", () => {
  const made = (share: (depth: number) => number) =>
    verdicts(ware8, ({ key }) => ({ share: share(Number(/depth=([\d.]+)/.exec(key)?.[1])) }));
  const all = (holds: boolean) => ({
    "model-cubic": holds,
    "model-newreno": holds,
    "shallow-starves": holds,
    "falls-with-depth": holds,
  });
  expect(made((depth) => modelledShare(depth, 1))).toEqual(all(true));
  expect(made((depth) => depth / 100)).toEqual(all(false));
});
